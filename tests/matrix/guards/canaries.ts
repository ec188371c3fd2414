// Company B does all that can be done, and then has the canary in every text of every table: wherever A looks, it would be seen.
import { expect } from 'vitest';
import { isWrite } from '#contract/kernel/endpoint.ts';
import { endpoints } from '#contract/registry.ts';
import { cases } from '../cases.ts';
import { callOf, send } from '../http.ts';
import { CANARY } from '../judge.ts';
import type { World } from '../world.ts';

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
  /** Part of a key: what it says must be so somewhere else too. */
  readonly key: boolean;
}

const TEXT_COLUMNS = `
SELECT c.relname AS table, a.attname AS column,
  CASE WHEN t.typcategory = 'A' THEN 'list' WHEN t.typname = 'jsonb' THEN 'jsonb' ELSE 'text' END AS type,
  EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY(k.conkey)) AS key
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('migration', 'message_found')
  AND t.typname IN ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar') ORDER BY 1, 2`;

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

/**
 * Writes the canary into the texts of company B that have none yet. Answers what has none all the same: `checked` columns take words
 * of ours alone, of tables that are `empty` there is nothing of B.
 */
export async function plant({ app, b }: World): Promise<{ planted: number; checked: string[]; empty: string[] }> {
  const [checked, empty] = [new Set<string>(), new Set<string>()];
  let planted = 0;
  for (const { table, column, type, key } of await app.sql<TextColumn>(TEXT_COLUMNS)) {
    const [there] = await app.sql<{ rows: number; planted: number }>(
      `SELECT count(*)::int AS rows, (count(*) FILTER (WHERE ${column}::text ILIKE '%${CANARY}%'))::int AS planted
        FROM ONLY ${table} WHERE company_id = $1`,
      [b.company_id],
    );
    if (!there?.rows) empty.add(table);
    if (!there?.rows || there.planted || key) continue;
    const write = (which = 'true') =>
      app.sql(`UPDATE ONLY ${table} SET ${column} = ${PLANT[type](column)} WHERE company_id = $1 AND ${which}`, [
        b.company_id,
      ]);
    const one = `ctid = (SELECT ctid FROM ONLY ${table} WHERE company_id = $1 ORDER BY ${column} DESC NULLS LAST LIMIT 1)`;
    const failed = await write()
      .catch((error: unknown) => (codeOf(error) === TAKEN ? write(one) : Promise.reject(error)))
      .then(() => undefined, codeOf);
    if (failed === CHECKED) checked.add(`${table}.${column}`);
    else if (failed) throw new Error(`${table}.${column} takes no canary: ${failed}`);
    else planted++;
  }
  return { planted, checked: [...checked], empty: [...empty] };
}
