// SQL of what stands in all sub-spaces of a space that somebody is in: what was attached, what is pinned. Threads are left out, as
// they are in the lists of one conversation.
import type { Tx } from '../../../platform/db/database.ts';
import type { FilesRow } from '../attachments/attachments-repo.ts';
import type { ListPlace } from '../messages/cursor.ts';
import { READER } from './conversation-repo.ts';
import { COLUMNS, type MessageRow } from './message-repo.ts';

// The newest ones of each sub-space, by its index, and of all these the newest; only then what is shown of them. Each reads no
// further than a page, and begins where the page does: without a place at the end of time, so that there is one plan for both.
const newest = (shown: string, at: string, which: string) => `
SELECT ${shown} FROM (
  SELECT k.conversation_id, k.seq, k.at, k.message_id FROM conversation c JOIN ${READER}
  CROSS JOIN LATERAL (SELECT x.conversation_id, x.seq, ${at} AS at, x.message_id FROM message x
    WHERE x.company_id = $1 AND x.conversation_id = c.conversation_id AND ${which} AND x.seq > m.since_seq
      AND (${at}, x.message_id) < ($4::timestamptz, $5::uuid)
    ORDER BY ${at} DESC, x.message_id DESC LIMIT $6) k
  WHERE c.company_id = $1 AND c.space_id = $3 AND c.kind = 'sub_space'
  ORDER BY k.at DESC, k.message_id DESC LIMIT $6) k
JOIN message x ON x.company_id = $1 AND x.conversation_id = k.conversation_id AND x.seq = k.seq
ORDER BY k.at DESC, k.message_id DESC`;

const FILES = newest(
  'x.message_id, x.conversation_id, x.seq, x.sender_id, x.created_at, x.attachments',
  'x.created_at',
  'x.attachments IS NOT NULL',
);
const PINS = newest(COLUMNS, 'x.pinned_at', 'x.pinned_at IS NOT NULL');

/** Which part of a space's list. */
export interface SpacePage {
  readonly employee_id: string;
  readonly space_id: string;
  /** Only what stands behind this: the last one of the page before. */
  readonly place: ListPlace | null;
  readonly limit: number;
}

const FROM_THE_NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const valuesOf = (tx: Tx, { employee_id, space_id, place, limit }: SpacePage): unknown[] => [
  tx.company_id,
  employee_id,
  space_id,
  ...(place ?? FROM_THE_NEWEST),
  limit,
];

/** Messages with files, by when they were written, latest first. */
export const listFilesOfSpace = (
  tx: Tx,
  page: SpacePage,
): Promise<(FilesRow & Pick<MessageRow, 'conversation_id'>)[]> => tx.query(FILES, valuesOf(tx, page));

/** Pinned messages, by when they were pinned, latest first. */
export const listPinnedInSpace = (tx: Tx, page: SpacePage): Promise<(MessageRow & { readonly pinned_at: string })[]> =>
  tx.query(PINS, valuesOf(tx, page));
