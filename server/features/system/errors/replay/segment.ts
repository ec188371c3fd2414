// A segment of a replay, written anew: of the page's own words only what is named here, so that a page which forgets to mask something,
// or a new version of the recorder that says more, tells nobody anything.
import { setImmediate } from 'node:timers/promises';
import { templateOf, versionOf } from '../cleaned.ts';
import { objectOf } from './envelope.ts';
import { attributesOf, masked, tagOf } from './markup.ts';
import { cssOf, propertyOf } from './styles.ts';

type Given = Readonly<Record<string, unknown>>;

const HEX_ID = /^[0-9a-f]{32}$/;
/** Ids that the recorder lists: of pages, of errors. */
const MOST_LISTED = 100;
/** How much may happen in one segment; a list that changes all the time comes to a few thousands. */
const MOST_EVENTS = 20_000;
/** Of one of them, in characters: it is written anew at one go. A whole page of ours, with its styles, is less than half of it. */
const LARGEST_EVENT = 1_048_576;
/** Then others are answered first. */
const AT_ONCE_MS = 20;
/** No page that can be drawn goes deeper. */
const DEEPEST = 300;

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Given[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MOST_LISTED) : [];
const pathOf = (address: string): string =>
  URL.canParse(address, 'https://x.invalid') ? new URL(address, 'https://x.invalid').pathname : '/';
/** A player wants an address. Whose server it was does not stand in it. */
const placeOf = (address: unknown): string =>
  `https://limelight.invalid${templateOf(typeof address === 'string' ? pathOf(address) : '/')}`;
/** Numbers, and what is yes or no. */
const plain = (given: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        /^[a-zA-Z_]{1,30}$/.test(name) && (['number', 'boolean'].includes(typeof value) || value === null),
    ),
  );

/** What the collector lists of a replay. Throws SyntaxError. */
export function replayEventOf(json: string): Given & { readonly replay_id: string; readonly segment_id: number } {
  const { replay_id, segment_id, timestamp, replay_start_timestamp, error_ids, urls, release, replay_type } =
    objectOf(json);
  if (typeof replay_id !== 'string' || !HEX_ID.test(replay_id)) throw new SyntaxError('No id');
  if (!Number.isSafeInteger(segment_id)) throw new SyntaxError('No number');
  const version = typeof release === 'string' ? release.replace(/^limelight@/, '') : '';
  return {
    type: 'replay_event',
    event_id: replay_id,
    replay_id,
    segment_id: segment_id as number,
    replay_type: replay_type === 'session' ? 'session' : 'buffer',
    ...plain({ timestamp, replay_start_timestamp }),
    error_ids: textsOf(error_ids).filter((one) => HEX_ID.test(one)),
    trace_ids: [],
    urls: textsOf(urls).map(placeOf),
    platform: 'javascript',
    release: `limelight@${versionOf(version)}`,
  };
}

/** The two lines of a recording: its number, and its events. Throws SyntaxError, and RangeError if it is nested too deep. */
export async function recordingOf(text: string, segment_id: number): Promise<string> {
  const events: unknown = JSON.parse(text.slice(text.indexOf('\n') + 1));
  if (!Array.isArray(events) || events.length > MOST_EVENTS) throw new SyntaxError('Not a list');
  const clean: string[] = [];
  let begun = performance.now();
  for (const event of listOf(events)) {
    if (performance.now() - begun > AT_ONCE_MS) {
      await setImmediate();
      begun = performance.now();
    }
    if (text.length > LARGEST_EVENT && JSON.stringify(event).length > LARGEST_EVENT) throw new SyntaxError('Too large');
    for (const one of eventOf(event)) clean.push(JSON.stringify(one));
  }
  return `${JSON.stringify({ segment_id })}\n[${clean.join()}]`;
}

/** Kinds of events, as the recorder numbers them: loaded twice, a whole page, a change, the window, a remark. */
function eventOf(event: Given): object[] {
  const data = isObject(event['data']) ? event['data'] : {};
  const clean = dataOf(event['type'], data);
  return clean ? [{ ...plain(event), data: clean }] : [];
}

