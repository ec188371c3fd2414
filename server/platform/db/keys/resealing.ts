// Seals anew, with the newest key, what only an older one opens, so that the older one can go (`npm run keys -- retire`). Begins with the
// server, while people work: a row is replaced only if it is still the one that was read. So several servers may run this, and what
// somebody changes meanwhile stays. What none of the keys opens is left alone.
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '../database.ts';
import { keepRounds } from '../rounds.ts';
import type { Sealer } from '../sealer.ts';
import type { Purpose } from './key-file.ts';

/** A column in which something lies sealed: each feature names its own, beside its migrations. */
export interface SealedColumn {
  readonly purpose: Purpose;
  readonly table: string;
  readonly column: string;
  /** The column that says which row of the company it is: a uuid; `company_id` where there is one row a company. */
  readonly id: string;
  readonly owner: (tx: Pick<Tx, 'company_id'>, id: string) => string;
  /** Where it is kept as text and not as bytes. */
  readonly text?: {
    /** Undefined for what is not sealed. */
    readonly bytesIn: (kept: string) => Buffer | undefined;
    readonly textOf: (sealed: Buffer) => string;
  };
}

interface Needs {
  readonly db: Database;
  readonly log: FastifyBaseLogger;
  readonly sealers: Readonly<Partial<Record<Purpose, Sealer>>>;
}

interface Row {
  readonly id: string;
  readonly kept: Buffer | string;
}
interface SealedRow extends Row {
  readonly column: SealedColumn;
  readonly owner: string;
  readonly sealer: Sealer;
  /** Undefined: none of the keys opens it. */
  readonly found: ReturnType<Sealer['look']>;
}

const EVERY_MS = 3_600_000;
/** Rows that are read at once. */
const BATCH = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const COMPANIES = 'SELECT company_id FROM company ORDER BY company_id';

const pageOf = ({ table, column, id }: SealedColumn): string =>
  `SELECT ${id} AS id, ${column} AS kept FROM ${table} WHERE company_id = $1 AND ${id} > $2 ORDER BY ${id} LIMIT ${BATCH}`;
const replaceIn = ({ table, column, id }: SealedColumn): string =>
  `UPDATE ${table} SET ${column} = $4 WHERE company_id = $1 AND ${id} = $2 AND ${column} = $3 RETURNING 1 AS one`;

async function companiesOf(db: Database): Promise<string[]> {
  const rows = await db.system((tx) => tx.query<{ company_id: string }>(COMPANIES));
  return rows.map(({ company_id }) => company_id);
}

/** What lies sealed in a company for the purposes that have older keys, a few rows at a time. */
async function* sealedRows(
  { db, sealers }: Omit<Needs, 'log'>,
  company_id: string,
  columns: readonly SealedColumn[],
): AsyncGenerator<SealedRow, void, void> {
  for (const column of columns) {
    const sealer = sealers[column.purpose];
    if (!sealer?.hasOlder) continue;
    let rows: Row[] = [];
    do {
      const values = [company_id, rows.at(-1)?.id ?? BEFORE_ALL];
      rows = await db.company(company_id, (tx) => tx.query<Row>(pageOf(column), values), 'snapshot');
      for (const row of rows) {
        const sealed = typeof row.kept === 'string' ? column.text?.bytesIn(row.kept) : row.kept;
        const owner = column.owner({ company_id }, row.id);
        if (sealed) yield { ...row, column, owner, sealer, found: sealer.look(sealed, owner) };
      }
    } while (rows.length === BATCH);
  }
}

/** Table → how many of its rows only an older key opens. Tables without any are left out. */
export async function countOld(
  needs: Omit<Needs, 'log'>,
  columns: readonly SealedColumn[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const company_id of await companiesOf(needs.db))
    for await (const { column, found } of sealedRows(needs, company_id, columns))
      if (found?.old) counts.set(column.table, (counts.get(column.table) ?? 0) + 1);
  return counts;
}

/** In all companies. What fails in one keeps the others from nothing. */
export async function reseal(
  needs: Needs,
  columns: readonly SealedColumn[],
  isOver: () => boolean = () => false,
): Promise<void> {
  const { db, log, sealers } = needs;
  if (!columns.some(({ purpose }) => sealers[purpose]?.hasOlder)) return;
  let anew = 0;
  let unopened = 0;
  for (const company_id of await companiesOf(db)) {
    try {
      for await (const row of sealedRows(needs, company_id, columns)) {
        if (isOver()) return;
        const { found } = row;
        if (!found) unopened++;
        else if (found.old) anew += await db.company(company_id, (tx) => replace(tx, row, found.secret));
      }
    } catch (error) {
      log.error({ err: error, company_id }, 'sealing anew');
    }
  }
  if (anew) log.info({ rows: anew }, 'sealed anew with the newest key');
  if (unopened) log.warn({ rows: unopened }, 'none of the keys opens what lies sealed there: left as it is');
}

/** Returns how many rows were replaced: none if somebody else was faster. One a transaction: nobody waits for more than that one. */
async function replace(tx: Tx, { column, id, kept, owner, sealer }: SealedRow, secret: Buffer): Promise<number> {
  const sealed = sealer.seal(secret, owner);
  const values = [tx.company_id, id, kept, column.text ? column.text.textOf(sealed) : sealed];
  return (await tx.query(replaceIn(column), values)).length;
}

/** From now on: at once, and every hour what could not be done or was sealed by a server of before. Returns the way to end it. */
export const keepResealing = (needs: Needs, columns: readonly SealedColumn[]): (() => Promise<void>) =>
  keepRounds({ log: needs.log, what: 'sealing anew', every_ms: EVERY_MS }, (isOver) => reseal(needs, columns, isOver))
    .stop;
