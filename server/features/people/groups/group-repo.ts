// SQL of the tables `people_group` and `people_group_member`. Who is in a group: membership.ts.
import type { Rule } from '#contract/people/criteria.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface GroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly description: string;
  readonly rule: Rule | null;
  /** By the company's identity provider, which alone changes it. */
  readonly provisioned: boolean;
  readonly external_id: string | null;
}

const COLUMNS = 'group_id, name, description, rule, provisioned, external_id';
const LIST = `SELECT ${COLUMNS} FROM people_group WHERE company_id = $1 ORDER BY lower(name) COLLATE "C", group_id`;
const FIND = `SELECT ${COLUMNS} FROM people_group WHERE company_id = $1 AND group_id = ANY($2)`;
const INSERT = `INSERT INTO people_group (company_id, group_id, name, description, rule, provisioned, external_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const UPDATE = `UPDATE people_group SET name = $3, description = $4, rule = $5, provisioned = $6, external_id = $7, updated_at = now()
  WHERE company_id = $1 AND group_id = $2`;
const DELETE = 'DELETE FROM people_group WHERE company_id = $1 AND group_id = $2';
const ADD = `INSERT INTO people_group_member (company_id, group_id, employee_id)
  SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING RETURNING employee_id`;
const REMOVE = `DELETE FROM people_group_member WHERE company_id = $1 AND group_id = $2 AND employee_id = ANY($3)
  RETURNING employee_id`;
const LEAVE = 'DELETE FROM people_group_member WHERE company_id = $1 AND employee_id = $2 RETURNING group_id';

export const listGroups = (tx: Tx): Promise<GroupRow[]> => tx.query(LIST, [tx.company_id]);
export const findGroups = (tx: Tx, group_ids: readonly string[]): Promise<GroupRow[]> =>
  tx.query(FIND, [tx.company_id, group_ids]);

const valuesOf = (tx: Tx, { group_id, name, description, rule, provisioned, external_id }: GroupRow) => [
  tx.company_id,
  group_id,
  name,
  description,
  rule && JSON.stringify(rule),
  provisioned,
  external_id,
];
export const insertGroup = (tx: Tx, row: GroupRow): Promise<object[]> => tx.query(INSERT, valuesOf(tx, row));
export const updateGroupRow = (tx: Tx, row: GroupRow): Promise<object[]> => tx.query(UPDATE, valuesOf(tx, row));
export const deleteGroupRow = (tx: Tx, group_id: string): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, group_id]);

const idsOf = async (rows: Promise<{ employee_id: string }[]>): Promise<string[]> =>
  (await rows).map(({ employee_id }) => employee_id);
/** Answers which of them were not in it. */
export const addMembers = (tx: Tx, group_id: string, employee_ids: readonly string[]): Promise<string[]> =>
  idsOf(tx.query(ADD, [tx.company_id, group_id, employee_ids]));
/** Answers which of them were in it. */
export const removeMembers = (tx: Tx, group_id: string, employee_ids: readonly string[]): Promise<string[]> =>
  idsOf(tx.query(REMOVE, [tx.company_id, group_id, employee_ids]));
/** In how many groups they were. */
export const leaveGroupRows = async (tx: Tx, employee_id: string): Promise<number> =>
  (await tx.query(LEAVE, [tx.company_id, employee_id])).length;
