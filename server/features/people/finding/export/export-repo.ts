// SQL of what a file of people holds: each with their manager's address and the names of their roles and groups.
import type { Tx } from '../../../../platform/db/database.ts';

export interface ExportRow {
  readonly employee_id: string;
  readonly sort_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly work_email: string;
  readonly employee_number: string | null;
  readonly position_title: string;
  readonly department_id: string | null;
  readonly manager_email: string | null;
  readonly roles: readonly string[];
  /** Those with chosen members: who is in the others follows from what else stands in the line. */
  readonly groups: readonly string[];
  readonly location: string;
  readonly phone_number: string;
  readonly time_zone: string;
  readonly pronouns: string;
  readonly skills: readonly string[];
  readonly birth_date: string | null;
  readonly joining_date: string | null;
  readonly employee_account_status: string;
}

/** Rows of one statement: it must stay far below the statement's time limit. */
const PAGE = 2000;
const LIST = `SELECT e.employee_id, e.sort_name, e.first_name, e.last_name, e.work_email, e.employee_number, e.position_title, e.department_id,
    m.work_email AS manager_email, e.location, e.phone_number, e.time_zone, e.pronouns, e.skills, e.birth_date, e.joining_date,
    e.employee_account_status,
    ARRAY(SELECT r.name FROM employee_role x JOIN role r ON r.company_id = $1 AND r.role_id = x.role_id
      WHERE x.company_id = $1 AND x.employee_id = e.employee_id ORDER BY r.name, r.role_id) AS roles,
    ARRAY(SELECT g.name FROM people_group_member x JOIN people_group g ON g.company_id = $1 AND g.group_id = x.group_id
      WHERE x.company_id = $1 AND x.employee_id = e.employee_id AND g.rule IS NULL ORDER BY g.name, g.group_id) AS groups
  FROM employee e LEFT JOIN employee m ON m.company_id = $1 AND m.employee_id = e.manager_id
    AND m.employee_account_status <> 'DELETED'
  WHERE e.company_id = $1 AND e.employee_account_status <> 'DELETED'
    AND (e.sort_name, e.employee_id) > ($2::text COLLATE "C", $3::uuid)
  ORDER BY e.sort_name, e.employee_id LIMIT ${PAGE}`;

/** Everybody who was not removed, by name. */
export async function listForExport(tx: Tx): Promise<ExportRow[]> {
  const all: ExportRow[] = [];
  for (let last: ExportRow | undefined; ; last = all.at(-1)) {
    const place = [last?.sort_name ?? '', last?.employee_id ?? '00000000-0000-0000-0000-000000000000'];
    const rows = await tx.query<ExportRow>(LIST, [tx.company_id, ...place]);
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}
