// SQL of the table `company`.
import type { Tx } from '../../../platform/db/database.ts';

export interface CompanyRow {
  readonly company_id: string;
  readonly company_name: string;
  readonly company_logo: string | null;
  readonly status: 'ACTIVE' | 'SUSPENDED';
}

const COLUMNS = 'company_id, company_name, company_logo, status';
const FIND = `SELECT ${COLUMNS} FROM company WHERE company_id = $1`;
const BY_IDS = `SELECT ${COLUMNS} FROM company WHERE company_id = ANY($1)`;
// Whoever proved the domain first.
const BY_DOMAIN = `SELECT ${COLUMNS} FROM company WHERE domain = $1 AND status = 'ACTIVE' ORDER BY created_at LIMIT 1`;
const INSERT = 'INSERT INTO company (company_id, company_name, domain) VALUES ($1, $2, $3)';
const UPDATE = `UPDATE company SET company_name = coalesce($2, company_name),
  company_logo = CASE WHEN $3 THEN $4 ELSE company_logo END WHERE company_id = $1 RETURNING ${COLUMNS}`;

export async function findCompany(tx: Tx): Promise<CompanyRow | undefined> {
  return (await tx.query<CompanyRow>(FIND, [tx.company_id]))[0];
}

/** In a system transaction. */
export const findCompanies = (tx: Tx, company_ids: readonly string[]): Promise<CompanyRow[]> =>
  tx.query(BY_IDS, [company_ids]);

/** In a system transaction. `domain` in lower case. */
export async function findByDomain(tx: Tx, domain: string): Promise<CompanyRow | undefined> {
  return (await tx.query<CompanyRow>(BY_DOMAIN, [domain]))[0];
}

const SET_STATUS = 'UPDATE company SET status = $2 WHERE company_id = $1 AND status <> $2 RETURNING company_id';

/** True if it was another one. */
export const setStatus = async (tx: Tx, status: CompanyRow['status']): Promise<boolean> =>
  (await tx.query(SET_STATUS, [tx.company_id, status])).length > 0;

export const insertCompany = (tx: Tx, company_name: string, domain: string | null): Promise<object[]> =>
  tx.query(INSERT, [tx.company_id, company_name, domain]);

export async function updateCompany(
  tx: Tx,
  change: { company_name?: string | undefined; company_logo?: string | null | undefined },
): Promise<CompanyRow | undefined> {
  const logoGiven = change.company_logo !== undefined;
  const values = [tx.company_id, change.company_name ?? null, logoGiven, change.company_logo ?? null];
  return (await tx.query<CompanyRow>(UPDATE, values))[0];
}
