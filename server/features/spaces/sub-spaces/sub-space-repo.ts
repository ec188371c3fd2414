// SQL of sub-spaces, and of who is in the private ones.
import type { SubSpace } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface NewSubSpace {
  readonly sub_space_id: string;
  readonly space_id: string;
  readonly sub_space_name: string;
  readonly sub_space_description: string;
  readonly is_private: boolean;
}

export type SubSpaceRow = SubSpace & { readonly created_by: string };

const COLUMNS = `company_id, sub_space_id, space_id, sub_space_name, sub_space_description, is_default, is_private, position,
  archived_at, created_at, created_by`;

const FIND = `SELECT ${COLUMNS} FROM sub_space WHERE company_id = $1 AND sub_space_id = $2`;

/** Looks past who may see it. */
export async function findSubSpace(tx: Tx, sub_space_id: string): Promise<SubSpaceRow | undefined> {
  const [row] = await tx.query<SubSpaceRow>(FIND, [tx.company_id, sub_space_id]);
  return row;
}

const OF_SPACE = `SELECT sub_space_id FROM sub_space WHERE company_id = $1 AND space_id = $2 AND ($3 OR NOT is_private)
  ORDER BY sub_space_id`;

/** By id; the private ones only if asked for. */
export const listSubSpaceIds = async (tx: Tx, space_id: string, withPrivate: boolean): Promise<string[]> =>
  (await tx.query<{ sub_space_id: string }>(OF_SPACE, [tx.company_id, space_id, withPrivate])).map(
    (row) => row.sub_space_id,
  );

// Steps of any size: a gap does not tell that there is a sub-space which one does not see.
const INSERT = `INSERT INTO sub_space (company_id, sub_space_id, space_id, sub_space_name, sub_space_description, created_by,
    is_private, position, is_default)
  SELECT $1, $2, $3, $4, $5, $6, $7, coalesce(last + 1 + floor(random() * 9)::integer, 1), last IS NULL
  FROM (SELECT max(position) AS last FROM sub_space WHERE company_id = $1 AND space_id = $3) AS places
  RETURNING ${COLUMNS}`;

/** Behind the others of its space, which the caller holds; the first is the default one. The id must be free. */
export async function insertSubSpace(tx: Tx, sub: NewSubSpace, created_by: string): Promise<SubSpaceRow> {
  const { sub_space_id, space_id, sub_space_name, sub_space_description, is_private } = sub;
  const values = [sub_space_id, space_id, sub_space_name, sub_space_description, created_by, is_private];
  const [row] = await tx.query<SubSpaceRow>(INSERT, [tx.company_id, ...values]);
  return row as SubSpaceRow;
}

const RENAME = `UPDATE sub_space SET sub_space_name = $3, sub_space_description = $4
  WHERE company_id = $1 AND sub_space_id = $2`;

export const renameSubSpace = (
  tx: Tx,
  { sub_space_id, sub_space_name, sub_space_description }: Omit<NewSubSpace, 'space_id'>,
): Promise<object[]> => tx.query(RENAME, [tx.company_id, sub_space_id, sub_space_name, sub_space_description]);

const ARCHIVE = `UPDATE sub_space SET archived_at = CASE WHEN $3 THEN clock_timestamp() END
  WHERE company_id = $1 AND sub_space_id = $2 RETURNING archived_at`;

/** Answers since when; null if it is in use again. */
export async function setArchived(tx: Tx, sub_space_id: string, archived: boolean): Promise<string | null> {
  const [row] = await tx.query<{ archived_at: string | null }>(ARCHIVE, [tx.company_id, sub_space_id, archived]);
  return row?.archived_at ?? null;
}

const MOVE = `UPDATE sub_space s SET position = p.position FROM unnest($3::uuid[], $4::integer[]) AS p (sub_space_id, position)
  WHERE s.company_id = $1 AND s.space_id = $2 AND s.sub_space_id = p.sub_space_id`;

