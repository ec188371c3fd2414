// Questions to PostgreSQL about itself: tables, keys, policies, and what the app's role can see.
import pg from 'pg';
import { APP_ROLE } from '#server/platform/db/migrate.ts';
import type { TestApp } from '../kit/app.ts';

export interface Table {
  readonly name: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  readonly owner: string;
  readonly primary_key: string[];
  readonly across: boolean;
}

const TABLES = `
SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced, pg_get_userbyid(c.relowner) AS owner,
  ARRAY(SELECT a.attname::text FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(attnum, n)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
    WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.n) AS primary_key,
  EXISTS (SELECT 1 FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname
    AND p.qual NOT LIKE '%company_id = app_company()%' AND p.qual NOT LIKE '%NOT (company_id IS DISTINCT FROM app_company())%') AS across
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migration' ORDER BY 1`;

export const tablesOf = (app: TestApp): Promise<Table[]> => app.sql<Table>(TABLES);

/** Foreign keys between tables of a company that do not carry the company along. */
export const looseKeys = (app: TestApp): Promise<{ name: string }[]> =>
  app.sql(`SELECT k.conrelid::regclass || '.' || k.conname AS name FROM pg_constraint k
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT 1 FROM unnest(k.conkey, k.confkey) AS pair(here, there)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.here
      JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.there
      WHERE a.attname = 'company_id' AND b.attname = 'company_id')`);

/** Runs `work` as the app's role, in a transaction that is rolled back; the company is `undefined` for none. */
export async function asApp<T>(
  app: TestApp,
  company_id: string | undefined,
  work: (query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(app.connection);
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL ROLE ${APP_ROLE}`);
    if (company_id) await client.query("SELECT set_config('app.company_id', $1, true)", [company_id]);
    return await work(
      async <Row extends object>(text: string, values: unknown[] = []) =>
        (await client.query(text, values)).rows as Row[],
    );
  } finally {
    await client.end();
  }
}

export async function setRowSecurity(app: TestApp, on: boolean): Promise<void> {
  for (const { name } of await tablesOf(app))
    await app.sql(`ALTER TABLE ${name} ${on ? 'ENABLE' : 'DISABLE'} ROW LEVEL SECURITY`);
}

/** The addresses that Fastify answers, as `METHOD /path`. */
export function routesIn(printed: string): string[] {
  const found: string[] = [];
  const stack: string[] = [];
  for (const line of printed.split('\n')) {
    const match = /^([│ ├└─]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!match) continue;
    const depth = (match[1] ?? '').length / 4;
    stack.length = Math.max(0, depth - 1);
    stack.push(match[2] ?? '');
    for (const method of (match[3] ?? '').split(', ').filter(Boolean)) found.push(`${method} ${stack.join('')}`);
  }
  return found.sort();
}
