// Who has seen what, and that it is mutual: who hides it is told it of nobody, and what is read meanwhile is never told.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/marks.ts';
import { schedule, sendScheduled } from '#contract/chat/scheduled.ts';
import { listSeen, showSeen } from '#contract/chat/seen.ts';
import { follow } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { showSeen as switchSeen } from '#server/features/chat/marks/seen.ts';
import { moveMarker } from '#server/features/chat/repo/conversation-repo.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { call } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import { type Cast, gather, ids, into, makeSpace, nobody, pair, say, stateOf, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const show = (by: TestClient, shown: boolean) => by.call(showSeen, { shown });
const mark = (by: TestClient, { conversation_id, seq }: Pick<chat.Message, 'conversation_id' | 'seq'>) =>
  by.call(chat.markRead, { conversation_id, read_seq: seq });
const seenOf = async (by: TestClient, other: TestClient) => (await stateOf(by, other.employee_id))?.seen_seq;
const ask = (by: TestClient, { message_id }: Pick<chat.Message, 'message_id'>, more = {}) =>
  by.call(listSeen, { message_id, ...more });
const refused = async (by: TestClient, { message_id }: Pick<chat.Message, 'message_id'>) =>
  ((await by.raw(listSeen, { message_id })).body as { error_code?: string }).error_code;

/** What the sockets heard of who has seen what, as the one at it is told. */
const toldTo = (socket: TestSocket, { employee_id }: TestClient) =>
  socket.events.flatMap(({ name, payload }) =>
    name === 'chat.seen'
      ? (payload as { seen: { employee_id: string; seen_seq: number | null }[] }).seen
          .filter((one) => one.employee_id === employee_id)
          .map((one) => one.seen_seq)
      : [],
  );
/** Once everything before is heard: what is said in the conversation is heard after it. */
async function settle(by: TestClient, other: TestClient, ...sockets: TestSocket[]): Promise<void> {
  const { message_id } = await say(by, to(other), 'And this');
  for (const socket of sockets)
    await socket.waitFor(
      (m): m is TestSocket['events'][number] =>
        m.type === 'event' && (m.payload as { message_id?: string }).message_id === message_id,
    );
}

