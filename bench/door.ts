// Whether the time of an answer tells if an address is known: each call at the door, to known and unknown addresses in turns. The floor is
// the same call to two unknown addresses.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginSso } from '#contract/auth/sso.ts';
import * as auth from '#contract/auth.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import * as operator from '#contract/operator.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { type ServerProcess, startServerProcess } from '#tests/kit/server-process.ts';
import { type Figure, type Report, runAlone, setting } from './lib/report.ts';
import { median } from './lib/stats.ts';

/** Of two medians; what the same call to two unknown addresses differs by stands beside it. */
const MOST = 1.1;

/** `isOfDomain`: whose domain it is may be told, so that all addresses are of one. */
type Call = readonly [what: string, Endpoint, (email_id: string) => object, { readonly isOfDomain: true }?];

const callsAt = (url: string): readonly Call[] => [
  ['a wrong password', auth.login, (email_id) => ({ email_id, password: 'another horse 9' })],
  ['a wrong code', auth.verify, (email_id) => ({ email_id, otp: '000000' })],
  ['another code', auth.resend, (email_id) => ({ email_id })],
  ['a new password', auth.requestReset, (email_id) => ({ email_id })],
  [
    'registering',
    auth.register,
    (email_id) => ({
      company_name: 'Brackenford',
      first_name: 'Ines',
      last_name: 'Alder',
      email_id,
      password: PASSWORD,
    }),
  ],
  ['looking for the company', auth.resolveCompany, (employee_email) => ({ employee_email })],
  ['beginning company sign-on', beginSso, (email_id) => ({ email_id, origin: url }), { isOfDomain: true }],
];

/** The account of whoever runs the server has a door of its own. */
const AT_THE_BACK: Call = [
  'the operator, a wrong password',
  operator.signIn,
  (email_id) => ({ email_id, password: 'another horse 9' }),
];

/** Makes the first operator with what the server has printed at its start. */
async function newOperator(server: ServerProcess): Promise<string> {
  const token = /\/backadmin\/setup#([\w-]{43})/.exec(server.output())?.[1] ?? '';
  const email_id = 'operator@bench.example';
  await new TestClient(server.url).call(operator.setUp, { token, name: 'Olga', email_id, password: PASSWORD });
  return email_id;
}

export async function door(): Promise<Report> {
  const times = setting('BENCH_ASKED', 150);
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  try {
    const registered: string[] = [];
    for (let n = 0; n < 5; n++) registered.push((await registerCompany(server)).email);
    const anyone = new TestClient(server.url);
    const took = async (endpoint: Endpoint, input: object): Promise<number> => {
      const began = performance.now();
      await anyone.raw(endpoint, input);
      return performance.now() - began;
    };
    const figures: Figure[] = [];
    const doors = [
      ...callsAt(server.url).map((call) => ({ call, known: registered })),
      { call: AT_THE_BACK, known: [await newOperator(server)] },
    ];
    for (const {
      call: [what, endpoint, inputOf, { isOfDomain } = { isOfDomain: false }],
      known,
    } of doors) {
      const taken = { known: [] as number[], unknown: [] as number[], other: [] as number[] };
      // Unmeasured at first. What comes first of the three changes, so that none of them always follows the same one.
      for (let n = -15; n < times; n++) {
        const one = known[Math.abs(n) % known.length] ?? '';
        const domain = one.split('@')[1];
        const turns = [
          ['known', one],
          // Another one each time: whoever registers is known from then on.
          ['unknown', `somebody-${n}@${isOfDomain ? domain : 'nowhere.example'}`],
          ['other', `anybody-${n}@${isOfDomain ? domain : 'elsewhere.example'}`],
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