/** All at once, so that they can take each other's places. */
export const setPositions = (
  tx: Tx,
  space_id: string,
  places: readonly { readonly sub_space_id: string; readonly position: number }[],
): Promise<object[]> => {
  const ids = places.map(({ sub_space_id }) => sub_space_id);
  return tx.query(MOVE, [tx.company_id, space_id, ids, places.map(({ position }) => position)]);
};

const IS_IN = 'SELECT 1 FROM sub_space_member WHERE company_id = $1 AND sub_space_id = $2 AND employee_id = $3';

/** Whether somebody is in a private one. */
export const isInPrivate = async (tx: Tx, sub_space_id: string, employee_id: string): Promise<boolean> =>
  (await tx.query(IS_IN, [tx.company_id, sub_space_id, employee_id])).length > 0;

const PEOPLE = `SELECT employee_id FROM sub_space_member WHERE company_id = $1 AND sub_space_id = $2 ORDER BY employee_id`;

/** Of a private one, by id. */
export const listPrivateMembers = async (tx: Tx, sub_space_id: string): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(PEOPLE, [tx.company_id, sub_space_id])).map((row) => row.employee_id);

const ADD = `INSERT INTO sub_space_member (company_id, sub_space_id, employee_id) SELECT $1, $2, unnest($3::uuid[])
  ON CONFLICT DO NOTHING RETURNING employee_id`;

/** Into a private one; answers who was not in it, by id. */
export const insertPrivateMembers = async (
  tx: Tx,
  sub_space_id: string,
  employee_ids: readonly string[],
): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(ADD, [tx.company_id, sub_space_id, employee_ids]))
    .map((row) => row.employee_id)
    .sort();

const ADD_TO_ALL = `INSERT INTO sub_space_member (company_id, sub_space_id, employee_id)
  SELECT $1, s.sub_space_id, e.employee_id FROM sub_space s CROSS JOIN unnest($3::uuid[]) AS e (employee_id)
  WHERE s.company_id = $1 AND s.space_id = $2 AND s.is_private ON CONFLICT DO NOTHING RETURNING sub_space_id`;

/** Into all private ones of the space; answers which were new to anybody. */
export const enterPrivate = async (tx: Tx, space_id: string, employee_ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ sub_space_id: string }>(ADD_TO_ALL, [tx.company_id, space_id, employee_ids]);
  return [...new Set(rows.map((row) => row.sub_space_id))].sort();
};

const TAKE =
  'DELETE FROM sub_space_member WHERE company_id = $1 AND sub_space_id = $2 AND employee_id = $3 RETURNING 1';

/** False if they were not in it. */
export const deletePrivateMember = async (tx: Tx, sub_space_id: string, employee_id: string): Promise<boolean> =>
  (await tx.query(TAKE, [tx.company_id, sub_space_id, employee_id])).length > 0;

const TAKE_ALL = `DELETE FROM sub_space_member m USING sub_space s WHERE s.company_id = $1 AND s.space_id = $2
  AND m.company_id = $1 AND m.sub_space_id = s.sub_space_id AND m.employee_id = $3`;

/** Out of all private ones of the space. */
export const exitPrivate = (tx: Tx, space_id: string, employee_id: string): Promise<object[]> =>
  tx.query(TAKE_ALL, [tx.company_id, space_id, employee_id]);

const OWN_PRIVATE = `SELECT m.sub_space_id FROM sub_space_member m
  JOIN sub_space s ON s.company_id = $1 AND s.sub_space_id = m.sub_space_id
  WHERE m.company_id = $1 AND s.space_id = $2 AND m.employee_id = $3 AND s.is_private ORDER BY m.sub_space_id`;

/** The private ones of the space that somebody is in, by id. */
export const listOwnPrivate = async (tx: Tx, space_id: string, employee_id: string): Promise<string[]> =>
  (await tx.query<{ sub_space_id: string }>(OWN_PRIVATE, [tx.company_id, space_id, employee_id])).map(
    (row) => row.sub_space_id,
  );
