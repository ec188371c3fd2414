// SQL of who is in a space, and as what.
import type { Space } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';

export type Role = NonNullable<Space['role']>;

export interface MemberRow {
  readonly employee_id: string;
  readonly role: Role;
  readonly joined_at: string;
}

const ROLE = 'SELECT role FROM space_member WHERE company_id = $1 AND space_id = $2 AND employee_id = $3';

/** Null if they are no member. */
export async function findRole(tx: Tx, space_id: string, employee_id: string): Promise<Role | null> {
  const [row] = await tx.query<{ role: Role }>(ROLE, [tx.company_id, space_id, employee_id]);
  return row?.role ?? null;
}

const OTHER_ADMIN = `SELECT 1 FROM space_member
  WHERE company_id = $1 AND space_id = $2 AND role = 'admin' AND employee_id <> $3 LIMIT 1`;

/** True if somebody else than the employee is an admin. */
export const hasOtherAdmin = async (tx: Tx, space_id: string, employee_id: string): Promise<boolean> =>
  (await tx.query(OTHER_ADMIN, [tx.company_id, space_id, employee_id])).length > 0;

const ADD = `WITH added AS (
    INSERT INTO space_member (company_id, space_id, employee_id, role) SELECT $1, $2, unnest($3::uuid[]), $4
    ON CONFLICT DO NOTHING RETURNING employee_id),
  counted AS (
    UPDATE space SET total_members = total_members + (SELECT count(*) FROM added) WHERE company_id = $1 AND space_id = $2)
  SELECT employee_id FROM added ORDER BY employee_id`;

/** Adds those who are no members yet, and answers who that was, by id. The space is held by the caller. */
export const insertMembers = async (
  tx: Tx,
  space_id: string,
  employee_ids: readonly string[],
  role: Role,
): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(ADD, [tx.company_id, space_id, employee_ids, role])).map(
    (row) => row.employee_id,
  );

const SET_ROLE = 'UPDATE space_member SET role = $4 WHERE company_id = $1 AND space_id = $2 AND employee_id = $3';

export const updateRole = (tx: Tx, space_id: string, employee_id: string, role: Role): Promise<object[]> =>
  tx.query(SET_ROLE, [tx.company_id, space_id, employee_id, role]);

const TAKE = `WITH taken AS (
    DELETE FROM space_member WHERE company_id = $1 AND space_id = $2 AND employee_id = $3 RETURNING 1)
  UPDATE space SET total_members = total_members - 1
  WHERE company_id = $1 AND space_id = $2 AND EXISTS (SELECT FROM taken)`;

/** The space is held by the caller. */
export const deleteMember = (tx: Tx, space_id: string, employee_id: string): Promise<object[]> =>
  tx.query(TAKE, [tx.company_id, space_id, employee_id]);

const ALL = 'SELECT employee_id FROM space_member WHERE company_id = $1 AND space_id = $2';

export const listMemberIds = async (tx: Tx, space_id: string): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(ALL, [tx.company_id, space_id])).map((row) => row.employee_id);

const ADMINS = `${ALL} AND role = 'admin' ORDER BY employee_id`;

export const listAdminIds = async (tx: Tx, space_id: string): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(ADMINS, [tx.company_id, space_id])).map((row) => row.employee_id);

const AMONG = `${ALL} AND employee_id = ANY($3) ORDER BY employee_id`;

/** Those of them who are in the space, by id. */
export const findMembers = async (tx: Tx, space_id: string, employee_ids: readonly string[]): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(AMONG, [tx.company_id, space_id, employee_ids])).map(
    (row) => row.employee_id,
  );

const PAGE = `SELECT employee_id, role, joined_at FROM space_member
  WHERE company_id = $1 AND space_id = $2 AND (role, joined_at, employee_id) > ($3, $4::timestamptz, $5::uuid)
  ORDER BY role, joined_at, employee_id LIMIT $6`;

/** Role, time of joining and id of the last member of the page before. */
export type MemberPlace = readonly [role: string, joined_at: string, employee_id: string];
const START: MemberPlace = ['', '-infinity', '00000000-0000-0000-0000-000000000000'];

/** Admins first ("admin" sorts before "member"), each in the order in which they joined. */
export const listMemberPage = (
  tx: Tx,
  space_id: string,
  place: MemberPlace | null,
  limit: number,
): Promise<MemberRow[]> => tx.query(PAGE, [tx.company_id, space_id, ...(place ?? START), limit]);

const LONGEST = `SELECT employee_id FROM space_member WHERE company_id = $1 AND space_id = $2 AND employee_id <> $3
  ORDER BY joined_at, employee_id LIMIT 1`;

/** Who has been in the space for longest, besides the employee. */
export async function findLongestMember(tx: Tx, space_id: string, employee_id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ employee_id: string }>(LONGEST, [tx.company_id, space_id, employee_id]);
  return row?.employee_id;
}

const IDS = 'SELECT space_id FROM space_member WHERE company_id = $1 AND employee_id = $2 ORDER BY space_id';

/** The spaces that the employee is in, by id. */
export const listSpaceIds = async (tx: Tx, employee_id: string): Promise<string[]> =>
  (await tx.query<{ space_id: string }>(IDS, [tx.company_id, employee_id])).map((row) => row.space_id);
