// SQL of searching messages. Who may read what is part of every statement: `c.gate_id`, the conversation whose members may.
import type { Message } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Place } from '../place.ts';
import { SEES_C, SINCE } from '../repo/conversation-repo.ts';

/** Which of the caller's conversations: all, a space's, one sub-space's, group's or campaign's, or the one with a colleague. */
export interface Scope {
  readonly space_id: string | null;
  readonly conversation_id: string | null;
  readonly other_id: string | null;
}

export interface Search {
  readonly employee_id: string;
  readonly scope: Scope;
  /** As PostgreSQL writes a tsquery; the lexemes are those of `search_words` (migrations). */
  readonly find: string;
  /** LIKE patterns over the folded text with a blank before and after it. */
  readonly together: readonly string[];
  /** From the first moment to before the second, by whatever filters; null: open. */
  readonly after: string | null;
  readonly before: string | null;
  /** Only what stands behind this: the last message of the page before. */
  readonly place: readonly [created_at: string, message_id: string] | null;
  readonly limit: number;
}

export interface FoundRow extends Pick<Message, 'message_id' | 'seq' | 'sender_id' | 'type' | 'created_at'> {
  /** With the names of its files. */
  readonly text: string;
  readonly conversation_id: string;
  /** Null in a direct conversation, a group or a campaign. */
  readonly space_id: string | null;
  readonly kind: Place['kind'];
  /** The other one of a direct conversation; null in a group or a campaign. */
  readonly other_id: string | null;
  /** The root of the thread that it stands in; the conversation is that of the root then. */
  readonly thread_id: string | null;
}

const OTHER = 'CASE WHEN p.employee_low = $2 THEN p.employee_high ELSE p.employee_low END';
// `p` is where somebody is in, `c` that and its threads.
const MINE = `SELECT c.conversation_id, c.last_seq, ${SINCE} AS since_seq FROM conversation_member m
  JOIN conversation p ON p.company_id = $1 AND p.conversation_id = m.conversation_id AND p.kind <> 'thread'
  JOIN conversation c ON c.company_id = $1 AND c.gate_id = p.conversation_id
  WHERE m.company_id = $1 AND m.employee_id = $2 AND ($3::uuid IS NULL OR p.space_id = $3)
    AND ($4::uuid IS NULL OR p.conversation_id = $4) AND ($5::uuid IS NULL OR (p.space_id IS NULL AND ${OTHER} = $5)) AND ${SEES_C}`;
const COUNT = `SELECT coalesce(sum(last_seq), 0) AS count FROM (${MINE}) AS mine`;

const scoped = (tx: Tx, employee_id: string, { space_id, conversation_id, other_id }: Scope) => [
  tx.company_id,
  employee_id,
  space_id,
  conversation_id,
  other_id,
];

/** How many messages there are to look through, deleted ones included. */
export async function countSearched(tx: Tx, employee_id: string, scope: Scope): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT, scoped(tx, employee_id, scope));
  return row?.count ?? 0;
}

// Nothing that an index of times could be asked: the words are answered by theirs alone (migrations, search_plan).
const WITHIN = `(x.created_at >= $6::timestamptz) IS NOT FALSE AND (x.created_at < $7::timestamptz) IS NOT FALSE
    AND ((x.created_at, x.message_id) < ($8::timestamptz, $9::uuid)) IS NOT FALSE
    AND (cardinality($10::text[]) = 0 OR (' ' || search_fold(searched(x.text, x.attachments)) || ' ') LIKE ALL ($10))`;
