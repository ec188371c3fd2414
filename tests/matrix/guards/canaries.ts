// Company B does all that can be done, and then has the canary in every text of every table: wherever A looks, it would be seen.
import { expect } from 'vitest';
import { isWrite } from '#contract/kernel/endpoint.ts';
import { endpoints } from '#contract/registry.ts';
import { cases } from '../cases.ts';
import { callOf, send } from '../http.ts';
import { CANARY } from '../judge.ts';
import type { World } from '../world.ts';
import { leaveLines } from './lines.ts';

/** Every valid call of the matrix, by company B. Each puts something of its own into the tables, and is told by that server. */
export async function liveAsB({ app, b }: World, url = app.url): Promise<void> {
  // Whoever asks believes to be at the one address that there is.
  const { host } = new URL(app.url);
  const lived = endpoints.filter((one) => one.access !== 'operator' && (url === app.url || isWrite(one)));
  for (const endpoint of lived)
    for (const form of cases.get(endpoint.name)?.forms ?? []) {
      const { input, by = b.owner } = await form(b);
      const call = callOf(endpoint, by, input);
      const { status, text } = await send(url, { ...call, headers: { host, ...call.headers } });
      expect(status, `${endpoint.name}, by company B: ${text}`).toBe(200);
    }
}

interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'text' | 'jsonb' | 'list';
  /** Of the primary key: what it says may be said elsewhere, too. */
  readonly key: boolean;
  /** Worked out by the database itself. */
  readonly generated: boolean;
}

/** All of the catalogue but what has no words: ids, numbers, times, hashes and sealed things, and words taken apart for the search. */
const TEXT_COLUMNS = `
SELECT c.table_name AS table, c.column_name AS column, c.is_generated <> 'NEVER' AS generated,
  CASE WHEN c.udt_name LIKE '\\_%' THEN 'list' WHEN c.udt_name = 'jsonb' THEN 'jsonb' ELSE 'text' END AS type,
  EXISTS (SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)
    WHERE k.contype = 'p' AND k.conrelid = format('public.%I', c.table_name)::regclass AND a.attname = c.column_name) AS key
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> 'migration' AND ltrim(c.udt_name, '_') NOT IN
  ('uuid', 'bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'date', 'timestamptz', 'bytea', 'tsvector') ORDER BY 1, 2`;

const PLANT: Record<TextColumn['type'], (column: string) => string> = {
  text: (column) => `coalesce(${column}, '') || '${CANARY}'`,
  list: (column) => `coalesce(${column}, '{}') || '${CANARY}'::text`,
  jsonb: (column) =>
    `CASE jsonb_typeof(${column}) WHEN 'array' THEN ${column} || '["${CANARY}"]' WHEN 'object' THEN ${column} || '{"${CANARY}": "${CANARY}"}'
      ELSE '{"${CANARY}": "${CANARY}"}' END`,
};

/** The database says what may stand there: a word of ours and nothing else. */
const CHECKED = '23514';
/** Not the same twice: then one line has it. */
const TAKEN = '23505';
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Tables without a line of company B, and why. */
export const EMPTY: Readonly<Record<string, string>> = {
  client_error: 'of no company',
  message_found: 'shows lines of `message` and has none of its own',
  operator: 'of no company',
  operator_link: 'of no company',
  push_key: 'of no company',
};

/** Columns without a canary: a CHECK of the table lets only words of ours stand there. */
export const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  company: ['status'],
  conversation: ['kind'],
  data_export: ['status'],
  device: ['permission', 'transport'],
  employee: ['auto_status', 'employee_account_status', 'status_type'],
  entry_wish: ['entity_type'],
  leaver: ['employee_account_status'],
  message: ['type'],
  notification: ['kind'],
  notification_job: ['kind'],
  notification_level: ['entity_type', 'level'],
  notification_waiting: ['means'],
  passkey_ceremony: ['kind'],
  people_import: ['direction', 'source', 'status'],
  people_import_row: ['outcome', 'verdict'],
  reset_link: ['purpose'],
  space: ['history', 'visibility'],
  space_joining: ['status'],
  space_member: ['role'],
};

/**
 * Writes the canary into the texts of company B that have none yet. Answers what has none all the same, looked up in the whole
 * catalogue: columns, and tables in which there is nothing of B.
 */
export async function plant(world: World): Promise<{ without: string[]; empty: string[] }> {
  const { app, b } = world;
  await leaveLines(world);
  const columns = await app.sql<TextColumn>(TEXT_COLUMNS);
  const look = async ({ table, column }: TextColumn) => {
    const [there] = await app.sql<{ rows: number; planted: number }>(
      `SELECT count(*)::int AS rows, (count(*) FILTER (WHERE ${column}::text ILIKE '%${CANARY}%'))::int AS planted
        FROM ONLY ${table} WHERE company_id = $1`,
      [b.company_id],
    );
    return there ?? { rows: 0, planted: 0 };
  };
  for (const one of columns) {
    const { rows, planted } = await look(one);
    if (rows && !planted && !one.generated) await plantIn(world, one);
  }
  const [without, empty] = [new Set<string>(), new Set<string>()];
  for (const one of columns) {
    const { rows, planted } = await look(one);
    if (!rows) empty.add(one.table);
    else if (!planted) without.add(`${one.table}.${one.column}`);
  }
  return { without: [...without], empty: [...empty] };
}

/** Into all lines, or where that cannot be, into one; into a key, by which the server finds what is there, in a copy of a line. */
async function plantIn({ app, b }: World, { table, column, type, key }: TextColumn): Promise<void> {
  const first = `SELECT ctid FROM ONLY ${table} WHERE company_id = $1 ORDER BY ${column} DESC NULLS LAST LIMIT 1`;
  const write = (which: string) =>
    app.sql(`UPDATE ONLY ${table} SET ${column} = ${PLANT[type](column)} WHERE company_id = $1 AND ${which}`, [
      b.company_id,
    ]);
  const copy = () =>
    app.sql(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(x, jsonb_build_object('${column}', ${PLANT[type](`x.${column}`)}))).*
        FROM ONLY ${table} x WHERE ctid = (${first})`,
      [b.company_id],
    );
  try {
    await (key ? copy() : write('true'));
  } catch (error) {
    if (codeOf(error) === TAKEN) await write(`ctid = (${first})`);
    else if (codeOf(error) !== CHECKED) throw new Error(`${table}.${column} takes no canary`, { cause: error });
  }
}
