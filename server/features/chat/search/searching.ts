// Searching messages: what is asked of the database, and in which order. Who may read what stands in search-repo.ts.
import type { Address } from '#contract/chat.ts';
import type { FoundMessage, SearchFilters } from '#contract/search.ts';
import { looseIn, NEARNESSES, type Nearness, nearly } from '#contract/search-near.ts';
import { isEnough, lineOf, phrasesOf, snippetOf, type Wanted, wantedOf, wordsIn } from '#contract/search-words.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type Asked, openNear } from './near.ts';
import { allOf, filtersOf, partsOf } from './question.ts';
import { countSearched, type FoundRow, findMessages, type Scope, walkMessages } from './search-repo.ts';
import { throughTime } from './spans.ts';

/**
 * Where a page begins: the last message of the one before, and how near its hits were if they were not exact, as of when; or with
 * what is near.
 */
export type SearchPlace =
  | readonly [created_at: string, message_id: string, nearness?: Nearness, as_of?: string]
  | typeof NEAR;
const NEAR = 'near';

export interface MessageSearch {
  readonly query: string;
  readonly filters: SearchFilters;
  readonly place: SearchPlace | null;
  readonly limit: number;
}

export interface MessagesFound {
  readonly items: FoundMessage[];
  /** The words are only like those that are wanted: no message has these. */
  readonly near?: true;
  readonly next: SearchPlace | null;
}

/** Up to so many messages are looked at one by one: faster than asking an index what the whole company has of a word. */
const WALK = 20_000;
/** The same where all their words are compared with what is typed: a message has dozens. Among more it is asked for by itself. */
const WALK_NEAR = 4_000;
const NOTHING: MessagesFound = { items: [], next: null };

/**
 * Messages that the employee may read, newest first; `next` is where to go on. With a slip of the finger where none has the
 * words: at once among few messages, else behind `next` of an empty page, so that nobody waits for it who need not. Nothing for
 * less than two letters, unless there is a filter. Needs a transaction of its own snapshot.
 */
export async function searchMessages(
  tx: Tx,
  employee_id: string,
  { query, filters, place, limit }: MessageSearch,
): Promise<MessagesFound> {
  const wanted = wantedOf(query);
  const filtered = Object.values(filters).some((filter) => filter !== undefined);
  if (wanted.words.length ? !isEnough(wanted) : !filtered || query) return NOTHING;
  const scope = scopeOf(filters.in);
  const count = await countSearched(tx, employee_id, scope);
  if (!count) return NOTHING;
  const search = {
    employee_id,
    scope,
    find: filtersOf(tx.company_id, filters),
    together: phrasesOf(wanted).map((phrase) => `%${phrase}%`),
    after: filters.after ?? null,
    before: filters.before ?? null,
    place: place === NEAR ? null : place && ([place[0], place[1]] as const),
    limit: limit + 1,
  };
  const as_of = (place !== NEAR && place?.[3]) || null;
  return lookFor(tx, { wanted, search, isSmall: count <= WALK, isFew: count <= WALK_NEAR, as_of }, place);
}

async function lookFor(tx: Tx, asked: Asked, place: SearchPlace | null): Promise<MessagesFound> {
  const nearness = place && place !== NEAR ? (place[2] ?? 0) : null;
  if (place !== NEAR && !nearness) {
    const rows = await exactly(tx, asked);
    if (rows.length || nearness === 0) return pageOf(asked, rows, 0);
    if (!asked.isFew) return { items: [], next: looseIn(asked.wanted).length ? NEAR : null };
  }
  const look = openNear(tx, asked);
  for (const one of nearness ? [nearness] : NEARNESSES) {
    const rows = await look(one);
    if (rows.length) return pageOf(asked, rows, one);
  }
  return NOTHING;
}

function exactly(tx: Tx, { wanted, search, isSmall }: Asked): Promise<FoundRow[]> {
  const all = { ...search, find: allOf([...partsOf(wanted), search.find]) };
  return isSmall ? walkMessages(tx, all) : throughTime(all, (part) => findMessages(tx, part));
}

const placeOf = ({ created_at, message_id }: FoundRow, nearness: Nearness | 0, as_of: string): SearchPlace =>
  nearness ? [created_at, message_id, nearness, as_of] : [created_at, message_id];

/** One row more than a page has says that there is another page. */
function pageOf({ wanted, search, as_of }: Asked, rows: readonly FoundRow[], nearness: Nearness | 0): MessagesFound {
  const most = search.limit - 1;
  const last = rows.length > most ? rows[most - 1] : undefined;
  const spelled = nearness ? nearly(wanted, nearness) : null;
  const meant = ({ text }: FoundRow): Wanted => spelled?.(lineOf(wordsIn(text))) ?? wanted;
  return {
    items: rows.slice(0, most).map((row) => present(row, meant(row))),
    ...(nearness && { near: true as const }),
    next: last ? placeOf(last, nearness, as_of ?? new Date().toISOString()) : null,
  };
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
