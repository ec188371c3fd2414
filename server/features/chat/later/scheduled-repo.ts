// SQL of messages that wait for their time.
import type { Scheduled } from '#contract/chat/scheduled.ts';
import type { Tx } from '../../../platform/db/database.ts';

const COLUMNS = `message_id, address, body, coalesce(attachments, '[]') AS attachments, reply_to, due_at, error_code`;

const INSERT = `INSERT INTO scheduled_message (company_id, message_id, employee_id, address, body, reply_to, due_at, attachments)
  SELECT $1, $3, $2, $4, $5, $6, $7, $8::jsonb WHERE NOT EXISTS (SELECT FROM message WHERE company_id = $1 AND message_id = $3)
  ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;

const PUT_FILES = `INSERT INTO scheduled_file (company_id, message_id, file_id) SELECT $1, $2, unnest($3::uuid[])`;
const idOf = ({ file_id }: Scheduled['attachments'][number]): string => file_id;

/** Nothing if its id is taken: by another one that waits, or by a message. */
export async function insertScheduled(
  tx: Tx,
  employee_id: string,
  { message_id, address, body, attachments, reply_to, due_at }: Omit<Scheduled, 'error_code'>,
): Promise<Scheduled | undefined> {
  const values = [tx.company_id, employee_id, message_id, JSON.stringify(address), JSON.stringify(body), reply_to];
  const kept = attachments.length ? JSON.stringify(attachments) : null;
  const [row] = await tx.query<Scheduled>(INSERT, [...values, due_at, kept]);
  if (row && attachments.length) await tx.query(PUT_FILES, [tx.company_id, message_id, attachments.map(idOf)]);
  return row;
}

const COUNT = 'SELECT count(*)::integer AS waiting FROM scheduled_message WHERE company_id = $1 AND employee_id = $2';

export async function countScheduled(tx: Tx, employee_id: string): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(COUNT, [tx.company_id, employee_id]);
  return row?.waiting ?? 0;
}

const LIST = `SELECT ${COLUMNS} FROM scheduled_message WHERE company_id = $1 AND employee_id = $2
  ORDER BY due_at, message_id`;

/** The next one first. */
export const listScheduled = (tx: Tx, employee_id: string): Promise<Scheduled[]> =>
  tx.query(LIST, [tx.company_id, employee_id]);

const HOLD = `SELECT ${COLUMNS} FROM scheduled_message
  WHERE company_id = $1 AND employee_id = $2 AND message_id = $3 FOR UPDATE`;

/** One of the employee's, which nobody else changes or sends until the commit. Nothing once it is sent or deleted. */
export async function holdScheduled(tx: Tx, employee_id: string, message_id: string): Promise<Scheduled | undefined> {
  const [row] = await tx.query<Scheduled>(HOLD, [tx.company_id, employee_id, message_id]);
  return row;
}

const UPDATE = `UPDATE scheduled_message SET body = $3, due_at = $4, error_code = $5
  WHERE company_id = $1 AND message_id = $2`;

export const updateScheduled = (
  tx: Tx,
  { message_id, body, due_at, error_code }: Pick<Scheduled, 'message_id' | 'body' | 'due_at' | 'error_code'>,
): Promise<object[]> => tx.query(UPDATE, [tx.company_id, message_id, JSON.stringify(body), due_at, error_code]);

// Its files are no longer in use by that; they stay until they are swept, for who takes the deletion back.
const DELETE = 'DELETE FROM scheduled_message WHERE company_id = $1 AND message_id = $2';

export const deleteScheduled = (tx: Tx, message_id: string): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, message_id]);

/** One that is due, of whatever company. */
export interface Due {
  readonly company_id: string;
  readonly message_id: string;
  readonly due_at: string;
}

const DUE = `SELECT company_id, message_id, due_at FROM scheduled_message
  WHERE error_code IS NULL AND due_at <= now() AND (due_at, message_id) > ($1::timestamptz, $2::uuid)
  ORDER BY due_at, message_id LIMIT $3`;
const FIRST: Pick<Due, 'due_at' | 'message_id'> = {
  due_at: '-infinity',
  message_id: '00000000-0000-0000-0000-000000000000',
};

/** In a system transaction: the next ones that are due, behind `after`. */
export const listDue = (tx: Tx, after: Due | undefined, limit: number): Promise<Due[]> => {
  const { due_at, message_id } = after ?? FIRST;
  return tx.query(DUE, [due_at, message_id, limit]);
};

const NEXT = 'SELECT min(due_at) AS due_at FROM scheduled_message WHERE error_code IS NULL AND due_at > now()';

/** In a system transaction: when the next one is due; null if none waits. */
export async function findNextTime(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string | null }>(NEXT);
  return row?.due_at ?? null;
}

// Another server that has it is at it: it is not waited for.
const TAKE = `SELECT ${COLUMNS}, employee_id, due_at < now() - $3::integer * interval '1 millisecond' AS is_late FROM scheduled_message
  WHERE company_id = $1 AND message_id = $2 AND error_code IS NULL AND due_at <= now() FOR UPDATE SKIP LOCKED`;

export interface Taken {
  readonly employee_id: string;
  /** It should have been sent longer ago than is unnoticed. */
  readonly is_late: boolean;
  readonly held: Scheduled;
}

/** One that is still due and that nobody else is sending; held until the commit. `slack`: how late is not late yet, in milliseconds. */
export async function takeDue(tx: Tx, message_id: string, slack: number): Promise<Taken | undefined> {
  const [row] = await tx.query<Scheduled & Omit<Taken, 'held'>>(TAKE, [tx.company_id, message_id, slack]);
  if (!row) return undefined;
  const { employee_id, is_late, ...held } = row;
  return { employee_id, is_late, held };
}
