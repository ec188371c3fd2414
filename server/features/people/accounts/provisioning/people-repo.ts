// SQL of the table `provisioned_person`, and of people as an identity provider sees them.
import type { Tx } from '../../../../platform/db/database.ts';
import { emailKey } from '../../finding/fold.ts';
import { COLUMNS, type EmployeeRow } from '../../repo.ts';

export interface ProvisionedRow extends EmployeeRow {
  readonly external_id: string | null;
  readonly department: string | null;
  /** By the provider: nobody else has switched the account since. */
  readonly switched_off: boolean;
  readonly updated_at: string;
}

const SEEN = `SELECT ${COLUMNS}, p.external_id, coalesce(p.switched_off, false) AS switched_off, d.department,
    greatest(employee.updated_at, p.updated_at) AS updated_at
  FROM employee
  LEFT JOIN LATERAL (SELECT external_id, switched_off, updated_at FROM provisioned_person
    WHERE company_id = $1 AND provisioned_person.employee_id = employee.employee_id) AS p ON true
  LEFT JOIN LATERAL (SELECT name AS department FROM department
    WHERE company_id = $1 AND department.department_id = employee.department_id) AS d ON true
  WHERE employee.company_id = $1 AND employee_account_status <> 'DELETED'`;
const FIND = `${SEEN} AND employee_id = ANY($2) ORDER BY employee_id`;
const PAGE = `${SEEN} ORDER BY employee_id LIMIT $2 OFFSET $3`;
const COUNT = `SELECT count(*)::integer AS total FROM employee WHERE company_id = $1 AND employee_account_status <> 'DELETED'`;
const BY_ADDRESS = 'SELECT employee_id AS id FROM employee WHERE company_id = $1 AND work_email_key = $2';
const BY_EXTERNAL = 'SELECT employee_id AS id FROM provisioned_person WHERE company_id = $1 AND external_id = $2';
const BY_NUMBER = 'SELECT employee_id AS id FROM employee WHERE company_id = $1 AND employee_number = $2';
const PUT = `INSERT INTO provisioned_person (company_id, employee_id, external_id) VALUES ($1, $2, $3)
  ON CONFLICT (company_id, employee_id) DO UPDATE SET external_id = $3, updated_at = now()
  WHERE provisioned_person.external_id IS DISTINCT FROM $3`;
const SWITCH_OFF = `INSERT INTO provisioned_person (company_id, employee_id, switched_off) VALUES ($1, $2, true)
  ON CONFLICT (company_id, employee_id) DO UPDATE SET switched_off = true`;
const SWITCHED =
  'UPDATE provisioned_person SET switched_off = false WHERE company_id = $1 AND employee_id = $2 AND switched_off';
const KNOWN = `SELECT 1 FROM provisioned_person WHERE company_id = $1 AND employee_id = $2
  AND (external_id IS NOT NULL OR switched_off)`;
const DROP = 'DELETE FROM provisioned_person WHERE company_id = $1 AND employee_id = $2';

/** Those who are there, in the order of their ids. */
export const findProvisioned = (tx: Tx, employee_ids: readonly string[]): Promise<ProvisionedRow[]> =>
  tx.query(FIND, [tx.company_id, employee_ids]);

/** In the order of their ids, which is that of their coming. */
export const pageOfPeople = (tx: Tx, limit: number, offset: number): Promise<ProvisionedRow[]> =>
  tx.query(PAGE, [tx.company_id, limit, offset]);

export async function countEverybody(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ total: number }>(COUNT, [tx.company_id]);
  return row?.total ?? 0;
}

const ids = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);
/** One at most. */
export const idsByAddress = (tx: Tx, address: string): Promise<string[]> =>
  ids(tx.query(BY_ADDRESS, [tx.company_id, emailKey(address)]));
/** One at most. */
export const idsByNumber = (tx: Tx, employee_number: string): Promise<string[]> =>
  ids(tx.query(BY_NUMBER, [tx.company_id, employee_number]));
/** One at most. */
export const idsByExternal = (tx: Tx, external_id: string): Promise<string[]> =>
  ids(tx.query(BY_EXTERNAL, [tx.company_id, external_id]));

/** Throws 23505 with the constraint `provisioned_person_external`. */
export const putProvisioned = (tx: Tx, employee_id: string, external_id: string | null): Promise<object[]> =>
  tx.query(PUT, [tx.company_id, employee_id, external_id]);

/** An account is switched: `by_provider` if off, and by the provider. */
export const noteSwitchedOff = (tx: Tx, employee_id: string, by_provider: boolean): Promise<object[]> =>
  tx.query(by_provider ? SWITCH_OFF : SWITCHED, [tx.company_id, employee_id]);

/** True if the provider has a name of its own for them, or has switched them off. */
export const isProvisioned = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await tx.query(KNOWN, [tx.company_id, employee_id])).length > 0;

/** Somebody leaves: whatever the provider calls them is free again. */
export const dropProvisioned = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DROP, [tx.company_id, employee_id]);
