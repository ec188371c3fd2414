// The real server as `npm start` runs it, with the built client and an embedded database in a folder of its own. It can be
// killed and started again on the same port and folder, which is what "offline" means to these tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '#server/platform/db/database.ts';
import { DATABASE_USER } from '#server/platform/db/embedded/cluster/cluster.ts';
import { APP_ROLE } from '#server/platform/db/migrate.ts';
import type { Runs } from '#tests/flows/campaigns.fixture.ts';
import { type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts';
import { inProject } from '#tools/lib/project.mjs';

/** The built client: `npm test` builds it before; CLIENT_DIR names another one. */
export const builtClient = (): string => process.env['CLIENT_DIR'] ?? inProject('dist');

export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'limelight-e2e-'));
  /** Swapped by tests of updates. */
  readonly clientDir: string;
  /** Its answers are checked against the contract. Not where it is made to say what it never would. */
  private readonly strict: boolean;
  /** True if it was down at some time since `watchDowntime`: failed connections are then no fault of the page. */
  wasDown = false;
  /** More settings, for the next start. */
  readonly env: Record<string, string> = {};
  private readonly program: string | undefined;
  private running: ServerProcess | undefined;
  private port = 0;

  /** `program`: instead of server/main.ts. */
  constructor(
    clientDir: string = builtClient(),
    { strict = true, program }: { strict?: boolean; program?: string } = {},
  ) {
    this.clientDir = clientDir;
    this.strict = strict;
    this.program = program;
  }

  /** http://127.0.0.1:PORT; the same as long as this object lives. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isUp(): boolean {
    return this.running !== undefined;
  }

  /** What it has printed since its start. */
  printed(): string {
    return this.running?.output() ?? '';
  }

  watchDowntime(): void {
    this.wasDown = !this.isUp;
  }

  async start(): Promise<void> {
    this.running = await startServerProcess({
      dataDir: this.dataDir,
      port: this.port,
      ...(this.program && { program: this.program }),
      env: { CLIENT_DIR: this.clientDir, LIMELIGHT_STRICT: this.strict ? '1' : '0', ...this.env },
    });
    this.port = this.running.port;
  }

  /** kill -9. The database lives on and is adopted by the next start. */
  async kill(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    this.wasDown = true;
    await running?.kill();
  }

  /** Of the database's owner. */
  get connection(): pg.ClientConfig {
    // The postmaster's own file says where it listens: port and socket folder stand in its fourth and fifth line.
    const [, , , port, host] = readFileSync(join(this.dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
    return { host: host ?? '', port: Number(port), user: DATABASE_USER, database: 'limelight' };
  }

  /** Any SQL, past the server and past row-level security. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.connection);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Ends it in order, with its database, and deletes the folder. */
  async close(): Promise<void> {
    // A killed server has left its database running: only a server can stop it in order.
    if (!this.isUp && this.port) await this.start();
    await this.running?.stop();
    this.running = undefined;
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** In the server's database, beside it: whoever has the app open hears of it when they ask anew. */
export async function beside<T>(server: Server, work: (runs: Runs) => Promise<T>): Promise<T> {
  const fail = (error: unknown) => {
    throw error;
  };
  const db = createDatabase({
    connection: server.connection,
    role: APP_ROLE,
    onCommitted: () => undefined,
    onError: fail,
  });
  try {
    return await work({ context: { db } });
  } finally {
    await db.close();
  }
}
