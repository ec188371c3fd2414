// Searching messages: what is asked of the database, and in which order. Who may read what stands in search-repo.ts.
import type { Address } from '#contract/chat.ts';
import type { FoundMessage, SearchFilters } from '#contract/search.ts';
import { isEnough, phrasesOf, snippetOf, type Wanted, wantedOf } from '#contract/search-words.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { countSearched, type FoundRow, findMessages, type Scope, type Search, walkMessages } from './search-repo.ts';

/** Where a page begins: the last message of the one before. */
export type SearchPlace = readonly [created_at: string, message_id: string];

export interface MessageSearch {
  readonly query: string;
  readonly filters: SearchFilters;
  readonly place: SearchPlace | null;
  readonly limit: number;
}

/** Up to so many messages are looked at one by one: faster than asking an index what the whole company has of a word. */
const WALK = 20_000;
/** Spans of time that are looked through before all time: a common word has its newest hits in one of the first. Days. */
const SPANS = [2, 14, 128];
const DAY_MS = 86_400_000;
const MONTH = 32;
/** Days of which each is asked for by name; longer spans go by months of 32 days. */
const BY_DAY = 31;

/**
 * Messages that the employee may read, newest first; `next` is where to go on. Nothing for less than two letters, unless
 * there is a filter. Needs a transaction of its own snapshot.
 */
export async function searchMessages(
  tx: Tx,
  employee_id: string,
  { query, filters, place, limit }: MessageSearch,
): Promise<{ items: FoundMessage[]; next: SearchPlace | null }> {
  const wanted = wantedOf(query);
  const filtered = Object.values(filters).some((filter) => filter !== undefined);
  if (wanted.words.length ? !isEnough(wanted) : !filtered || query) return { items: [], next: null };
  const rows = await lookFor(tx, {
    employee_id,
    scope: scopeOf(filters.in),
    find: questionOf(tx.company_id, wanted, filters),
    together: phrasesOf(wanted).map((phrase) => `%${phrase}%`),
    after: filters.after ?? null,
    before: filters.before ?? null,
    place,
    limit: limit + 1,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => present(row, wanted)),
    next: last ? [last.created_at, last.message_id] : null,
  };
}

async function lookFor(tx: Tx, search: Search): Promise<FoundRow[]> {
  const count = await countSearched(tx, search.employee_id, search.scope);
  if (!count) return [];
  if (count <= WALK) return walkMessages(tx, search);
  const ends = [search.place?.[0], search.before].filter((time) => typeof time === 'string').sort();
  const end = Math.min(ends[0] ? Date.parse(ends[0]) : Date.now(), Date.now()) + DAY_MS;
  for (const span of SPANS) {
    const begin = end - span * DAY_MS;
    if (search.after !== null && begin < Date.parse(search.after)) break;
    const recent = { ...search, after: new Date(begin).toISOString(), find: within(search.find, begin, end) };
    const rows = await findMessages(tx, recent);
    if (rows.length === search.limit) return rows;
  }
  return findMessages(tx, search);
}

/** The same question about some days only: rather too many than too few, the exact moments are compared besides. */
function within(find: string, begin: number, end: number): string {
  const [first, last] = [Math.floor(begin / DAY_MS), Math.floor(end / DAY_MS)];
  const [unit, name] = last - first <= BY_DAY ? [1, 'd'] : [MONTH, 'm'];
  const parts: string[] = [];
  for (let at = Math.floor(first / unit); at <= Math.floor(last / unit); at++) parts.push(`'@${name}${at}'`);
  return `${find} & (${parts.join(' | ')})`;
}

/** No word has a sign that means something in a tsquery: words are letters and digits. */
function questionOf(company_id: string, { words, begun }: Wanted, { from, has }: SearchFilters): string {
  const parts = words.map((word, index) => (begun && index === words.length - 1 ? begins(word) : `'${word}'`));
  parts.push(`'@c${company_id}'`);
  if (from) parts.push(`'@f${from}'`);
  if (has) parts.push(`'@${has}'`);
  return parts.join(' & ');
}

/** Nearly every message has a word that begins with some two letters: these beginnings stand in the index by themselves. */
function begins(word: string): string {
  const { length } = [...word];
  if (length > 3) return `'${word}':*`;
  return length > 1 ? `'^${word}'` : `'${word}'`;
}

/** Known by its conversation. */
const isOne = (type: Address['entity_type'] | undefined): boolean => type === 'group' || type === 'campaign';

const scopeOf = (address: Address | undefined): Scope => ({
  space_id: address?.entity_type === 'space' ? address.entity_id : null,
  conversation_id: (isOne(address?.entity_type) ? address?.entity_id : address?.sub_space_id) ?? null,
  other_id: address?.entity_type === 'employee' ? address.entity_id : null,
});

function addressOf({ conversation_id, kind, space_id, other_id }: FoundRow) {
  if (space_id !== null) return { entity_type: 'space', entity_id: space_id, sub_space_id: conversation_id } as const;
  return other_id === null
    ? ({ entity_type: kind === 'campaign' ? kind : 'group', entity_id: conversation_id } as const)
    : ({ entity_type: 'employee', entity_id: other_id } as const);
}

function present(row: FoundRow, wanted: Wanted): FoundMessage {
  const { text: snippet, ranges } = snippetOf(row.text, wanted);
  const { message_id, seq, sender_id, type, created_at, thread_id } = row;
  return { message_id, seq, ...addressOf(row), thread_id, sender_id, type, created_at, snippet, ranges };
}
