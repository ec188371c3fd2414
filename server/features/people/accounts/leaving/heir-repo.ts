// SQL of who takes over when nobody is there to say it, and of companies that nobody owns.
import type { Tx } from '../../../../platform/db/database.ts';
import { builtInRoles } from '../../roles/roles.ts';

const MANAGING = Object.entries(builtInRoles).flatMap(([key, { permissions }]) =>
  (permissions as readonly string[]).includes('people.manage') ? [key] : [],
);

const HEIR = `SELECT e.employee_id FROM employee e LEFT JOIN LATERAL (
    SELECT bool_or(r.built_in = 'owner') AS owns, bool_or(r.built_in = ANY ($3::text[]) OR 'people.manage' = ANY (r.permissions)) AS manages
    FROM employee_role m JOIN role r ON r.company_id = $1 AND r.role_id = m.role_id
    WHERE m.company_id = $1 AND m.employee_id = e.employee_id) held ON true
  WHERE e.company_id = $1 AND e.employee_account_status = 'ACTIVE' AND e.employee_id <> ALL ($2::uuid[])
  ORDER BY coalesce(held.owns, false) DESC, coalesce(held.manages, false) DESC, e.created_at, e.employee_id LIMIT 1`;

/** An owner, or else whoever manages people, or else anybody with an account, but for those of `without`. */
export const findHeir = async (tx: Tx, without: readonly string[]): Promise<string | undefined> =>
  (await tx.query<{ employee_id: string }>(HEIR, [tx.company_id, without, MANAGING]))[0]?.employee_id;

const OWNERLESS = `SELECT r.role_id FROM role r WHERE r.company_id = $1 AND r.built_in = 'owner' AND NOT EXISTS (
    SELECT FROM employee_role m JOIN employee e ON e.company_id = $1 AND e.employee_id = m.employee_id
    WHERE m.company_id = $1 AND m.role_id = r.role_id AND e.employee_account_status = 'ACTIVE')`;

/** True if nobody who owns the company can sign in. False if there is no such company. */
export const isOwnerless = async (tx: Tx): Promise<boolean> => (await tx.query(OWNERLESS, [tx.company_id])).length > 0;
