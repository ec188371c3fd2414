// The database as the server sees it, for tools that work beside a running server and without one, with whichever database it has.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { ConfigError } from '#server/platform/config/config-error.ts';
import { createDatabase, type Database } from '#server/platform/db/database.ts';
import { APP_ROLE } from '#server/platform/db/migrate.ts';
import { type Opened, openDatabase } from './database.ts';

/** A schema that is older than this program: no such table, column or role. */
const OLD = /^(42P01|42703|22023)$/;

/** Throws ConfigError where there is no database, or one of an older version: none is made. `inUse`: a server runs on the folder. */
export async function asServer<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (db: Database, inUse: Opened['inUse']) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new ConfigError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start Limelight once (npm start).`,
    );
  const { connection, inUse, close } = await openDatabase(config);
  try {
    const ignore = () => undefined;
    const db = createDatabase({ connection, role: APP_ROLE, poolSize: 2, onCommitted: ignore, onError: ignore });
    try {
      return await work(db, inUse);
    } catch (error) {
      if (!OLD.test((error as { code?: string }).code ?? '')) throw error;
      throw new ConfigError('The database is of an older version. Start Limelight (npm start), and try again.');
    } finally {
      await db.close();
    }
  } finally {
    await close();
  }
}
