// SQL of drafts.
import type { Draft } from '#contract/chat/drafts.ts';
import type { Tx } from '../../../platform/db/database.ts';

// Keys of jsonb stand in one order, so that one address is one row. A clock that is ahead must not win for ever.
const KEEP = `INSERT INTO draft AS d (company_id, employee_id, address, body, reply_to, typed_at)
  VALUES ($1, $2, $3, $4, $5, least($6::timestamptz, clock_timestamp()))
  ON CONFLICT (company_id, employee_id, address) DO UPDATE
    SET body = excluded.body, reply_to = excluded.reply_to, typed_at = excluded.typed_at
  WHERE excluded.typed_at > d.typed_at RETURNING address, body, reply_to, typed_at`;

/** As it is kept; nothing if what is there was typed later, or is the same. */
export async function upsertDraft(
  tx: Tx,
  employee_id: string,
  { address, body, reply_to, typed_at }: Draft,
): Promise<Draft | undefined> {
  const said = [body && JSON.stringify(body), reply_to && JSON.stringify(reply_to)];
  const values = [tx.company_id, employee_id, JSON.stringify(address), ...said, typed_at];
  const [row] = await tx.query<Draft>(KEEP, values);
  return row;
}

const COUNT =
  'SELECT count(*)::integer AS drafts FROM draft WHERE company_id = $1 AND employee_id = $2 AND body IS NOT NULL';

/** Those in which there is something. */
export async function countDrafts(tx: Tx, employee_id: string): Promise<number> {
  const [row] = await tx.query<{ drafts: number }>(COUNT, [tx.company_id, employee_id]);
  return row?.drafts ?? 0;
}

const LIST = `SELECT address, body, reply_to, typed_at FROM draft WHERE company_id = $1 AND employee_id = $2
  ORDER BY address->>'entity_type', address->>'entity_id', address->>'sub_space_id' NULLS FIRST`;

/** By address; also those that were taken away. */
export const listDrafts = (tx: Tx, employee_id: string): Promise<Draft[]> =>
  tx.query(LIST, [tx.company_id, employee_id]);
