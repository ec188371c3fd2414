// Memory of the server process: idle, with a thousand sockets, and after minutes of load.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts';
import { startChild } from './lib/child.ts';
import { openOffice, openRoom, sessionOf } from './lib/office.ts';
import { type Figure, type Report, runAlone, setting } from './lib/report.ts';
import type { LoadAnswer, LoadQuestion } from './send.ts';

const SOCKETS = 1_000;
/** A session may have forty sockets (server/platform/realtime/hub.ts). */
const PEOPLE = 50;
/** People in a conversation. */
const ROOM = 5;
const MIB = 1024 * 1024;
/** Requests under way at once, and each one's rest in between: some hundred messages a second, each to a hundred sockets. */
const LINES = 8;
const PAUSE_MS = 40;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

/** After a garbage collection, so that it is what is really held. */
async function memoryOf(server: ServerProcess): Promise<Memory> {
  const said = once(server.child, 'message');
  server.child.send('memory');
  return (await said)[0] as Memory;
}

const figuresOf = (when: string, { rss, heapUsed }: Memory): Figure[] => [
  { what: `${when}, resident`, value: rss / MIB, unit: 'MiB' },
  { what: `${when}, heap`, value: heapUsed / MIB, unit: 'MiB' },
];

export async function memory(): Promise<Report> {
  const seconds = setting('BENCH_SOAK_SECONDS', 600);
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const program = fileURLToPath(new URL('./programs/memory.server.ts', import.meta.url));
  const server = await startServerProcess({ dataDir, program, flags: ['--expose-gc'] });
  const load = startChild('send.load.ts');
  try {
    await sleep(1_000);
    const idle = await memoryOf(server);
    const { owner, people } = await openOffice(server, PEOPLE);
    const rooms = [];
    for (let n = 0; n < PEOPLE; n += ROOM) rooms.push(await openRoom(owner, people.slice(n, n + ROOM)));
    const session = (n: number) => sessionOf(people[n % PEOPLE] as never);
    const senders = rooms.map(({ space_id }, n) => ({ session: session(n * ROOM), space_id }));
    const before = await memoryOf(server);
    const listeners = Array.from({ length: SOCKETS }, (_, n) => session(n));
    await load.ask({ kind: 'open', url: server.url, senders, listeners } satisfies LoadQuestion);
    await sleep(1_000);
    const connected = await memoryOf(server);
    const run = { kind: 'run', url: server.url, lines: LINES, seconds, pause: PAUSE_MS } satisfies LoadQuestion;
    const { perSecond } = await load.ask<LoadAnswer>(run);
    const after = await memoryOf(server);
    const minutes = seconds / 60;
    const figures = [
      ...figuresOf('idle', idle),
      ...figuresOf(`with ${SOCKETS} sockets`, connected),
      { what: 'heap a socket', value: (connected.heapUsed - before.heapUsed) / SOCKETS / 1024, unit: 'KiB' },
      ...figuresOf(`after ${minutes.toFixed(minutes < 1 ? 2 : 0)} minutes of load`, after),
      { what: 'heap gained in that time', value: (after.heapUsed - connected.heapUsed) / MIB, unit: 'MiB', most: 64 },
    ];
    const notes = [
      `load of ${Math.round(perSecond)} messages a second for ${seconds} s, each heard by ${(ROOM * SOCKETS) / PEOPLE} sockets; after a garbage collection`,
      ...(seconds < 600 ? ['a short run: a full one is 600 s (BENCH_SOAK_SECONDS)'] : []),
    ];
    return { bench: 'memory', figures, notes };
  } finally {
    await load.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(memory);
