// Whether the time of an answer tells if an address is known: each call at the door, to known and unknown addresses in turns. The floor is
// the same call to two unknown addresses.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as auth from '#contract/auth.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { type Figure, type Report, runAlone, setting } from './lib/report.ts';
import { median } from './lib/stats.ts';

/** Of two medians; what the same call to two unknown addresses differs by stands beside it. */
const MOST = 1.1;

const CALLS: readonly (readonly [string, Endpoint, (email_id: string) => object])[] = [
  ['a wrong password', auth.login, (email_id) => ({ email_id, password: 'another horse 9' })],
  ['a wrong code', auth.verify, (email_id) => ({ email_id, otp: '000000' })],
  ['another code', auth.resend, (email_id) => ({ email_id })],
  ['a new password', auth.requestReset, (email_id) => ({ email_id })],
];

export async function door(): Promise<Report> {
  const times = setting('BENCH_ASKED', 150);
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  try {
    const known: string[] = [];
    for (let n = 0; n < 5; n++) known.push((await registerCompany(server)).email);
    const anyone = new TestClient(server.url);
    const took = async (endpoint: Endpoint, input: object): Promise<number> => {
      const began = performance.now();
      await anyone.raw(endpoint, input);
      return performance.now() - began;
    };
    const figures: Figure[] = [];
    for (const [what, endpoint, inputOf] of CALLS) {
      const taken = { known: [] as number[], unknown: [] as number[], other: [] as number[] };
      // Unmeasured at first. What comes first of the three changes, so that none of them always follows the same one.
      for (let n = -15; n < times; n++) {
        const turns = [
          ['known', known[Math.abs(n) % known.length] ?? ''],
          ['unknown', `somebody-${n % 5}@nowhere.example`],
          ['other', `anybody-${n % 5}@elsewhere.example`],
        ] as const;
        for (let at = 0; at < 3; at++) {
          const [kind, email] = turns[(at + Math.abs(n)) % 3] as (typeof turns)[number];
          const ms = await took(endpoint, inputOf(email));
          if (n >= 0) taken[kind].push(ms);
        }
      }
      const [a, b, c] = [median(taken.known), median(taken.unknown), median(taken.other)];
      figures.push(
        { what: `${what}: median, known`, value: a, unit: 'ms' },
        { what: 'known, times unknown', value: a / b, unit: '×', least: 1 / MOST, most: MOST },
        { what: 'unknown, times unknown', value: c / b, unit: '×' },
      );
    }
    return { bench: 'door', figures, notes: [`${times} times each, in turns`] };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(door);
