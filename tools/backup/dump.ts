// The database out, of one moment: a snapshot that all tables are read in, beside whoever writes. A row that may not be seen is
// an error, never an absence; rows are counted by the database and by what it sent.
import { Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { FILES_LOCK } from '#server/platform/files/letting-go.ts';
import { copyOut } from './copy.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { type Part, writePart } from './parts.ts';

export interface Dumped extends Pick<Manifest, 'made_at' | 'schema' | 'tables' | 'sequences'> {
  readonly parts: readonly Part[];
}
/** A file as the database knew it at that moment. `needed`: people can open it. */
export interface KnownFile {
  readonly key: string;
  readonly needed: boolean;
}

const TABLES = `SELECT c.relname AS name,
    array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migration' GROUP BY c.relname ORDER BY c.relname`;
const SEQUENCES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' ORDER BY c.relname`;

type Table = Pick<Manifest['tables'][number], 'name' | 'columns'>;

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Writes the database into `folder`, then lets `files` do its part: until that ends nobody takes a file off the disk. */
export async function dump(
  connection: pg.ClientConfig,
  folder: string,
  files: (known: readonly KnownFile[]) => Promise<void>,
): Promise<Dumped> {
  const client = new pg.Client({
    ...connection,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c statement_timeout=0 -c lock_timeout=0',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('public.migration') IS NOT NULL AS there",
    );
    if (!rows[0]?.there) throw new BackupError('There is nothing to back up: no Limelight has used this database yet.');
    await client.query('SELECT pg_advisory_lock($1)', [FILES_LOCK]);
    const begun = await begin(client);
    const dumped = await dumpAll(client, folder, begun);
    await files(
      (await client.query<KnownFile>(`SELECT key, arrived_at IS NOT NULL AND removed_at IS NULL AS needed FROM file`))
        .rows,
    );
    return dumped;
  } finally {
    await client.end();
  }
}

/** From here on the snapshot: no table is altered, none is added unseen, and what row-level security would hide is an error. */
async function begin(client: pg.Client): Promise<Table[]> {
  const list = async () => (await client.query<Table>(TABLES)).rows;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const before = await list();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL row_security = off; SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query(`LOCK TABLE ${quoted(before.map((table) => table.name))} IN ACCESS SHARE MODE`);
    const within = await list();
    if (JSON.stringify(within) === JSON.stringify(before)) return within;
    await client.query('ROLLBACK');
  }
  throw new BackupError('The database is being updated to a new version. Try again in a moment.');
}

async function dumpAll(client: pg.Client, folder: string, list: readonly Table[]): Promise<Dumped> {
  const { rows: schema } = await client.query<Manifest['schema'][number]>(
    'SELECT name, checksum FROM migration ORDER BY name',
  );
  const { rows: moments } = await client.query<{ at: string }>('SELECT now() AS at');
  const tables: Manifest['tables'] = [];
  const parts: Part[] = [];
  for (const table of list) {
    const { rows, part } = await dumpTable(client, folder, table).catch(explain);
    tables.push({ ...table, rows, part: part.path });
    parts.push(part);
  }
  return {
    made_at: new Date(moments[0]?.at ?? '').toISOString(),
    schema,
    tables,
    sequences: await dumpSequences(client),
    parts,
  };
}

async function dumpTable(client: pg.Client, folder: string, { name, columns }: Table) {
  const counted = await client.query<{ count: string }>(`SELECT count(*)::text FROM ONLY "${name}"`);
  const rows = Number(counted.rows[0]?.count);
  let sent = 0;
  // In this format a line is a row: line breaks in values are written as \n.
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) sent++;
      done(null, chunk);
    },
  });
  const source = copyOut(client, `COPY "${name}" (${quoted(columns)}) TO STDOUT`);
  const part = await writePart(folder, `database/${name}.copy.gz`, source, [count, createGzip({ level: 3 })]);
  if (sent !== rows) throw new BackupError(`Of ${rows} rows of ${name} only ${sent} came. Nothing was kept.`);
  return { rows, part };
}

async function dumpSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const found: Manifest['sequences'] = [];
  for (const { name } of (await client.query<{ name: string }>(SEQUENCES)).rows) {
    const { rows } = await client.query<{ value: string; is_called: boolean }>(
      `SELECT last_value::text AS value, is_called FROM "${name}"`,
    );
    if (rows[0]) found.push({ name, ...rows[0] });
  }
  return found;
}

function explain(error: Error & { code?: string }): never {
  // 42501: row-level security would hide rows from this user.
  if (error.code === '42501')
    throw new BackupError(
      `The user of DATABASE_URL may not read all rows (${error.message}). Run the backup with a DATABASE_URL whose user may: a superuser, or one with BYPASSRLS.`,
    );
  throw error;
}
