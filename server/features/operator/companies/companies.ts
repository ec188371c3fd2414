// What operators see of companies.

import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { getCompany, getUsage, listCompanies, OperatedCompany } from '#contract/operator/companies.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { moduleMap } from '../../company/service.ts';
import { type CompanyRow, findActive, findDaily, findFigures, findOne, findPage } from './figures-repo.ts';

const LIMIT = 25;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In the company's own transaction. */
export const presentCompany = async (tx: Tx, row: CompanyRow): Promise<OperatedCompany> => ({
  ...row,
  ...(await findFigures(tx)),
});

/** In the company's own transaction. COMPANY_NOT_FOUND. */
export async function mustFind(tx: Tx): Promise<CompanyRow> {
  const row = await findOne(tx);
  if (!row) throw new AppError('COMPANY_NOT_FOUND');
  return row;
}

export async function companyPage(
  db: Database,
  { query = '', limit = LIMIT, cursor }: ParsedOf<typeof listCompanies>,
): Promise<ResponseOf<typeof listCompanies>> {
  if (cursor !== undefined && !UUID.test(cursor)) throw invalid([{ path: 'cursor', message: 'Not a cursor of ours' }]);
  const rows = await findPage(db, query, cursor, limit + 1);
  const items: OperatedCompany[] = [];
  // One after the other: however many companies there are, an operator's look at them holds one connection.
  for (const row of rows.slice(0, limit))
    items.push(await db.company(row.company_id, (tx) => presentCompany(tx, row), 'snapshot'));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.company_id ?? null) : null };
}

export const loadOne = (db: Database, company_id: string): Promise<ResponseOf<typeof getCompany>> =>
  db.company(
    company_id,
    async (tx) => {
      const company = await presentCompany(tx, await mustFind(tx));
      return { company, modules: await moduleMap(tx) };
    },
    'snapshot',
  );

export const usageOf = (db: Database, company_id: string): Promise<ResponseOf<typeof getUsage>> =>
  db.company(
    company_id,
    async (tx) => {
      await mustFind(tx);
      const [active, messages] = await Promise.all([findActive(tx), findDaily(tx)]);
      return { active, messages };
    },
    'snapshot',
  );
