// SQL of who asks to come into a space, and who was asked to.
import type { Tx } from '../../../platform/db/database.ts';

export type Status = 'requested' | 'invited';

export interface JoiningRow {
  readonly employee_id: string;
  readonly status: Status;
  readonly invited_by: string | null;
  readonly since: string;
}

const LINK = 'SELECT link_code FROM space WHERE company_id = $1 AND space_id = $2';

/** What a link to the space carries. */
export async function findLinkCode(tx: Tx, space_id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ link_code: string }>(LINK, [tx.company_id, space_id]);
  return row?.link_code;
}

const ASK = `INSERT INTO space_joining (company_id, space_id, employee_id, status) VALUES ($1, $2, $3, 'requested')
  ON CONFLICT (company_id, space_id, employee_id) DO UPDATE
    SET status = 'requested', invited_by = NULL, opens = false, since = now() WHERE space_joining.status = 'invited'
  RETURNING 1`;

/** In the place of an invitation. False if they have asked already. */
export const insertRequest = async (tx: Tx, space_id: string, employee_id: string): Promise<boolean> =>
  (await tx.query(ASK, [tx.company_id, space_id, employee_id])).length > 0;

const INVITE = `INSERT INTO space_joining (company_id, space_id, employee_id, status, invited_by, opens)
  SELECT $1, $2, e.employee_id, 'invited', $4, $5 FROM unnest($3::uuid[]) AS e (employee_id)
  WHERE NOT EXISTS (SELECT FROM space_member m WHERE m.company_id = $1 AND m.space_id = $2 AND m.employee_id = e.employee_id)
  ON CONFLICT (company_id, space_id, employee_id) DO UPDATE SET invited_by = excluded.invited_by, opens = true
    WHERE space_joining.status = 'invited' AND excluded.opens
      AND (NOT space_joining.opens OR space_joining.invited_by IS DISTINCT FROM excluded.invited_by)
  RETURNING employee_id`;

/**
 * Those who are no members and have not asked; answers for whom that changed anything. `opens` is never taken back, and
 * of several who open it the last one counts: it stands when the others leave.
 */
export const insertInvitations = async (
  tx: Tx,
  space_id: string,
  employee_ids: readonly string[],
  by: { readonly employee_id: string; readonly opens: boolean },
): Promise<string[]> =>
  (
    await tx.query<{ employee_id: string }>(INVITE, [tx.company_id, space_id, employee_ids, by.employee_id, by.opens])
  ).map((row) => row.employee_id);

const COLUMNS = 'employee_id, status, invited_by, since';
const SOME = `SELECT ${COLUMNS} FROM space_joining WHERE company_id = $1 AND space_id = $2 AND employee_id = ANY($3)`;

export const findJoining = (tx: Tx, space_id: string, employee_ids: readonly string[]): Promise<JoiningRow[]> =>
  tx.query(SOME, [tx.company_id, space_id, employee_ids]);

const ALL = `SELECT ${COLUMNS} FROM space_joining WHERE company_id = $1 AND space_id = $2
  ORDER BY since, employee_id LIMIT $3`;

/** Longest first. */
export const listJoining = (tx: Tx, space_id: string, limit: number): Promise<JoiningRow[]> =>
  tx.query(ALL, [tx.company_id, space_id, limit]);

const TAKE = `DELETE FROM space_joining WHERE company_id = $1 AND space_id = $2 AND employee_id = ANY($3)
  RETURNING ${COLUMNS}`;

/** Answers what there was. */
export const deleteJoining = (tx: Tx, space_id: string, employee_ids: readonly string[]): Promise<JoiningRow[]> =>
  tx.query(TAKE, [tx.company_id, space_id, employee_ids]);

const THEIRS = 'company_id = $1 AND (employee_id = $2 OR invited_by = $2)';
const COUNT = `SELECT count(*) FILTER (WHERE employee_id = $2 AND status = 'requested')::integer AS requests,
    count(*) FILTER (WHERE employee_id = $2 AND status = 'invited')::integer AS invited,
    count(*) FILTER (WHERE employee_id <> $2)::integer AS inviting
  FROM space_joining WHERE ${THEIRS}`;

/** Of somebody: what they have asked for, what they were invited to, and to what they have invited others. */
export async function countJoining(
  tx: Tx,
  employee_id: string,
): Promise<{ requests: number; invited: number; inviting: number }> {
  const [row] = await tx.query<{ requests: number; invited: number; inviting: number }>(COUNT, [
    tx.company_id,
    employee_id,
  ]);
  return row ?? { requests: 0, invited: 0, inviting: 0 };
}

const FORGET = `DELETE FROM space_joining WHERE ${THEIRS} RETURNING space_id, employee_id`;

/** All of that; answers who waited for which space. */
export const forgetJoining = (tx: Tx, employee_id: string): Promise<{ space_id: string; employee_id: string }[]> =>
  tx.query(FORGET, [tx.company_id, employee_id]);
