// Makes a database if it is missing. What is in it (migrations, roles) is not known here.
import pg from 'pg';

/** What `pg` needs to connect; `host` is a folder with a socket or a name. */
export type ConnectionTo = { host: string; port: number; user: string; password?: string };

/**
 * Makes the database `name` (lower case letters, digits, underscores) if there is none, in UTF-8 like the cluster.
 * True if it was made. Two callers at once are fine.
 */
export async function ensureDatabase(server: ConnectionTo, name: string): Promise<boolean> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new TypeError(`not a database name: ${name}`);
  const client = new pg.Client({ ...server, database: 'postgres', connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await client.query(`create database ${name}`);
    return true;
  } catch (error) {
    // 42P04 duplicate_database, 23505 unique_violation: another caller was faster.
    if (['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}
