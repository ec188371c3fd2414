// Two people, two real clients, one real server and a network that does everything wrong: at the end all three agree, every
// message is there exactly once and in its author's order. SEED=n repeats one run, STEPS and SEEDS change how much is tried.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow, listThreads } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, type TestCompany } from '#tests/kit/factory.ts';
import { startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { type Random, randomFrom } from '#tests/kit/random.ts';
import { into, say, under } from './talk.ts';
import { type Scope, Side, weights } from './two-clients.side.ts';

const STEPS = Number(process.env['STEPS'] ?? 1000);
const SEEDS = process.env['SEED']
  ? [Number(process.env['SEED'])]
  : Array.from({ length: Number(process.env['SEEDS'] ?? 20) }, () => Math.floor(Math.random() * 2 ** 31));

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());

/** All messages of a conversation, as the server has them now. */
async function readAll(person: TestClient, { address }: Scope): Promise<chat.Message[]> {
  const all: chat.Message[] = [];
  for (;;) {
    const after_seq = String(all.at(-1)?.seq ?? 0);
    const page = await person.call(chat.listMessages, { ...address, after_seq, limit: '100' });
    all.push(...page.items);
    if (!page.has_after) return all;
  }
}

/** One after the other: all of them write to the company's own topic, where twenty at once may wait longer than the server lets them. */
let begun: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = begun.then(work);
  begun = turn.catch(() => undefined);
  return turn;
};

async function begin(seed: number): Promise<{ sides: [Side, Side]; random: Random }> {
  const random = randomFrom(seed);
  const { owner } = company;
  const [a, b] = await Promise.all([addPerson(app, owner), addPerson(app, owner)]);
  const [space_id, sub_space_id] = [uuid(), uuid()];
  await owner.call(spaces.create, {
    space_id,
    space_name: `Seed ${seed}`,
    employee_ids: [a.employee_id, b.employee_id],
  });
  await owner.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Second' });
  const shared: Scope[] = [
    { key: `space/${space_id}`, address: { entity_type: 'space', entity_id: space_id } },
    { key: `space/${space_id}/${sub_space_id}`, address: { entity_type: 'space', entity_id: space_id, sub_space_id } },
  ];
  // One thread that both follow, and one that begins with what one of them says in it.
  const roots = await Promise.all([0, 1].map((n) => say(owner, into(space_id), `Root ${n}`)));
  const inThreads = roots.map((root) => ({ key: `thread/${root.message_id}`, address: under(root) }));
  const [begun] = roots;
  if (!begun) throw new Error('Nothing was said');
  await say(owner, under(begun), 'The first answer');
  for (const one of [a, b]) await one.call(follow, { message_id: begun.message_id, following: true });
  const direct = (to: string): Scope => ({
    key: `employee/${to}`,
    address: { entity_type: 'employee', entity_id: to },
  });
  const sides = (await Promise.all(
    [a, b].map(async (person, at) => {
      const proxy = await startFaultProxy(app.url, randomFrom(seed + 1 + at));
      const other = (at === 0 ? b : a).employee_id;
      return new Side(person, proxy, random, [direct(other), ...shared, ...inThreads]);
    }),
  )) as [Side, Side];
  return { sides, random };
}

async function check(sides: readonly [Side, Side]): Promise<void> {
  for (const side of sides) {
    expect(side.client.broken).toEqual([]);
    expect(side.list()).toEqual(await side.person.call(chat.listConversations, {}));
    expect(side.threads()).toEqual(await side.person.call(listThreads, {}));
    for (const scope of side.scopes) {
      const all = await readAll(side.person, scope);
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
      const data = side.data(scope.key);
      const first = data?.items[0]?.seq ?? 1;
      expect(data?.items).toEqual(all.slice(first - 1));
      // Exactly once, in the author's order; what was refused is still with the author.
      const arrived = all.filter(({ sender_id }) => sender_id === side.self).map(({ message_id }) => message_id);
      const kept = new Set(side.client.outbox.state.items.map(({ id }) => id));
      const meant = (side.meant.get(scope.key) ?? []).filter((id) => !kept.has(id));
      expect(arrived).toEqual(meant);
    }
  }
}

describe.concurrent('two clients and a bad network', () => {
  test.each(SEEDS)('seed %i', { timeout: 600_000 }, async (seed) => {
    const { sides, random } = await inTurn(() => begin(seed));
    try {
      await Promise.all(sides.map((side) => side.open()));
      for (let n = 0; n < STEPS; n++) {
        const side = random.pick(sides) as Side;
        await side.step(random.weighted(weights));
        side.nothingVanished();
      }
      await Promise.all(sides.map((side) => side.settle(side.isIdle)));
      // The last words of one must have reached the other.
      const agree = async () => {
        try {
          await check(sides);
          return true;
        } catch {
          return false;
        }
      };
      // Notifications of it are told a while after, each with an event that may be under way right now.
      let agreed = await agree();
      for (let n = 0; n < 200 && !agreed; n++) {
        await new Promise((done) => setTimeout(done, 100));
        agreed = await agree();
      }
      if (!agreed) await check(sides);
    } catch (error) {
      throw new Error(`SEED=${seed}: ${sides.map((side) => side.story()).join(' ')}`, { cause: error });
    } finally {
      for (const side of sides) {
        await side.client.kill();
        await side.proxy[Symbol.asyncDispose]();
      }
    }
  });
});
