// SQL of groups with chosen members as an identity provider sees them. Many members are few statements.
import type { Tx } from '../../../../platform/db/database.ts';

export interface ProvisionedGroup {
  readonly group_id: string;
  readonly name: string;
  readonly provisioned: boolean;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly members: number;
  /** Another one when anybody comes or goes; null of nobody. */
  readonly members_hash: string | null;
}

const SEEN = `SELECT g.group_id, g.name, g.provisioned, g.external_id, g.created_at, g.updated_at, m.members, m.members_hash
  FROM people_group g CROSS JOIN LATERAL (
    SELECT count(*)::integer AS members, bit_xor(uuid_hash_extended(employee_id, 0))::text AS members_hash
    FROM people_group_member WHERE company_id = $1 AND people_group_member.group_id = g.group_id) AS m
  WHERE g.company_id = $1 AND g.rule IS NULL`;
const FIND = `${SEEN} AND g.group_id = ANY($2) ORDER BY g.group_id`;
// The page first: nobody's members are counted who is not on it.
const PAGE = `SELECT group_id AS id FROM people_group WHERE company_id = $1 AND rule IS NULL ORDER BY group_id LIMIT $2 OFFSET $3`;
const COUNT = 'SELECT count(*)::integer AS total FROM people_group WHERE company_id = $1 AND rule IS NULL';
const BY_NAME = `SELECT group_id AS id FROM people_group
  WHERE company_id = $1 AND rule IS NULL AND lower(name) = lower($2) LIMIT 20`;
const BY_EXTERNAL =
  'SELECT group_id AS id FROM people_group WHERE company_id = $1 AND rule IS NULL AND external_id = $2';
const AROUND = `SELECT g.group_id AS id FROM people_group_member m
  JOIN people_group g ON g.company_id = $1 AND g.group_id = m.group_id AND g.rule IS NULL
  WHERE m.company_id = $1 AND m.employee_id = $2`;
const MEMBERS = `SELECT group_id, employee_id FROM people_group_member
  WHERE company_id = $1 AND group_id = ANY($2) ORDER BY group_id, employee_id`;
const KEEP = `DELETE FROM people_group_member m WHERE m.company_id = $1 AND m.group_id = $2
    AND NOT EXISTS (SELECT FROM unnest($3::uuid[]) AS w (id) WHERE w.id = m.employee_id)
  RETURNING m.employee_id AS id`;
const TOUCH = 'UPDATE people_group SET updated_at = now() WHERE company_id = $1 AND group_id = $2';
const RELEASE = `UPDATE people_group SET provisioned = false, updated_at = now()
  WHERE company_id = $1 AND provisioned RETURNING group_id`;

export const findProvisionedGroups = (tx: Tx, group_ids: readonly string[]): Promise<ProvisionedGroup[]> =>
  tx.query(FIND, [tx.company_id, group_ids]);

const ids = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);
/** In the order of their ids, which is that of their making. */
export const pageOfGroups = (tx: Tx, limit: number, offset: number): Promise<string[]> =>
  ids(tx.query(PAGE, [tx.company_id, limit, offset]));
export const idsByName = (tx: Tx, name: string): Promise<string[]> => ids(tx.query(BY_NAME, [tx.company_id, name]));
export const idsByExternal = (tx: Tx, external_id: string): Promise<string[]> =>
  ids(tx.query(BY_EXTERNAL, [tx.company_id, external_id]));
/** The groups that the person is in. */
export const idsAround = (tx: Tx, employee_id: string): Promise<string[]> =>
  ids(tx.query(AROUND, [tx.company_id, employee_id]));

export async function countAll(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ total: number }>(COUNT, [tx.company_id]);
  return row?.total ?? 0;
}

/** By group. */
export async function membersOf(tx: Tx, group_ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ group_id: string; employee_id: string }>(MEMBERS, [tx.company_id, group_ids]);
  const found = new Map<string, string[]>(group_ids.map((group_id) => [group_id, []]));
  for (const { group_id, employee_id } of rows) found.get(group_id)?.push(employee_id);
  return found;
}

/** Whoever else is in it goes. Answers who these were. */
export const keepMembers = (tx: Tx, group_id: string, employee_ids: readonly string[]): Promise<string[]> =>
  ids(tx.query(KEEP, [tx.company_id, group_id, employee_ids]));

export const touchGroup = (tx: Tx, group_id: string): Promise<object[]> => tx.query(TOUCH, [tx.company_id, group_id]);

/** How many were the provider's. */
export const releaseAll = async (tx: Tx): Promise<number> => (await tx.query(RELEASE, [tx.company_id])).length;
