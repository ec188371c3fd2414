// The real server on a free port of 127.0.0.1 with a database of its own.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type App, type AppOptions, buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';

export interface TestApp {
  /** http://127.0.0.1:PORT, without a slash at the end. */
  readonly url: string;
  readonly app: App;
  readonly dataDir: string;
  /** Connection options of the database's owner: sees all companies, for looking and for meddling. */
  readonly connection: pg.ClientConfig;
  /** Any SQL, past the server and past row-level security. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Stops the server and starts it anew on the same port, database and data folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Limits are wide open unless `rateFactor: 1`, passwords hashed in little memory unless `passwordMemory: undefined`; answers are checked against the contract. `given`: other parts than the real ones. */
export async function startTestApp(
  overrides: Partial<Config> = {},
  given: Pick<AppOptions, 'outbound' | 'logLevel'> = {},
): Promise<TestApp> {
  const { template, ...server } = inject('database');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
  await admin.end();

  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-app-'));
  const connection = { ...server, database };
  const config: Config = {
    ...readConfig({ PORT: '0', DATA_DIR: dataDir }),
    host: '127.0.0.1',
    clientDir: undefined,
    strict: true,
    rateFactor: 10_000,
    // A third of what these tests cost were passwords hashed as slowly as a thief should have it.
    passwordMemory: 64,
    ...overrides,
  };
  const start = async (port: number) => {
    const built = await buildApp({ config, connection, logLevel: process.env.LOG_LEVEL ?? 'fatal', ...given });
    return { built, url: await built.http.listen({ port, host: config.host }) };
  };
  let { built: app, url } = await start(config.port);
  const owner = new pg.Pool({ ...connection, max: 2 });
  // DROP DATABASE … WITH (FORCE) ends what the pool is just closing; nobody waits for that connection any more.
  owner.on('error', () => undefined);
  // A pool has ended before its connections are closed; what comes of dropping the database under one is nobody's concern.
  owner.on('connect', (client) => client.on('error', () => {}));

  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await app.close();
    await owner.end();
    const cleaner = new pg.Client({ ...server, database: 'postgres' });
    await cleaner.connect();
    await cleaner.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await cleaner.end();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    get app() {
      return app;
    },
    dataDir,
    connection,
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await owner.query(text, values)).rows as Row[],
    restart: async () => {
      await app.close();
      ({ built: app, url } = await start(Number(new URL(url).port)));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