const KEYS = 'x.conversation_id, x.seq, x.created_at, x.message_id';
const NEWEST = 'ORDER BY x.created_at DESC, x.message_id DESC LIMIT $11';
// The newest first, and only then what is shown of them.
const shown = (found: string) => `
SELECT y.message_id, y.seq, y.sender_id, y.type, y.created_at, searched(y.text, y.attachments) AS text, p.conversation_id, p.kind, p.space_id, ${OTHER} AS other_id,
  c.root_id AS thread_id
FROM (${found} ${NEWEST}) AS k
JOIN message y ON y.company_id = $1 AND y.conversation_id = k.conversation_id AND y.seq = k.seq
JOIN conversation c ON c.company_id = $1 AND c.conversation_id = k.conversation_id
JOIN conversation p ON p.company_id = $1 AND p.conversation_id = c.gate_id
ORDER BY k.created_at DESC, k.message_id DESC`;
// Conversation by conversation: their messages are looked at one after the other.
const WALK = shown(`SELECT ${KEYS} FROM (${MINE}) AS mine
  JOIN message x ON x.company_id = $1 AND x.conversation_id = mine.conversation_id AND x.seq > mine.since_seq
  WHERE ${WITHIN} AND x.words @@ $12::tsquery`);
const among = (which: string) =>
  `(x.conversation_id IN (SELECT conversation_id FROM (${MINE}) AS mine WHERE ${which})) IS TRUE`;
// By the index of words. `IS TRUE` keeps the planner from fetching all that is in the conversations to begin with. From where on one
// sees is asked only where that is not the beginning.
const FOUND = `SELECT ${KEYS} FROM message_found x WHERE x.company_id IS NOT DISTINCT FROM $1 AND ${WITHIN} AND (${among('since_seq = 0')} OR (${among('since_seq > 0')}
  AND x.seq > (SELECT m.since_seq FROM conversation_member m
    WHERE m.company_id = $1 AND m.conversation_id = x.conversation_id AND m.employee_id = $2)))`;
const FIND = shown(FOUND);
const ASK = "SELECT set_config('app.search', $1, true)";

function values(tx: Tx, { employee_id, scope, after, before, place, together, limit }: Search): unknown[] {
  const [created_at, message_id] = place ?? [null, null];
  return [...scoped(tx, employee_id, scope), after, before, created_at, message_id, together, limit];
}

/** Newest first. Costs what there is in the conversations. */
export const walkMessages = (tx: Tx, search: Search): Promise<FoundRow[]> =>
  tx.query(WALK, [...values(tx, search), search.find]);

/** The question is asked by a policy; it and its answer stand next to each other in the transaction. */
async function ask<T extends object>(tx: Tx, { find }: Search, text: string, given: unknown[]): Promise<T[]> {
  const [, rows] = await Promise.all([tx.query(ASK, [find]), tx.query<T>(text, given)]);
  return rows;
}

/** Newest first. Costs what the company has of what is searched for. */
export const findMessages = (tx: Tx, search: Search): Promise<FoundRow[]> => ask(tx, search, FIND, values(tx, search));

// Which words there are, where not the words themselves are known but how they begin: LIKE patterns.
const LIKE = (words: string, patterns: string) =>
  `unnest(tsvector_to_array(${words})) AS word WHERE word LIKE ANY (${patterns}::text[])`;
const WALK_WORDS = `SELECT DISTINCT word FROM (SELECT x.words FROM (${MINE}) AS mine
  JOIN message x ON x.company_id = $1 AND x.conversation_id = mine.conversation_id AND x.seq > mine.since_seq
  WHERE ${WITHIN} AND x.words @@ $11::tsquery) AS found, ${LIKE('words', '$12')}`;
const FIND_WORDS = `SELECT ARRAY(SELECT word FROM ${LIKE('y.words', '$12')}) AS words FROM (${FOUND} ${NEWEST}) AS k
  JOIN message y ON y.company_id = $1 AND y.conversation_id = k.conversation_id AND y.seq = k.seq`;

/** The words of all messages that fit. Costs what there is in the conversations. */
export async function walkWords(tx: Tx, search: Search, patterns: readonly string[]): Promise<string[]> {
  const given = [...values(tx, search).slice(0, -1), search.find, patterns];
  return (await tx.query<{ word: string }>(WALK_WORDS, given)).map(({ word }) => word);
}

/** The words of the newest messages that fit, message by message. */
export const findWords = (tx: Tx, search: Search, patterns: readonly string[]): Promise<{ words: string[] }[]> =>
  ask(tx, search, FIND_WORDS, [...values(tx, search), patterns]);
