// SQL of what the dashboard reads: days and departments as they were counted.
import type { Tx } from '../../platform/db/database.ts';
import type { DepartmentRow } from './counting/totals-repo.ts';

type Counted =
  | 'active'
  | 'active_week'
  | 'active_month'
  | 'writers'
  | 'writers_month'
  | 'spaces_month'
  | 'direct'
  | 'in_spaces'
  | 'in_groups'
  | 'invited'
  | 'accepted'
  | 'reached'
  | 'installed'
  | 'notified';
export type DayRow = { readonly [K in Counted]: number | null } & { readonly day: string };

const DAYS = `SELECT day, active, active_week, active_month, writers, writers_month, spaces_month, direct, in_spaces, in_groups,
    invited, accepted, reached, installed, notified
  FROM insight_day WHERE company_id = $1 AND day >= $2 AND day <= $3 ORDER BY day`;
/** Oldest first; all null: too few people; days that were not counted are not in it. */
export const findDays = (tx: Tx, first: string, last: string): Promise<DayRow[]> =>
  tx.query(DAYS, [tx.company_id, first, last]);

export type NamedDepartment = DepartmentRow & { readonly name: string };
// The nil id has no department; one that was deleted since has no name, and its people are in others by now.
const DEPARTMENTS = `SELECT i.department_id, coalesce(d.name, '') AS name, i.people, i.active_share, i.messages FROM insight_department i
  LEFT JOIN department d ON d.company_id = $1 AND d.department_id = i.department_id
  WHERE i.company_id = $1 AND (d.department_id IS NOT NULL OR i.department_id = '00000000-0000-0000-0000-000000000000')
  ORDER BY d.name IS NULL, lower(d.name) COLLATE "C", i.department_id`;
export const findDepartments = (tx: Tx): Promise<NamedDepartment[]> => tx.query(DEPARTMENTS, [tx.company_id]);

const FEW = `SELECT count(*) < $2 AS few FROM (SELECT FROM employee WHERE company_id = $1 AND employee_account_status = 'ACTIVE'
  LIMIT $2) one`;
/** Fewer than that have an account that works. */
export const areFewer = async (tx: Tx, than: number): Promise<boolean> =>
  (await tx.query<{ few: boolean }>(FEW, [tx.company_id, than]))[0]?.few ?? true;
