// SQL of who is in a space, and as what.
import type { Space } from '#contract/chat.ts';
import type { SpaceAction, Standing } from '#contract/spaces/space-role.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Rest } from '../policy.ts';
import { spaceRoleOf } from '../space-repo.ts';

export type Role = NonNullable<Space['role']>;

export interface MemberRow {
  readonly employee_id: string;
  readonly role: Role;
  readonly space_role_id: string | null;
  readonly joined_at: string;
}

/** Of somebody who is in. */
export type MemberStanding = Standing & { readonly role: Role };

const ROLE = 'SELECT role FROM space_member WHERE company_id = $1 AND space_id = $2 AND employee_id = $3';

/** Null if they are no member. */
export async function findRole(tx: Tx, space_id: string, employee_id: string): Promise<Role | null> {
  const [row] = await tx.query<{ role: Role }>(ROLE, [tx.company_id, space_id, employee_id]);
  return row?.role ?? null;
}

const STANDING = `SELECT m.role, ${spaceRoleOf('m')} AS space_role FROM space_member m
  WHERE m.company_id = $1 AND m.space_id = $2 AND m.employee_id = $3`;

/** With the role that they have besides. Null if they are no member. */
export async function findStanding(tx: Tx, space_id: string, employee_id: string): Promise<MemberStanding | null> {
  const [row] = await tx.query<MemberStanding>(STANDING, [tx.company_id, space_id, employee_id]);
  return row ?? null;
}

// Who can act, who is invited to the company and will, and whose account is off.
const ABLE = `CASE e.employee_account_status WHEN 'ACTIVE' THEN 1 WHEN 'INVITED' THEN 2 ELSE 3 END`;
const restOf = (space_id: string, who: string) => `SELECT ${ABLE} < 3 AS able,
    bool_or(o.role = 'admin' AND o.employee_id <> $2) AS led
  FROM space_member o JOIN employee e ON e.company_id = $1 AND e.employee_id = o.employee_id
  WHERE o.company_id = $1 AND o.space_id = ${space_id} AND ${who} GROUP BY ${ABLE} ORDER BY ${ABLE} LIMIT 1`;
const OTHERS = restOf('$3', 'o.employee_id <> $2');
const EVERYBODY = restOf('$3', 'true');

/** Who is there without the employee; null if nobody is. */
export async function findRest(tx: Tx, space_id: string, employee_id: string): Promise<Rest | null> {
  const [row] = await tx.query<Rest>(OTHERS, [tx.company_id, employee_id, space_id]);
  return row ?? null;
}

/** True if somebody else than the employee, who stays, is an admin; one who cannot act is none as long as anybody else can. */
export async function hasOtherAdmin(tx: Tx, space_id: string, employee_id: string): Promise<boolean> {
  const [row] = await tx.query<Rest>(EVERYBODY, [tx.company_id, employee_id, space_id]);
  return row?.led ?? false;
}

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

const SET_ROLE = `UPDATE space_member SET role = $4, space_role_id = $5
  WHERE company_id = $1 AND space_id = $2 AND employee_id = $3`;

export const updateStanding = (
  tx: Tx,
  space_id: string,
  employee_id: string,
  { role, space_role }: MemberStanding,
): Promise<object[]> =>
  tx.query(SET_ROLE, [tx.company_id, space_id, employee_id, role, space_role?.space_role_id ?? null]);

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

const ALLOWED = `SELECT m.employee_id FROM space_member m
  LEFT JOIN space_role r ON r.company_id = $1 AND r.space_role_id = m.space_role_id
  WHERE m.company_id = $1 AND m.space_id = $2 AND (m.role = 'admin' OR $3 = ANY(r.actions)) ORDER BY m.employee_id`;

/** Admins, and those whose role allows it. */
export const listAllowedIds = async (tx: Tx, space_id: string, action: SpaceAction): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(ALLOWED, [tx.company_id, space_id, action])).map((row) => row.employee_id);

const AMONG = `${ALL} AND employee_id = ANY($3) ORDER BY employee_id`;

/** Those of them who are in the space, by id. */
export const findMembers = async (tx: Tx, space_id: string, employee_ids: readonly string[]): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(AMONG, [tx.company_id, space_id, employee_ids])).map(
    (row) => row.employee_id,
  );

const PAGE = `SELECT employee_id, role, space_role_id, joined_at FROM space_member
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

const IDS = 'SELECT space_id FROM space_member WHERE company_id = $1 AND employee_id = $2 ORDER BY space_id';

/** The spaces that the employee is in, by id. */
export const listSpaceIds = async (tx: Tx, employee_id: string): Promise<string[]> =>
  (await tx.query<{ space_id: string }>(IDS, [tx.company_id, employee_id])).map((row) => row.space_id);

const LONGEST = `SELECT m.employee_id FROM space_member m JOIN employee e ON e.company_id = $1 AND e.employee_id = m.employee_id
  WHERE m.company_id = $1 AND m.space_id = $2 AND m.employee_id <> $3
  ORDER BY ${ABLE}, m.joined_at, m.employee_id LIMIT 1`;

/** Who has been in there longest but for the employee, of those who can act if there are any. Somebody has to be in. */
export async function findLongest(tx: Tx, space_id: string, employee_id: string): Promise<string> {
  const [row] = await tx.query<{ employee_id: string }>(LONGEST, [tx.company_id, space_id, employee_id]);
  if (!row) throw new Error('Nobody else is in the space');
  return row.employee_id;
}

const FIRST = `SELECT e.employee_id FROM employee e WHERE e.company_id = $1 AND e.employee_id = ANY($2::uuid[])
  ORDER BY ${ABLE}, array_position($2::uuid[], e.employee_id) LIMIT 1`;

/** The first of these people, of those who can act if there are any. */
export async function findFirst(tx: Tx, employee_ids: readonly string[]): Promise<string> {
  const [row] = await tx.query<{ employee_id: string }>(FIRST, [tx.company_id, employee_ids]);
  if (!row) throw new Error('None of them is in the company');
  return row.employee_id;
}

// Whoever manages people need not know what private spaces are called.
const NAMED = `s.space_id AS id, CASE WHEN s.visibility = 'private' THEN 'a private space' ELSE s.space_name END AS name`;
const BY_NAME = `ORDER BY lower(s.space_name) COLLATE "C", s.space_id`;
const ALONE = `SELECT ${NAMED} FROM space_member m
  JOIN space s ON s.company_id = $1 AND s.space_id = m.space_id
  JOIN LATERAL (${restOf('m.space_id', 'o.employee_id <> $2')}) AS rest ON rest.able AND NOT rest.led
  WHERE m.company_id = $1 AND m.employee_id = $2 AND m.role = 'admin'
  ${BY_NAME}`;

/** Where they are an admin and needed: see the policy. */
export const listAlone = (tx: Tx, employee_id: string): Promise<{ id: string; name: string }[]> =>
  tx.query(ALONE, [tx.company_id, employee_id]);

const ONLY = `SELECT ${NAMED} FROM space_member m
  JOIN space s ON s.company_id = $1 AND s.space_id = m.space_id
  WHERE m.company_id = $1 AND m.employee_id = $2 AND s.total_members = 1
  ${BY_NAME}`;

/** Where nobody else is. */
export const listOnly = (tx: Tx, employee_id: string): Promise<{ id: string; name: string }[]> =>
  tx.query(ONLY, [tx.company_id, employee_id]);
