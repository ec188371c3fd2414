// The database in: the schema as the backup had it, by our own migrations, then all rows in one transaction that also counts them.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { migrate, UNFINISHED_RESTORE } from '#server/platform/db/migrate.ts';
import { migrationFolders } from '#server/registry.ts';
import { copyIn } from './copy.ts';
import { quoted } from './dump.ts';
import { BackupError, type Manifest } from './manifest.ts';

const OURS = `SELECT relname AS name, relforcerowsecurity AS forced FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname`;
const REFERENCES = `SELECT conrelid::regclass::text AS on_table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`;

/** Refuses a database in which anything is, before anything is written. */
export async function refuseUsedDatabase(connection: pg.ClientConfig): Promise<void> {
  await within(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(OURS, [[]]);
    if (rows[0])
      throw new BackupError(
        `The database is not empty (it has the table ${rows[0].name}). Restore into a new one (CREATE DATABASE …). Nothing was changed.`,
      );
  });
}

/** The mark that no server starts beside. */
export const markUnfinished = (connection: pg.ClientConfig): Promise<unknown> =>
  within(connection, (client) => client.query(`CREATE TABLE ${UNFINISHED_RESTORE} ()`));

/** Brings schema and rows. Whatever fails, no row is there and the mark stays. */
export async function load(connection: pg.ClientConfig, folder: string, manifest: Manifest): Promise<void> {
  await migrate(connection, migrationFolders, new Set(manifest.schema.map(({ name }) => name)));
  await within(connection, async (client) => {
    await client.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET row_security = off',
    );
    await client.query('BEGIN');
    await fill(client, folder, manifest);
    await client.query(`DROP TABLE ${UNFINISHED_RESTORE}`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  });
}

async function within<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** One table may inherit from another: each is meant alone (ONLY). References and triggers are taken away for the load, as rows come table by table, and all references are checked at the end. */
async function fill(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const { rows: ours } = await client.query<{ name: string; forced: boolean }>(OURS, [
    ['migration', UNFINISHED_RESTORE],
  ]);
  const wanted = tables.map((table) => table.name);
  if (JSON.stringify(ours.map((table) => table.name)) !== JSON.stringify(wanted))
    throw new BackupError('The backup holds other tables than its schema makes. It cannot be restored.');
  const { rows: references } = await client.query<{ on_table: string; name: string; definition: string }>(REFERENCES);
  for (const { on_table, name } of references)
    await client.query(`ALTER TABLE ONLY ${on_table} DROP CONSTRAINT ${name}`);
  for (const { name } of ours)
    await client.query(`ALTER TABLE ONLY "${name}" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`);
  for (const table of tables) await fillTable(client, folder, table);
  for (const { name, value, is_called } of sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [`public."${name}"`, value, is_called]);
  for (const { on_table, name, definition } of references)
    await client.query(`ALTER TABLE ONLY ${on_table} ADD CONSTRAINT ${name} ${definition}`);
  for (const { name, forced } of ours)
    await client.query(`ALTER TABLE ONLY "${name}" ENABLE TRIGGER USER${forced ? ', FORCE ROW LEVEL SECURITY' : ''}`);
}

async function fillTable(client: pg.Client, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const { name, columns, rows, part } = table;
  const source = createReadStream(join(folder, part));
  const lines = source.pipe(createGunzip());
  source.on('error', (error) => lines.destroy(error));
  // What a migration has put there itself is in the backup, too.
  await client.query(`DELETE FROM ONLY "${name}"`);
  await copyIn(client, `COPY "${name}" (${quoted(columns)}) FROM STDIN`, lines as AsyncIterable<Buffer>);
  const { rows: counted } = await client.query<{ count: string }>(`SELECT count(*)::text FROM ONLY "${name}"`);
  if (Number(counted[0]?.count) !== rows)
    throw new BackupError(`Of ${rows} rows of ${name} only ${counted[0]?.count} came in. Nothing was restored.`);
}
