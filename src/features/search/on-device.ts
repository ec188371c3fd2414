// Searching what is on the device, by the rules of the server: the people of the directory, one's conversations, and the
// messages that are kept. Pure.
import { kindOf, searchedOf } from '#contract/chat/attachment.ts';
import type { Entry, Message } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { plainText } from '#contract/rich-text.ts';
import {
  type FoundMessage,
  type FoundSpace,
  isLikeName,
  type SearchFilters,
  type SearchGroup,
  type SearchType,
  searchTypes,
} from '#contract/search.ts';
import { slipsBetween, slipsTo } from '#contract/search-names.ts';
import { NEARNESSES, nearly } from '#contract/search-near.ts';
import { finder, isEnough, lineOf, snippetOf, type Wanted, wantedOf, wordsIn } from '#contract/search-words.ts';
import { isReachable } from '#src/kit/people/find-people.ts';
import { fullName } from '#src/kit/ui/format/names.ts';

export interface OnDevice {
  readonly people: ReadonlyMap<string, Person>;
  readonly entries: readonly Entry[];
  /** What is kept of conversations; a message may be in several runs. */
  readonly runs: readonly {
    readonly conversation_id: string | null;
    /** Of a thread: the message that it is about. */
    readonly root?: Message | null;
    readonly items: readonly Message[];
  }[];
}

export interface Question {
  /** Without operators. */
  readonly query: string;
  readonly filters: SearchFilters;
  readonly types: readonly SearchType[];
  /** A group has no more items than this. */
  readonly limit: number;
}

/** The groups that the server would answer, of what is here. */
export function searchOnDevice(device: OnDevice, question: Question): SearchGroup[] {
  const { query, filters, types, limit } = question;
  const filtered = Object.values(filters).some((filter) => filter !== undefined);
  const order: readonly SearchType[] = isLikeName(query) ? searchTypes : ['messages', 'people', 'spaces'];
  const wanted = wantedOf(query);
  const group: Record<SearchType, () => SearchGroup> = {
    people: () => ({ type: 'people', items: findPeople(device, wanted).slice(0, limit), next_cursor: null }),
    spaces: () => ({ type: 'spaces', items: findSpaces(device, wanted).slice(0, limit), next_cursor: null }),
    messages: () => messagesGroup(device, wanted, question, filtered),
  };
  return order
    .filter((type) => types.includes(type) && (!filtered || type === 'messages'))
    .map((type) => group[type]());
}

interface Ranked<T> {
  readonly item: T;
  readonly slips: number;
  readonly name: string;
}
const byName = new Intl.Collator('en');
const ranked = <T>(all: readonly Ranked<T>[]): T[] =>
  all.toSorted((a, b) => a.slips - b.slips || byName.compare(a.name, b.name)).map(({ item }) => item);

/** Who is called so comes before who has such a title; titles are not guessed at. */
function findPeople({ people }: OnDevice, { words }: Wanted): Person[] {
  const found: Ranked<Person>[] = [];
  if (!words.length) return [];
  for (const person of people.values()) {
    if (!isReachable(person)) continue;
    const { name, own, all } = calledOf(person);
    const slips = slipsBetween(own, words);
    if (slips !== null) found.push({ item: person, slips: slips && slips + 1, name });
    else if (words.every((word) => all.some((one) => one.startsWith(word))))
      found.push({ item: person, slips: 1, name });
  }
  return ranked(found);
}

interface Called {
  readonly name: string;
  /** Folded words of the name, and of name and title. */
  readonly own: readonly string[];
  readonly all: readonly string[];
}
/** Thousands are looked at with every letter; their words are read once. */
const called = new WeakMap<Person, Called>();

function calledOf(person: Person): Called {
  let known = called.get(person);
  if (!known) {
    const name = fullName(person);
    const own = wordsIn(name).map(({ word }) => word);
    known = { name, own, all: [...own, ...wordsIn(person.position_title).map(({ word }) => word)] };
    called.set(person, known);
  }
  return known;
}

function findSpaces({ entries }: OnDevice, { words }: Wanted): FoundSpace[] {
  const found: Ranked<FoundSpace>[] = [];
  for (const { space } of entries) {
    if (!space) continue;
    const slips = slipsTo(space.space_name, words);
    const { space_id, space_name, space_image, visibility, total_members, is_member } = space;
    const item = { space_id, space_name, space_image, visibility, total_members, is_member };
    if (slips !== null) found.push({ item, slips, name: space_name });
  }
  return ranked(found);
}

