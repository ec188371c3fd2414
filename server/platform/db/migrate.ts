// Brings the schema up to date: the SQL files of the platform and of all features, merged by the time in their names.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../config/config-error.ts';

export const APP_ROLE = 'limelight_app';
/** Any number; the same for all, so that two servers starting at once take turns. */
const LOCK = 7_205_759;

/** There while a backup is being restored; it goes in the transaction that brings the rows. */
export const UNFINISHED_RESTORE = 'restore_unfinished';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** In the order in which they are applied. */
export function readMigrations(folders: readonly string[]): Migration[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((f) => f.endsWith('.sql'))
      .map((f) => join(folder, f)),
  );
  const all = files.map((file) => {
    const sql = readFileSync(file, 'utf8');
    return {
      name: file.split(/[\\/]/).at(-1) as string,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
    };
  });
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Applies what is missing, each file in a transaction of its own. Creates the app's role where the connecting user may.
 * `only`: the names of those to apply (a restore brings the schema to where the backup had it).
 * Throws if an applied file was changed afterwards, or if the database does not write durably.
 * Returns the role that the app's connections are to take on.
 */
export async function migrate(
  connection: pg.ClientConfig,
  folders: readonly string[],
  only?: ReadonlySet<string>,
): Promise<{ applied: string[]; role: string }> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await refuseUnsafe(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (!only) await refuseUnfinished(client);
    await ensureRole(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = new Map(
      (await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration')).rows.map((r) => [
        r.name,
        r.checksum,
      ]),
    );
    const applied: string[] = [];
    for (const m of readMigrations(folders)) {
      const before = known.get(m.name);
      if (before === m.checksum || (only && !only.has(m.name))) continue;
      if (before)
        throw new Error(`Migration ${m.name} was changed after it had been applied. Write a new one instead.`);
      await client.query('BEGIN');
      await client.query(m.sql);
      await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [m.name, m.checksum]);
      await client.query('COMMIT');
      applied.push(m.name);
    }
    return { applied, role: APP_ROLE };
  } finally {
    await client.end();
  }
}

/** Acknowledged means flushed to the disk: a database that is told otherwise is refused. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'",
  );
  if (rows.length)
    throw new Error(`The database would lose acknowledged messages: switch ${rows.map((r) => r.name).join(', ')} on.`);
}

/** A backup that was restored half is no company's data. */
async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `public.${UNFINISHED_RESTORE}`,
  ]);
  if (rows[0]?.there)
    throw new ConfigError(
      'A backup was being restored into this database, and that did not end. Restore it again into an empty one.',
    );
}

async function ensureRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (!rows.length) await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN NOBYPASSRLS`);
  await client.query(`GRANT ${APP_ROLE} TO CURRENT_USER; GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`);
}
