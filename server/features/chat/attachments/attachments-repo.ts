// SQL of which files are in which messages.
import type { Attachment } from '#contract/chat/attachment.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type ConversationRow, READER, seesAt } from '../repo/conversation-repo.ts';

interface Key {
  readonly conversation_id: string;
  readonly seq: number;
}

const PUT = `INSERT INTO message_file (company_id, conversation_id, seq, file_id) SELECT $1, $2, $3, unnest($4::uuid[])`;
const TAKE = `DELETE FROM message_file WHERE company_id = $1 AND conversation_id = $2 AND seq = $3`;

export const putFiles = (tx: Tx, { conversation_id, seq }: Key, file_ids: readonly string[]): Promise<object[]> =>
  tx.query(PUT, [tx.company_id, conversation_id, seq, file_ids]);
export const takeFiles = (tx: Tx, { conversation_id, seq }: Key): Promise<object[]> =>
  tx.query(TAKE, [tx.company_id, conversation_id, seq]);

const READABLE = `SELECT DISTINCT f.file_id FROM message_file f
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = f.conversation_id
  JOIN ${READER} AND ${seesAt('f.seq')}
  WHERE f.company_id = $1 AND f.file_id = ANY($3)`;
const SENT = `SELECT file_id FROM message_file WHERE company_id = $1 AND file_id = ANY($2)
  UNION SELECT file_id FROM scheduled_file WHERE company_id = $1 AND file_id = ANY($2)`;

const idsOf = (rows: readonly { readonly file_id: string }[]): string[] => rows.map((row) => row.file_id);

/** Those of the files that are in a message which the employee may read. */
export const filesReadBy = async (tx: Tx, employee_id: string, file_ids: readonly string[]): Promise<string[]> =>
  idsOf(await tx.query<{ file_id: string }>(READABLE, [tx.company_id, employee_id, file_ids]));

/** Those of the files that are in any message, or will be. */
export const filesSent = async (tx: Tx, file_ids: readonly string[]): Promise<string[]> =>
  idsOf(await tx.query<{ file_id: string }>(SENT, [tx.company_id, file_ids]));

export interface FilesRow {
  readonly message_id: string;
  readonly seq: number;
  readonly sender_id: string;
  readonly created_at: string;
  readonly attachments: Attachment[];
}

const LIST = `SELECT x.message_id, x.seq, x.sender_id, x.created_at, x.attachments
  FROM (SELECT DISTINCT seq FROM message_file WHERE company_id = $1 AND conversation_id = $2 AND seq < $3 AND seq > $5
    AND NOT is_preview ORDER BY seq DESC LIMIT $4) f
  JOIN message x ON x.company_id = $1 AND x.conversation_id = $2 AND x.seq = f.seq ORDER BY x.seq DESC`;

/** Messages with files, latest first, before a seq. */
export const listWithFiles = (
  tx: Tx,
  { conversation_id, since_seq }: Pick<ConversationRow, 'conversation_id' | 'since_seq'>,
  before_seq: number,
  limit: number,
): Promise<FilesRow[]> => tx.query(LIST, [tx.company_id, conversation_id, before_seq, limit, since_seq]);
