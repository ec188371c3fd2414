// The rows of a table that are somebody's, page by page in the order of its key: each query looks at so many rows and no more, however
// large the table is and however few of them are theirs.
import type { Database, Tx } from '../../../platform/db/database.ts';
import { columnsIn, type InExport, isTheirs, type Shaped, type Tagged } from '../../../platform/db/privacy/register.ts';
import { type Mark, NIL, walk } from '../../../platform/db/privacy/walk.ts';

/** A value that comes before all others of a type that a key has. */
const LEAST: Readonly<Record<string, string | number>> = {
  uuid: NIL,
  text: '',
  jsonb: 'null',
  integer: -1,
  smallint: -1,
  bigint: -1,
  bytea: '\\x',
  date: '-infinity',
};

const KEY = `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type
  FROM pg_index i JOIN unnest(i.indkey) WITH ORDINALITY AS k (attnum, at) ON true
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
  WHERE i.indrelid = to_regclass($1) AND i.indisprimary AND a.attname <> 'company_id' ORDER BY k.at`;

type Column = readonly [name: string, type: string, least: string | number];

async function keyOf(tx: Tx, table: string): Promise<[Column, ...Column[]]> {
  const columns = await tx.query<{ name: string; type: string }>(KEY, [table]);
  const [first, ...rest] = columns.map(({ name, type }): Column => {
    const least = LEAST[type];
    if (least === undefined) throw new Error(`What comes before every ${type}? (${table}.${name})`);
    return [name, type, least];
  });
  if (!first) throw new Error(`${table} has no key of its own`);
  return [first, ...rest];
}

/** A table with its place in the export. */
export type Part = Tagged & { readonly whose: string; readonly exported: InExport };

export const isPart = (line: Tagged): line is Part => line.whose !== undefined && typeof line.exported === 'object';

function selectOf({ table, whose, personal, owned, exported }: Part, range: string): string {
  const without = columnsIn(exported.without);
  const columns = [exported.with, personal, owned].flatMap(columnsIn).filter((column) => !without.includes(column));
  const also = Object.entries(exported.also ?? {}).map(([name, expression]) => `${expression} AS "${name}"`);
  const only = exported.only ? ` AND ${exported.only}` : '';
  return `SELECT ${[...columns.map((column) => `${table}."${column}"`), ...also].join(', ')} FROM ONLY ${table}
    WHERE ${range} AND ${isTheirs(whose)}${only}`;
}

export interface Whose {
  readonly db: Database;
  readonly company_id: string;
  readonly employee_id: string;
  readonly signal: AbortSignal;
}

/** Each page is a transaction of its own: what is written meanwhile may be in it or not. */
export async function* pagesOf(
  part: Part,
  { db, company_id, employee_id, signal }: Whose,
): AsyncGenerator<readonly Shaped[]> {
  const { table, exported } = part;
  let page: readonly Shaped[] = [];
  const step = walk({
    table,
    key: await db.company(company_id, (tx) => keyOf(tx, table), 'snapshot'),
    changes: (range) => [selectOf(part, range)],
    onChanged: async (_, rows) => {
      page = rows as readonly Shaped[];
    },
  });
  let mark: Mark | undefined;
  do {
    signal.throwIfAborted();
    page = [];
    const after = mark;
    mark = await db.company(company_id, (tx) => step(tx, employee_id, after), 'snapshot');
    const { shape } = exported;
    if (page.length) yield shape ? page.map((row) => shape(row, employee_id)) : page;
  } while (mark);
}
