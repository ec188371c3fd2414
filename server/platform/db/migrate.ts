// Brings the schema up to date: the SQL files of the platform and of all features, merged by the time in their names.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export const APP_ROLE = 'limelight_app';
/** Any number; the same for all, so that two servers starting at once take turns. */
const LOCK = 7_205_759;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

function readMigrations(folders: readonly string[]): Migration[] {
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
 * Throws if an applied file was changed afterwards, or if the database does not write durably.
 * Returns the role that the app's connections are to take on.
 */
export async function migrate(
  connection: pg.ClientConfig,
  folders: readonly string[],
): Promise<{ applied: string[]; role: string }> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await refuseUnsafe(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
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
      if (before === m.checksum) continue;
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

async function ensureRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (!rows.length) await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN NOBYPASSRLS`);
  await client.query(`GRANT ${APP_ROLE} TO CURRENT_USER; GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`);
}
