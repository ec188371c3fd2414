// A shared device on random walks through everything that happens to one: without a network, without the server, killed, full,
// updated, signed out from elsewhere, handed to somebody else. SEED=n,n repeats some; WALKS and WALK_STEPS change how much is tried.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { Device } from './walks/device.ts';
import { bundlePage } from './walks/page-code.ts';
import { type Lane, type Person, weights } from './walks/rules.ts';

const STEPS = Number(process.env['WALK_STEPS'] ?? 40);
const FIRST = Number(process.env['FIRST_WALK'] ?? 1);
const SEEDS = process.env['SEED']
  ? process.env['SEED'].split(',').map(Number)
  : Array.from({ length: Number(process.env['WALKS'] ?? 100) }, (_, at) => FIRST + at);
/** The others are for long runs. */
const SHORT = 8;
/** Devices under way at the same time, each with people of its own. */
const LANES = 4;

let app: TestApp;
const lanes: Lane[] = [];
const free: Lane[] = [];
/** Walks that have none yet, in their order: one that only looks now and then is never quicker than the next one that begins. */
const waiting: ((lane: Lane) => void)[] = [];
const give = (lane: Lane): void => (waiting.shift() ?? ((one) => void free.push(one)))(lane);
beforeAll(async () => {
  app = await startTestApp();
  const { owner } = await registerCompany(app);
  const begin = await bundlePage();
  const person = async (name: string): Promise<Person> => {
    const email = `${name}@walks.example`;
    return { api: await addPerson(app, owner, { work_email_id: email }), email };
  };
  for (let nth = 0; nth < Math.min(LANES, SEEDS.length); nth++) {
    const people = [await person(`ann${nth}`), await person(`ben${nth}`)] as const;
    const other = (await person(`cleo${nth}`)).api;
    lanes.push({ people, other, begin, proxy: await startFaultProxy(app.url, randomFrom(nth)) });
  }
  free.push(...lanes);
});
afterAll(async () => {
  for (const { proxy } of lanes) await proxy[Symbol.asyncDispose]();
  await app.close();
});

describe.concurrent('a shared device', () => {
  for (const [at, seed] of SEEDS.entries())
    test(`walk ${seed}`, { timeout: 120_000, tags: at < SHORT ? [] : ['long'] }, async () => {
      const lane = free.pop() ?? (await new Promise<Lane>((done) => waiting.push(done)));
      const random = randomFrom(seed);
      using device = new Device(lane, random);
      try {
        for (let n = 0; n < STEPS; n++) await device.step(random.weighted(weights));
        await device.settle();
        expect(device.steps).toHaveLength(STEPS + 1);
      } catch (error) {
        throw new Error(`SEED=${seed}: ${await device.story()}`, { cause: error });
      } finally {
        give(lane);
      }
    });
});