/** A conversation; the threads in it stand where it stands. */
type Place = Pick<FoundMessage, 'entity_type' | 'entity_id' | 'sub_space_id'>;

/** What of what is wanted a message has, by its line (`Read`); null if it is not found. */
type Meant = (line: string) => Wanted | null;

/** Near hits count only where there is no exact one, like on the server. */
function messagesGroup(device: OnDevice, wanted: Wanted, question: Question, filtered: boolean): SearchGroup {
  const none = { type: 'messages' as const, items: [], next_cursor: null };
  if (wanted.words.length ? !isEnough(wanted) : !filtered || question.query) return none;
  const has = finder(wanted);
  const items = findMessages(device, question, (line) => (has(line) ? wanted : null));
  if (items.length) return { ...none, items };
  for (const nearness of NEARNESSES) {
    const meant = nearly(wanted, nearness);
    const nearby = meant ? findMessages(device, question, meant) : [];
    if (nearby.length) return { ...none, items: nearby, near: true };
  }
  return none;
}

function findMessages(device: OnDevice, { filters, limit }: Question, meant: Meant): FoundMessage[] {
  const addresses = addressesOf(device.entries);
  const found = new Map<string, { message: Message; address: Place; read: Read; thread_id: string | null }>();
  for (const { conversation_id, root, items } of device.runs) {
    const at = root?.conversation_id ?? conversation_id;
    const address = at === null ? undefined : addresses.get(at);
    const thread_id = root?.message_id ?? null;
    if (!address || !isIn(address, filters.in)) continue;
    for (const message of items) {
      const read = readOf(message);
      if (!read || !meant(read.line) || !fits(message, read.text, filters)) continue;
      found.set(message.message_id, { message, address, read, thread_id });
    }
  }
  return [...found.values()]
    .sort((a, b) => newestFirst(a.message, b.message))
    .slice(0, limit)
    .flatMap(({ message, address, read, thread_id }) => {
      const { message_id, seq, sender_id, type, created_at } = message;
      const wanted = meant(read.line);
      if (!wanted) return [];
      const { text: snippet, ranges } = snippetOf(read.text, wanted);
      return [{ message_id, seq, ...address, thread_id, sender_id, type, created_at, snippet, ranges }];
    });
}

/** By id where the time says nothing, like the server. */
function newestFirst(a: Message, b: Message): number {
  const [x, y] = a.created_at === b.created_at ? [a.message_id, b.message_id] : [a.created_at, b.created_at];
  return x < y ? 1 : -1;
}

/** Where each conversation stands; a space always with its sub-space, as the server says it. */
function addressesOf(entries: readonly Entry[]): Map<string, Place> {
  const all = new Map<string, Place>();
  for (const { entity_type, entity_id, conversations } of entries)
    for (const { conversation_id, sub_space_id } of conversations)
      all.set(conversation_id, { entity_type, entity_id, ...(sub_space_id && { sub_space_id }) });
  return all;
}

const isIn = (address: Place, wanted: Place | undefined): boolean =>
  !wanted ||
  (address.entity_type === wanted.entity_type &&
    address.entity_id === wanted.entity_id &&
    (wanted.sub_space_id === undefined || address.sub_space_id === wanted.sub_space_id));

function fits(message: Message, text: string, { from, has, before, after }: SearchFilters): boolean {
  if (from && message.sender_id !== from) return false;
  if (before && message.created_at >= before) return false;
  if (after && message.created_at < after) return false;
  // What waits since an older version of the app has no files.
  const files = (message.attachments as Message['attachments'] | undefined) ?? [];
  if (has === 'file') return files.length > 0;
  if (has === 'image') return files.some((file) => kindOf(file) === 'image');
  return has !== 'link' || /https?:\/\//.test(text) || JSON.stringify(message.body).includes('"type":"link"');
}

interface Read {
  readonly text: string;
  /** Its folded words, each with a blank before and after. */
  readonly line: string;
}
const reads = new WeakMap<Message, Read>();

/** Null once deleted. */
function readOf(message: Message): Read | null {
  if (!message.body) return null;
  let read = reads.get(message);
  if (!read) {
    const text = searchedOf(plainText(message.body), message.attachments);
    // Folded once: a look at each of thousands of messages must cost next to nothing.
    read = { text, line: lineOf(wordsIn(text)) };
    reads.set(message, read);
  }
  return read;
}
