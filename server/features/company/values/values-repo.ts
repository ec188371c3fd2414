// SQL of the table `company_value`.
import type { CompanyValue } from '#contract/company/values.ts';
import type { Tx } from '../../../platform/db/database.ts';

const LIST = `SELECT value_id, name, icon_url, description FROM company_value WHERE company_id = $1 ORDER BY position`;
const CLEAR = 'DELETE FROM company_value WHERE company_id = $1';
const INSERT = `INSERT INTO company_value (company_id, value_id, name, icon_url, description, position)
  SELECT $1, v.value_id, v.name, v.icon_url, v.description, v.position
  FROM jsonb_to_recordset($2) AS v (value_id uuid, name text, icon_url text, description text, position integer)`;

/** In their order. */
export const findValues = (tx: Tx): Promise<CompanyValue[]> => tx.query(LIST, [tx.company_id]);

/** These and no others, in this order. Under the configuration's lock. */
export async function replaceValues(tx: Tx, values: readonly CompanyValue[]): Promise<void> {
  await tx.query(CLEAR, [tx.company_id]);
  const rows = values.map((value, position) => ({ ...value, position }));
  if (rows.length) await tx.query(INSERT, [tx.company_id, JSON.stringify(rows)]);
}