function dataOf(type: unknown, data: Given): object | null {
  if (type === 0 || type === 1) return {};
  if (type === 2 && isObject(data['node'])) {
    const offset = isObject(data['initialOffset']) ? plain(data['initialOffset']) : {};
    return { node: nodeOf(data['node']), initialOffset: offset };
  }
  if (type === 3) return changeOf(data);
  if (type === 4) return { ...plain(data), href: placeOf(data['href']) };
  return type === 5 ? remarkOf(data) : null;
}

/** That somebody clicked or left the window, and on which node; never on what words. */
function remarkOf({ tag, payload }: Given): object | null {
  if (tag !== 'breadcrumb' || !isObject(payload)) return null;
  const { category, data } = payload;
  if (typeof category !== 'string' || !/^ui\.[a-zA-Z]{1,40}$/.test(category)) return null;
  return {
    tag,
    payload: { ...plain(payload), type: 'default', category, ...(isObject(data) && { data: plain(data) }) },
  };
}

/** Kinds of changes: what only says where something is, or how large, has numbers alone. */
function changeOf(data: Given): object {
  const lists = ['removes', 'positions', 'ranges'].flatMap((name) => {
    const list = data[name];
    // Removed rules are places, some of them places within places.
    return Array.isArray(list) ? [[name, list.flatMap((one) => (isObject(one) ? [placesOf(one)] : []))] as const] : [];
  });
  return {
    ...plain(data),
    ...Object.fromEntries(lists),
    ...(typeof data['text'] === 'string' && { text: masked(data['text']) }),
    ...(Array.isArray(data['texts']) && {
      texts: listOf(data['texts']).map((one) => ({ ...plain(one), value: textOf(one['value']) })),
    }),
    ...(Array.isArray(data['attributes']) && {
      attributes: listOf(data['attributes']).map((one) => ({
        ...plain(one),
        attributes: attributesOf(isObject(one['attributes']) ? one['attributes'] : {}),
      })),
    }),
    ...(Array.isArray(data['adds']) && { adds: listOf(data['adds']).map(addedOf) }),
    ...(isObject(data['set']) && { set: declarationOf(data['set']) }),
    ...(isObject(data['remove']) && { remove: declarationOf(data['remove']) }),
  };
}

const placesOf = (given: Given): object => ({
  ...plain(given),
  // Anything else than a number would be asked for one: of a list in a list in a list, that takes its length squared.
  ...(Array.isArray(given['index']) && { index: given['index'].filter(Number.isSafeInteger).slice(0, DEEPEST) }),
});
const textOf = (value: unknown): string | null => (typeof value === 'string' ? masked(value) : null);

/** A node, or a rule of a stylesheet. */
function addedOf(given: Given): object {
  const { node, rule } = given;
  if (isObject(node)) return { ...plain(given), node: nodeOf(node) };
  return { ...placesOf(given), ...(typeof rule === 'string' && { rule: cssOf(rule) }) };
}

function declarationOf({ property, value, priority }: Given): object {
  if (typeof property !== 'string') return {};
  // Of one that is taken away there is no value.
  const clean = propertyOf(property, typeof value === 'string' ? value : '0');
  if (clean === undefined) return {};
  return {
    property,
    ...(typeof value === 'string' && { value: clean }),
    ...(priority === 'important' && { priority }),
  };
}

/** Kinds of nodes: the document, its type, an element, a text. */
function nodeOf(given: Given, depth = 0): object {
  if (depth > DEEPEST) throw new RangeError('Too deep');
  const { type, tagName, attributes, childNodes, textContent, isStyle } = given;
  const below = Array.isArray(childNodes) && { childNodes: listOf(childNodes).map((one) => nodeOf(one, depth + 1)) };
  if (type === 1) return { ...plain(given), name: 'html', publicId: '', systemId: '' };
  if (type === 2) {
    const clean = attributesOf(isObject(attributes) ? attributes : {});
    return { ...plain(given), tagName: tagOf(tagName), attributes: clean, ...below };
  }
  const text = typeof textContent === 'string' && {
    textContent: isStyle === true ? cssOf(textContent) : masked(textContent),
  };
  return { ...plain(given), ...below, ...text };
}
