// SQL of what hangs on a person, each by name.
import type { Tx } from '../../../../platform/db/database.ts';
import type { Named } from '../../deps.ts';

const LED = `SELECT department_id AS id, name FROM department WHERE company_id = $1 AND lead_id = $2
  ORDER BY lower(name) COLLATE "C", department_id`;
/** The departments that they lead. */
export const listLed = (tx: Tx, employee_id: string): Promise<Named[]> => tx.query(LED, [tx.company_id, employee_id]);

const REPORTS = `SELECT employee_id AS id, btrim(first_name || ' ' || last_name) AS name FROM employee
  WHERE company_id = $1 AND manager_id = $2 AND employee_account_status <> 'DELETED' ORDER BY sort_name, employee_id`;
/** Who reports to them. */
export const listReports = (tx: Tx, employee_id: string): Promise<Named[]> =>
  tx.query(REPORTS, [tx.company_id, employee_id]);

const GROUPS = `SELECT g.group_id AS id, g.name FROM people_group_member m
  JOIN people_group g ON g.company_id = $1 AND g.group_id = m.group_id
  WHERE m.company_id = $1 AND m.employee_id = $2 ORDER BY lower(g.name) COLLATE "C", g.group_id`;
/** The groups with chosen members that they are in. */
export const listFixedGroups = (tx: Tx, employee_id: string): Promise<Named[]> =>
  tx.query(GROUPS, [tx.company_id, employee_id]);
