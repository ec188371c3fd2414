// How long it takes until what somebody may do has changed everywhere: a role of many people is allowed more or less, and each of them
// hears of it on an open socket, and asks. Beside it the cheapest call there is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { selfChanged } from '#contract/people/events.ts';
import { createRole, updateRole, updateRoleMembers } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { sharedMachine } from '../lib/cpu.ts';
import { openOffice } from '../lib/office.ts';
import { type Report, runAlone, setting } from '../lib/report.ts';
import { timesOf } from '../lib/stats.ts';

/** Who has the role, each with a socket. */
const PEOPLE = 200;
/** Milliseconds until the last of them has heard. */
const MOST_MS = 1_000;

/** How often it has heard that what its person may do has changed. */
const timesTold = ({ events }: TestSocket): number => events.filter(({ name }) => name === selfChanged.name).length;

export async function rights(): Promise<Report> {
  const times = setting('BENCH_CHANGES', 40);
  const shared = sharedMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  const sockets: TestSocket[] = [];
  try {
    const office = await openOffice(server, PEOPLE);
    const { owner } = office;
    const role_id = uuid();
    await owner.call(createRole, { role_id, role_name: 'Front desk', permissions: [] });
    const employee_ids = office.people.map(({ employee_id }) => employee_id);
    for (let at = 0; at < PEOPLE; at += 100)
      await owner.call(updateRoleMembers, { role_id, add: employee_ids.slice(at, at + 100) });
    for (const one of office.people) sockets.push(await openSocket(one));
    const [asked] = office.people;
    if (!asked) throw new Error('Nobody has the role');
    const cheapest: number[] = [];
    const toTheLast: number[] = [];
    const wrong: string[] = [];
    // Unmeasured at first: a server that has just started knows none of its statements.
    for (let nth = -4; nth < times; nth++) {
      const permitted = nth % 2 === 0;
      const before = performance.now();
      await asked.call(people.meta, { employee_id: asked.employee_id, select: ['first_name'] });
      const told = sockets.map(timesTold);
      const began = performance.now();
      await owner.call(updateRole, { role_id, permissions: permitted ? ['people.manage'] : [] });
      // Whoever asks right behind the answer is judged by what is so now.
      const { status } = await asked.raw(people.invite, { employee_id: uuid() });
      if ((status !== 403) !== permitted) wrong.push(`${permitted}: ${status}`);
      while (sockets.some((socket, at) => timesTold(socket) === told[at]))
        await new Promise((done) => setTimeout(done, 1));
      const last = performance.now();
      if (nth < 0) continue;
      cheapest.push(began - before);
      toTheLast.push(last - began);
    }
    const { p50, p99 } = timesOf(toTheLast);
    return {
      bench: 'rights',
      figures: [
        { what: 'the cheapest call p50', value: timesOf(cheapest).p50, unit: 'ms' },
        { what: 'a role is changed until the last has heard: p50', value: p50, unit: 'ms' },
        { what: 'p99', value: p99, unit: 'ms', ...(shared.length ? {} : { most: MOST_MS }) },
        { what: 'asked right behind it, judged by what was before', value: wrong.length, unit: '', most: 0 },
      ],
      notes: [`${PEOPLE} people with a socket each, ${times} changes`, ...shared],
    };
  } finally {
    for (const socket of sockets) await socket[Symbol.asyncDispose]();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(rights);
