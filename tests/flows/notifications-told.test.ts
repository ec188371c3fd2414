// Who is told of a message: compared with a plain model of the rules, whatever people have chosen and whoever writes where.
// @module-tag long

import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/marks.ts';
import type { Address, Message } from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { setLevel, updateSettings } from '#contract/notifications/writes.ts';
import { DEFAULT_LEVELS, type Kind, type Level } from '#contract/notifications.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { newGroup } from '#tests/matrix/world.ts';
import { ALWAYS, call, listed, pushedOf, told } from './notifications.fixture.ts';
import { subscribe, type TestDevice } from './push.fixture.ts';
import { ids, into, makeSpace, say, to, under } from './talk.ts';

let service: PushService;
let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
  ({ owner } = await registerCompany(app));
  await owner.call(company.update, { settings: { awake: ALWAYS } });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});

/** Where something can be written: who is in it, and what it is to somebody who chooses. */
interface Place {
  readonly kind: 'direct' | 'group' | 'space';
  readonly members: readonly TestClient[];
  readonly at: (by: TestClient) => Address;
  /** The nearest first: entity type and id, seen by the reader. */
  readonly names: (reader: TestClient) => readonly (readonly [string, string])[];
  readonly entry: (reader: TestClient) => readonly ['employee' | 'group' | 'space', string];
}
interface Thread {
  readonly root: Message;
  readonly place: Place;
  readonly followers: Set<TestClient>;
}
interface Choices {
  readonly levels: Partial<Record<Kind, Level>>;
  readonly exceptions: Map<string, Level>;
  readonly muted: Set<string>;
}

function modelLevel({ levels, exceptions, muted }: Choices, reader: TestClient, place: Place, thread?: Thread): Level {
  if (muted.has(place.entry(reader)[1])) return 'none';
  const there = place
    .names(reader)
    .map(([, id]) => exceptions.get(id))
    .find((level) => level);
  if (!thread) return there ?? levels[place.kind] ?? DEFAULT_LEVELS[place.kind];
  const own = exceptions.get(thread.root.message_id);
  return own ?? (there === 'none' ? 'none' : (levels.thread ?? DEFAULT_LEVELS.thread));
}

test.each([1, 2])('as the rules say (%i)', async (seed) => {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const people = await Promise.all([1, 2, 3, 4].map((n) => addPerson(app, owner, { first_name: `P${n}` })));
  const [a, b, c, d] = people as [TestClient, TestClient, TestClient, TestClient];
  const devices = new Map<TestClient, TestDevice>();
  for (const one of people) devices.set(one, await subscribe(service, one));
  const space = await makeSpace(a, { employee_ids: ids(b, c, d) });
  const space_id = space.space_id;
  const secret = uuid();
  await a.call(spaces.createSubSpace, {
    space_id,
    sub_space_id: secret,
    sub_space_name: 'Few',
    is_private: true,
    employee_ids: ids(b),
  });
  const group_id = await newGroup(a, [b, c], 'Three');
  const inSpace = (sub_space_id: string, members: readonly TestClient[]): Place => ({
    kind: 'space',
    members,
    at: () => into(space_id, sub_space_id),
    names: () => [
      ['sub_space', sub_space_id],
      ['space', space_id],
    ],
    entry: () => ['space', space_id],
  });
  const between = (one: TestClient, other: TestClient): Place => {
    const beside = (me: TestClient) => (me === one ? other : one);
    return {
      kind: 'direct',
      members: [one, other],
      at: (by) => to(beside(by)),
      names: (reader) => [['employee', beside(reader).employee_id]],
      entry: (reader) => ['employee', beside(reader).employee_id],
    };
  };
  const places: Place[] = [
    inSpace(space.sub_spaces[0]?.sub_space_id as string, people),
    inSpace(secret, [a, b]),
    {
      kind: 'group',
      members: [a, b, c],
      at: () => ({ entity_type: 'group', entity_id: group_id }),
      names: () => [['group', group_id]],
      entry: () => ['group', group_id],
    },
    between(a, b),
    between(c, d),
  ];
  for (const place of places) {
    const [by] = place.members as [TestClient];
    await say(by, place.at(by), 'first');
  }
  const choices = new Map(
    people.map((one): [TestClient, Choices] => [one, { levels: {}, exceptions: new Map(), muted: new Set() }]),
  );
  const threads: Thread[] = [];
  const levels = ['all', 'mentions', 'none'] as const;

  const choose = async () => {
    const me = pick(people);
    const mine = choices.get(me) as Choices;
    const place = pick(places.filter(({ members }) => members.includes(me)));
    const what = random();
    if (what < 0.3) {
      const kind = pick(['direct', 'group', 'space', 'thread'] as const);
      mine.levels[kind] = pick(levels);
      await me.call(updateSettings, { levels: { [kind]: mine.levels[kind] } });
    } else if (what < 0.75) {
      const thread = pick([...threads.filter((one) => one.place.members.includes(me)), null]);
      const [entity_type, entity_id] = thread ? ['thread', thread.root.message_id] : pick(place.names(me));
      const level = pick([...levels, null]);
      await me.call(setLevel, { entity_type: entity_type as 'thread', entity_id: entity_id as string, level });
      if (level) mine.exceptions.set(entity_id as string, level);
      else mine.exceptions.delete(entity_id as string);
    } else {
      const [entity_type, entity_id] = place.entry(me);
      const muted = !mine.muted.has(entity_id);
      await me.call(marks.updateEntry, { entity_type, entity_id, muted });
      if (muted) mine.muted.add(entity_id);
      else mine.muted.delete(entity_id);
    }
  };

  const write = async (): Promise<{ message: Message; entered: TestClient[]; pushed: TestClient[] }> => {
    const thread = threads.length && random() < 0.4 ? pick(threads) : undefined;
    const place = thread?.place ?? pick(places);
    const by = pick(place.members);
    const who = random();
    const called = who < 0.5 ? [] : who < 0.8 ? [pick(people)] : people;
    const at = thread ? under(thread.root) : place.at(by);
    const named = called.length === 1 ? called : 'all';
    const message = called.length ? await call(by, at, named) : await say(by, at, 'plain');
    if (thread) {
      if (!thread.followers.size)
        thread.followers.add(people.find((one) => one.employee_id === thread.root.sender_id) as TestClient);
      thread.followers.add(by);
      if (called.length === 1) for (const one of called) if (place.members.includes(one)) thread.followers.add(one);
    } else if (random() < 0.4) threads.push({ root: message, place, followers: new Set() });
    const hearers = [...(thread?.followers ?? place.members)].filter((one) => one !== by);
    const entered = hearers.filter((one) => thread || called.includes(one));
    const pushed = hearers.filter((one) => {
      const level = modelLevel(choices.get(one) as Choices, one, place, thread);
      return level === 'all' || (level === 'mentions' && called.includes(one));
    });
    return { message, entered, pushed };
  };

  for (let n = 0; n < 25; n++) {
    await choose();
    const { message, entered, pushed } = await write();
    await told(app);
    for (const one of people) {
      const label = `message ${n} to ${people.indexOf(one)}`;
      const entry = (await listed(one)).find(({ path }) => path.includes(`message=${message.message_id}`));
      expect(Boolean(entry), `${label}, list`).toBe(entered.includes(one));
      const got = pushedOf(service, devices.get(one) as TestDevice).filter(
        ({ data }) => data.message?.message_id === message.message_id,
      );
      expect(got.length, `${label}, pushes`).toBe(pushed.includes(one) ? 1 : 0);
    }
  }
});
