// Starts and stops the server: settings, database, app, the ready line, and an orderly end.
import type pg from 'pg';
import { type App, buildApp } from './app.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import { refuseUnfinishedRestore } from './platform/config/unfinished-restore.ts';
import { startEmbedded } from './platform/db/embedded/embedded.ts';
import type { EmbeddedDatabase } from './platform/db/embedded/types.ts';
import { errorForLog } from './platform/http/log/scrub.ts';

const GRACE_MS = 10_000;

/** What is to be ended, in the order in which it came up. */
interface Running {
  embedded?: EmbeddedDatabase;
  app?: App;
}

async function openDatabase(config: Config, running: Running): Promise<pg.ClientConfig> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  running.embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => console.log(line) });
  const { host, port, user, database, password } = running.embedded;
  return { host, port, user, database, ...(password ? { password } : {}) };
}

/** Ends everything once, whatever it has come to: a signal during the first start must not leave the database behind. */
function createStop(running: Running, starting: () => Promise<unknown>): (code: number) => Promise<void> {
  let stopping = false;
  return async (code) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    await starting().catch(() => undefined);
    await running.app?.close().catch((error) => console.error(error));
    await running.embedded?.stop();
    process.exit(code);
  };
}

async function bringUp(config: Config, running: Running): Promise<void> {
  const connection = await openDatabase(config, running);
  running.app = await buildApp({ config, connection, logLevel: config.logLevel });
  await running.app.http.listen({ port: config.port, host: config.host });
  const address = running.app.http.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  console.log(`Limelight is ready: http://localhost:${port}`);
  for (const { announce } of running.app.features) {
    const line = await announce?.(`http://localhost:${port}`).catch(() => undefined);
    if (line) console.log(line);
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  refuseUnfinishedRestore(config.dataDir);
  const running: Running = {};
  let up: Promise<void> = Promise.resolve();
  const stop = createStop(running, () => up);
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ level: 'fatal', time: new Date().toISOString(), err: errorForLog(error) }));
    void stop(1);
  });
  up = bringUp(config, running);
  await up.catch((error) => {
    console.error(startProblem(error, config));
    return stop(1);
  });
}

function startProblem(error: unknown, config: Config): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${config.port} is taken. Stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${config.port} may not be opened by this user. Set PORT to one above 1023.`;
  if (config.databaseUrl && /^(ECONN|ENOTFOUND|28)/.test(code ?? ''))
    return `DATABASE_URL does not let us in: ${(error as Error).message}`;
  return isForPeople(error) ? (error as Error).message : error;
}

const isForPeople = (error: unknown): boolean =>
  error instanceof ConfigError || (error as Error).name === 'EmbeddedDatabaseError';

start().catch((error) => {
  console.error(isForPeople(error) ? (error as Error).message : error);
  process.exit(1);
});