describe('between two people', () => {
  test('either of them hides it for both, in the list and live, and nothing of the meantime is told later', async () => {
    for (const which of [0, 1]) {
      const people = await pair(app, cast);
      const [left, right] = people;
      const hider = people[which] as TestClient;
      await using socket = await openSocket(left);
      const first = await say(left, to(right), 'one');
      await mark(right, first);
      expect(await seenOf(left, right)).toBe(1);
      expect(await seenOf(right, left)).toBe(1);

      expect(await show(hider, false)).toMatchObject({
        shown: false,
        events: [{ name: 'chat.seen_shown', topic: `employee:${hider.employee_id}`, payload: { shown: false } }],
      });
      expect([await seenOf(left, right), await seenOf(right, left)]).toEqual([null, null]);
      expect((await hider.call(chat.listConversations, {})).shows_seen).toBe(false);
      // A second time changes nothing and tells nobody.
      expect(await show(hider, false)).toEqual({ shown: false, events: [] });
      const second = await say(left, to(right), 'two');
      await mark(right, second);
      await settle(left, right, socket);
      expect(toldTo(socket, left)).toEqual([1, null]);

      await show(hider, true);
      // Who reads while the other one hides has shown it all the same; who hides has not.
      const known = hider === right ? 1 : 2;
      expect([await seenOf(left, right), (await left.call(chat.listConversations, {})).shows_seen]).toEqual([
        known,
        true,
      ]);
      await settle(left, right, socket);
      expect(toldTo(socket, left)).toEqual([1, null, known]);
      // Reading on tells.
      await mark(right, { ...first, seq: 4 });
      await settle(left, right, socket);
      expect(toldTo(socket, left).at(-1)).toBe(4);
      expect(await seenOf(left, right)).toBe(4);
    }
  });

  test('what is written while hidden says as little as what is read', async () => {
    const [left, right] = await pair(app, cast);
    await say(left, to(right), 'one');
    await show(right, false);
    await say(right, to(left), 'an answer');
    await show(right, true);
    expect(await seenOf(left, right)).toBe(0);
    await say(right, to(left), 'another one');
    expect(await seenOf(left, right)).toBe(3);
  });

  test('with both hiding it takes both to show it', async () => {
    const [left, right] = await pair(app, cast);
    await mark(right, await say(left, to(right), 'one'));
    await Promise.all([show(left, false), show(right, false)]);
    await show(left, true);
    expect([await seenOf(left, right), await seenOf(right, left)]).toEqual([null, null]);
    await show(right, true);
    expect([await seenOf(left, right), await seenOf(right, left)]).toEqual([1, 1]);
  });

  test('a marker set back takes nothing back, and the same again tells nothing', async () => {
    const [left, right] = await pair(app, cast);
    await using socket = await openSocket(left);
    const first = await say(left, to(right), 'one');
    await mark(right, first);
    await right.call(marks.markUnread, { conversation_id: first.conversation_id, read_seq: 0 });
    expect(await seenOf(left, right)).toBe(1);
    await mark(right, first);
    await settle(left, right, socket);
    expect(toldTo(socket, left)).toEqual([1]);
    // Not even with the switch in between.
    await right.call(marks.markUnread, { conversation_id: first.conversation_id, read_seq: 0 });
    await show(right, false);
    await mark(right, { ...first, seq: 2 });
    await show(right, true);
    expect(await seenOf(left, right)).toBe(1);
  });

  test('one’s own notes are seen by nobody', async () => {
    const [left] = await pair(app, cast);
    const note = await say(left, to(left), 'Milk');
    await show(left, false);
    await show(left, true);
    expect(await seenOf(left, left)).toBe(null);
    expect(await ask(left, note)).toMatchObject({ items: [], seen: 0, members: 0 });
  });

  test('who switches it waits for who is just reading, and tells what that one has seen', async () => {
    const [left, right] = await pair(app, cast);
    const { conversation_id } = await say(left, to(right), 'one');
    await show(left, false);
    await using socket = await openSocket(left);
    const [read, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = app.app.context.db.company(left.company_id, async (tx) => {
      const marked = await moveMarker(tx, right.employee_id, conversation_id, 1);
      read.resolve();
      await end.promise;
      return marked;
    });
    await read.promise;
    const switching = show(left, true);
    // It has asked by then, and must not have been answered.
    expect(await Promise.race([switching, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe('waits');
    end.resolve();
    // As long as the other one hides it, reading tells nothing by itself.
    expect(await reading).toMatchObject({ moved: true, shown_seq: null });
    await switching;
    expect(await seenOf(left, right)).toBe(1);
    await settle(left, right, socket);
    expect(toldTo(socket, left)).toEqual([1]);
  });

  test('what waited for the switch to be written is shown by it, on every device as in a fresh read', async () => {
    const [left, right] = await pair(app, cast);
    await say(left, to(right), 'one');
    await show(right, false);
    const replica = await Replica.load(left);
    const [switched, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { company_id, employee_id } = right;
    const actor = {
      company_id,
      employee_id,
      session_id: '',
      permissions: new Set<string>(),
      modules: new Set<string>(),
    };
    const switching = app.app.context.db.company(company_id, async (tx) => {
      await switchSeen(tx, actor, { shown: true });
      switched.resolve();
      await end.promise;
    });
    await switched.promise;
    const answer = say(right, to(left), 'two');
    // It has begun by then, and must not have been written.
    expect(await Promise.race([answer, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe('waits');
    end.resolve();
    await Promise.all([switching, answer]);
    expect(await seenOf(left, right)).toBe(2);
    await replica.catchUp();
    expect(replica.whole()).toEqual(await replica.fresh());
  });

  test('what is sent at its time shows nothing: its sender may be asleep; sent by hand before it, it does', async () => {
    const [left, right] = await pair(app, cast);
    const space = await makeSpace(left, { employee_ids: ids(right) });
    const plan = async (at: chat.Address) => {
      const message_id = uuid();
      const due_at = new Date(Date.now() + 3_600_000).toISOString();
      await right.call(schedule, { ...at, message_id, body: docOf('Good morning'), due_at });
      return message_id;
    };
    const fallDue = async (message_id: string) => {
      const due = "UPDATE scheduled_message SET due_at = now() - interval '1 second' WHERE message_id = $1";
      await app.sql(due, [message_id]);
      await sendDue(app.app.context);
    };
    const [first, inSpace] = [await say(left, to(right), 'one'), await say(left, into(space.space_id), 'one')];
    await mark(right, first);
    const second = await say(left, to(right), 'two');
    const replicas = await Promise.all([left, right].map((one) => Replica.load(one)));
    for (const at of [to(left), into(space.space_id)]) await fallDue(await plan(at));
    expect(await seenOf(left, right)).toBe(1);
    expect((await stateOf(right, left.employee_id))?.read_seq).toBe(1);
    for (const message of [second, inSpace]) expect(await ask(left, message)).toMatchObject({ items: [], members: 1 });
    for (const replica of replicas) {
      await replica.catchUp();
      expect(replica.whole()).toEqual(await replica.fresh());
    }
    // Who hides it tells nothing by that, either.
    await show(right, false);
    await fallDue(await plan(to(left)));
    expect(await seenOf(left, right)).toBe(null);
    const [replica] = replicas;
    await replica?.catchUp();
    expect(replica?.whole()).toEqual(await replica?.fresh());
    await show(right, true);
    await right.call(sendScheduled, { message_id: await plan(to(left)) });
    expect(await seenOf(left, right)).toBe(5);
    expect(await ask(left, second)).toMatchObject({ items: ids(right) });
  });

  test('the first that two people exchange shows as little', async () => {
    const [left, right] = await pair(app, cast);
    const replica = await Replica.load(left);
    const message_id = uuid();
    const due_at = new Date(Date.now() + 3_600_000).toISOString();
    await right.call(schedule, { ...to(left), message_id, body: docOf('Hello'), due_at });
    await app.sql("UPDATE scheduled_message SET due_at = now() - interval '1 second' WHERE message_id = $1", [
      message_id,
    ]);
    await sendDue(app.app.context);
    expect(await seenOf(left, right)).toBe(0);
    await replica.catchUp();
    expect(replica.whole()).toEqual(await replica.fresh());
  });

  test('whatever happens, and at once: what a device has heard is what it would read', async () => {
    for (const seed of [1, 2, 3]) {
      const random = randomFrom(seed);
      const people = await pair(app, cast);
      const { conversation_id } = await say(people[0], to(people[1]), 'The first');
      const replicas = await Promise.all(people.map((one) => Replica.load(one)));
      const acts = {
        say: (by: TestClient, other: TestClient): Promise<unknown> => say(by, to(other), 'More'),
        read: (by: TestClient) => by.call(chat.markRead, { conversation_id, read_seq: 1 + random.below(40) }),
        back: (by: TestClient) => by.call(marks.markUnread, { conversation_id, read_seq: random.below(20) }),
        show: (by: TestClient) => show(by, true),
        hide: (by: TestClient) => show(by, false),
      };
      const weights = { say: 4, read: 6, back: 2, show: 3, hide: 2 };
      for (let round = 0; round < 30; round++) {
        const atOnce = Array.from({ length: 1 + random.below(3) }, () => {
          const which = random.below(2);
          const [by, other] = [people[which], people[1 - which]] as [TestClient, TestClient];
          return acts[random.weighted(weights)](by, other);
        });
        await Promise.all(atOnce);
        for (const replica of replicas) {
          // Some stay away for a while.
          if (round < 29 && random.chance(0.5)) continue;
          await replica.catchUp();
          expect(replica.whole(), `seed ${seed}, round ${round}`).toEqual(await replica.fresh());
        }
      }
    }
  });
});

describe('who has seen a message', () => {
  test('are who read that far and show it, without its sender; who hides is not named and is told nothing', async () => {
    const { owner } = await registerCompany(app);
    const [ada, ben, cleo, dora] = (await Promise.all([1, 2, 3, 4].map(() => addPerson(app, owner)))) as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo, dora) });
    const at = into(space.space_id);
    const first = await say(ada, at, 'Rye at 12');
    const nobodyYet = { hidden: false, items: [], seen: 0, members: 3, next_cursor: null };
    expect(await ask(ada, first)).toEqual(nobodyYet);
    await mark(ben, first);
    await mark(dora, first);
    const second = await say(cleo, at, 'I am there');
    const all = ids(ben, cleo, dora).sort();
    for (const by of [ada, ben]) expect(await ask(by, first)).toEqual({ ...nobodyYet, items: all, seen: 3 });
    expect(await ask(ada, second)).toEqual(nobodyYet);

    const page = await ask(ada, first, { limit: '2' });
    expect(page).toEqual({ ...nobodyYet, items: all.slice(0, 2), seen: 3, next_cursor: all[1] });
    expect((await ask(ada, first, { limit: '2', cursor: page.next_cursor })).items).toEqual(all.slice(2));
    expect((await ada.raw(listSeen, { message_id: first.message_id, cursor: 'x' })).status).toBe(400);

    await show(ben, false);
    expect(await ask(ben, first)).toEqual({ ...nobodyYet, hidden: true, members: 0 });
    const shown = ids(cleo, dora).sort();
    expect(await ask(ada, first)).toEqual({ ...nobodyYet, items: shown, seen: 2 });
    await mark(ben, second);
    await show(ben, true);
    // What was read meanwhile is not told; what was told before is again.
    expect((await ask(ada, first)).items).toEqual(all);
    expect((await ask(ada, second)).items).toEqual([]);
    await ben.call(marks.markUnread, { conversation_id: first.conversation_id, read_seq: 0 });
    expect((await ask(ada, first)).items).toEqual(all);

    await ada.call(chat.remove, { message_id: first.message_id });
    expect(await refused(ada, first)).toBe('MESSAGE_NOT_FOUND');
  });

  test('are in the conversation now; who came later is not counted among those it was for', async () => {
    const { owner, ada, ben, cleo } = cast;
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    const at = into(space.space_id);
    const first = await say(ada, at, 'For two');
    await mark(ben, first);
    await mark(cleo, first);
    const member = { space_id: space.space_id, employee_id: ben.employee_id };
    await ada.call(spaces.removeMember, member);
    expect(await ask(ada, first)).toMatchObject({ items: ids(cleo), seen: 1, members: 1 });
    expect(await refused(ben, first)).toBe('MESSAGE_NOT_FOUND');
    await ada.call(spaces.addMembers, { space_id: space.space_id, employee_ids: ids(ben, owner) });
    const second = await say(ada, at, 'For three');
    await mark(ben, second);
    await mark(owner, second);
    expect(await ask(ben, first)).toMatchObject({ items: ids(cleo), seen: 1, members: 1 });
    expect(await ask(ada, second)).toMatchObject({ items: ids(ben, owner).sort(), seen: 2, members: 3 });
  });

  test('of a thread are not those who follow it later; whoever an answer calls is among those it was for', async () => {
    const { owner, ada, ben, cleo } = cast;
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo, owner) });
    const root = await say(ada, into(space.space_id), 'Who bakes?');
    const answer = await say(ben, under(root), 'I');
    await mark(ada, answer);
    await cleo.call(follow, { message_id: root.message_id, following: true });
    expect(await ask(ben, answer)).toMatchObject({ items: ids(ada), seen: 1, members: 1 });
    const calling = await call(ben, under(root), [owner]);
    await mark(cleo, calling);
    expect(await ask(ben, calling)).toMatchObject({ items: ids(cleo), seen: 1, members: 3 });
    await mark(owner, calling);
    expect(await ask(ben, calling)).toMatchObject({ items: ids(cleo, owner).sort(), seen: 2, members: 3 });
    // Following it again changes nothing for whoever is there.
    await ada.call(follow, { message_id: root.message_id, following: true });
    expect(await ask(ben, answer)).toMatchObject({ items: ids(ada), members: 1 });
  });

  test('of a thread are among those who follow it; whoever may not read the message is told that there is none', async () => {
    const { ada, ben, cleo, stranger } = cast;
    const space = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    const root = await say(ada, into(space.space_id), 'Who?');
    const answer = await say(ben, under(root), 'I');
    expect(await ask(ben, answer)).toMatchObject({ items: [], seen: 0, members: 1 });
    await mark(ada, answer);
    expect(await ask(ben, answer)).toMatchObject({ items: ids(ada), seen: 1, members: 1 });
    const direct = await say(ada, to(ben), 'Between us');
    for (const { message_id } of [root, answer, direct, { message_id: nobody }])
      for (const by of [cleo, stranger])
        expect(await refused(by, { message_id }), message_id).toBe('MESSAGE_NOT_FOUND');
    // Nor by hiding, which is told before anything else could be.
    await show(cleo, false);
    expect(await refused(cleo, root)).toBe('MESSAGE_NOT_FOUND');
    await show(cleo, true);
  });
});
