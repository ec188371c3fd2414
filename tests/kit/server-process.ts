// The real server in a process of its own, as `npm start` runs it, with its embedded database: for what a kill may do to it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Milliseconds from the start to the ready line. */
  readonly startedIn: number;
  /** Everything it printed. */
  output(): string;
  /** The next message that it sends to its parent (only with an IPC channel). */
  readonly child: ChildProcess;
  /** kill -9; resolves when it is gone. The database lives on. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. The database is stopped, too. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  readonly dataDir: string;
  /** 0 (default) takes a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags for node, before the program. */
  readonly flags?: readonly string[];
  /** Instead of server/main.ts. */
  readonly program?: string;
}

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const READY = /Limelight is ready: http:\/\/[^\s:]+:(\d+)/;
const PATIENCE_MS = 90_000;

/** Resolves once the ready line is printed; rejects with everything that was printed if it never is. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { dataDir, port = 0, env = {}, flags = [], program = MAIN } = options;
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      CLIENT_DIR: join(dataDir, 'no-client'),
      LIMELIGHT_RATE_FACTOR: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const ready = new Promise<number>((done, fail) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = READY.exec(printed)?.[1];
      if (found) done(Number(found));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    const problem = (what: string) => fail(new Error(`The server ${what}. It printed:\n${printed}`));
    void exited.then((code) => problem(`ended with ${code}`));
    setTimeout(() => problem('was not ready in time'), PATIENCE_MS).unref();
  });
  const taken = await ready.catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    pid: child.pid as number,
    dataDir,
    startedIn: performance.now() - began,
    output: () => printed,
    child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** The process id of the embedded database's postmaster, as it stands in the data folder. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}
