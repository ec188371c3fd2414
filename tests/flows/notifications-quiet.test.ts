// When people are told: at once, or after a moment in which they may read it themselves; not while it is quiet with them, but once and
// in sum when that ends. Times are set in the database.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/marks.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { getQuiet } from '#contract/notifications/quiet.ts';
import { setLevel, updateSettings } from '#contract/notifications/writes.ts';
import * as people from '#contract/people.ts';
import * as joining from '#contract/spaces/joining.ts';
import { createSubSpace } from '#contract/spaces.ts';
import type { Week } from '#contract/week.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { newGroup } from '#tests/matrix/world.ts';
import { ALWAYS, call, listed, pushedOf, told } from './notifications.fixture.ts';
import { startAnother, stopDelivering, subscribe, type TestDevice } from './push.fixture.ts';
import { ids, into, makeSpace, nobody, say, to, under } from './talk.ts';

const NEVER: Week = Array(7).fill(null);
let service: PushService;
let app: TestApp;
let owner: TestClient;
let kwame: TestClient;
let ines: TestClient;
let phone: TestDevice;

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
beforeEach(async () => {
  kwame = await addPerson(app, owner, { first_name: 'Kwame', last_name: 'Mensah' });
  ines = await addPerson(app, owner, { first_name: 'Ines', last_name: 'Costa' });
  phone = await subscribe(service, ines);
});

const titles = () => pushedOf(service, phone).map(({ title, body }) => `${title}: ${body}`);
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** What waits for somebody is looked at now. */
async function lookNow({ employee_id }: TestClient): Promise<void> {
  await app.sql("UPDATE notification_waiting SET due_at = now() - interval '1 second' WHERE employee_id = $1", [
    employee_id,
  ]);
  // Something happens, so that nobody waits for the next look.
  await say(owner, to(owner), 'A note');
}
const waits = (of: TestClient) =>
  app.sql<{ means: string; due_at: string }>('SELECT means, due_at FROM notification_waiting WHERE employee_id = $1', [
    of.employee_id,
  ]);

describe('what a push says', () => {
  test('who, where, and the words; with what is unread, and the way there', async () => {
    const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', employee_ids: ids(ines, owner) });
    const sub_space_id = uuid();
    await kwame.call(createSubSpace, { space_id, sub_space_id, sub_space_name: 'Keys' });
    const group_id = await newGroup(kwame, [ines, owner], 'Cooks');
    const direct = await say(kwame, to(ines), 'Bread at four 🥖');
    await told(app);
    const mine = await say(ines, to(kwame), 'Who has the keys?');
    for (const write of [
      () => say(kwame, { entity_type: 'group', entity_id: group_id }, 'Lunch'),
      () => call(kwame, into(space_id), [ines], 'oven'),
      () => call(kwame, into(space_id, sub_space_id), 'all', 'door'),
      () => say(kwame, into(space_id), 'Plain'),
      () => say(kwame, under(mine), 'I have'),
    ]) {
      await write();
      await told(app);
    }
    expect(titles()).toEqual([
      'Kwame Mensah: Bread at four 🥖',
      'Kwame Mensah in Cooks: Lunch',
      'Kwame Mensah in Bakers: @You oven',
      'Kwame Mensah in Bakers, Keys: @all door',
      'Kwame Mensah answered in a thread: I have',
    ]);
    const [first] = service.received.filter((one) => one.endpoint === phone.at.endpoint);
    expect(first?.payload).toMatchObject({
      app_badge: 1,
      notification: {
        tag: `c:${direct.conversation_id}`,
        data: {
          kind: 'direct',
          employee_id: ines.employee_id,
          path: `/connect/employee/${kwame.employee_id}?message=${direct.message_id}&seq=1`,
          message: {
            message_id: direct.message_id,
            conversation_id: direct.conversation_id,
            seq: 1,
            address: to(kwame),
          },
          read_seq: 0,
          clear: [],
        },
      },
    });
    const [, second, ...rest] = service.received.filter((one) => one.endpoint === phone.at.endpoint);
    // Writing in the direct conversation has read it; then come the group, the space, the thread.
    expect(second?.payload.notification.data.clear).toEqual([`c:${direct.conversation_id}`]);
    // Again, for that one need not have arrived.
    const again = { data: { clear: [`c:${direct.conversation_id}`] } };
    expect(rest.at(-1)?.payload).toMatchObject({ app_badge: 3, notification: again });
  });

  test('nothing but that there is something, if the lock screen is to be silent', async () => {
    await ines.call(updateSettings, { hide_text: true, levels: { reaction: 'all' } });
    const { message_id } = await say(ines, to(kwame), 'Mine');
    await say(kwame, to(ines), 'Secret');
    await call(kwame, to(ines), [ines], 'secret');
    await kwame.call(chat.react, { message_id, emoji: '🎉' });
    const { space_id } = await makeSpace(kwame, { space_name: 'Secret', visibility: 'private' });
    await kwame.call(joining.invite, { space_id, employee_ids: ids(ines) });
    await told(app);
    expect(titles().toSorted()).toEqual([
      'Limelight: New invitation',
      'Limelight: New message',
      'Limelight: New reaction',
      'Limelight: You were mentioned',
    ]);
  });

  test('reactions come to who wants them, invitations to everybody who does not mind', async () => {
    const { message_id } = await say(ines, to(kwame), 'Mine');
    await kwame.call(chat.react, { message_id, emoji: '👍' });
    await told(app);
    expect(titles()).toEqual([]);
    await ines.call(updateSettings, { levels: { reaction: 'all', invitation: 'none' } });
    await kwame.call(chat.react, { message_id, emoji: '🎉' });
    const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', visibility: 'private' });
    await kwame.call(joining.invite, { space_id, employee_ids: ids(ines) });
    await told(app);
    expect(titles()).toEqual(['Kwame Mensah reacted 🎉: Mine']);
    await ines.call(joining.withdraw, { space_id });
    await told(app);
    await ines.call(updateSettings, { levels: { invitation: 'all' } });
    await kwame.call(joining.invite, { space_id, employee_ids: ids(ines) });
    await told(app);
    expect(titles().at(-1)).toBe('Kwame Mensah invites you to Bakers: Come in, or decline.');
  });
});

describe('at a device', () => {
  test('what is read within a moment is not pushed; what is not, is', async () => {
    const { conversation_id } = await say(ines, to(kwame), 'Hello');
    await using desk = await openSocket(ines);
    const read = await say(kwame, to(ines), 'Read at once');
    await expect
      .poll(
        async () => (await app.sql('SELECT FROM notification_due WHERE employee_id = $1', [ines.employee_id])).length,
      )
      .toBe(1);
    await ines.call(chat.markRead, { conversation_id, read_seq: read.seq });
    await say(kwame, to(ines), 'Not seen');
    await app.sql('UPDATE notification_due SET due_at = now() WHERE employee_id = $1', [ines.employee_id]);
    await expect
      .poll(
        async () => (await app.sql('SELECT FROM notification_due WHERE employee_id = $1', [ines.employee_id])).length,
      )
      .toBe(0);
    await told(app);
    expect(titles()).toEqual(['Kwame Mensah: Not seen']);
    desk.say({ type: 'active', active: false });
    await expect.poll(() => app.app.hub.isHere(ines.company_id, ines.employee_id)).toBe(false);
    await say(kwame, to(ines), 'Gone');
    await told(app);
    expect(titles()).toEqual(['Kwame Mensah: Not seen', 'Kwame Mensah: Gone']);
  });

  test('what is deleted before is not pushed', async () => {
    await using _ = await openSocket(ines);
    const { message_id } = await say(kwame, to(ines), 'Oops');
    await kwame.call(chat.remove, { message_id });
    await app.sql('UPDATE notification_due SET due_at = now() WHERE employee_id = $1', [ines.employee_id]);
    await told(app);
    expect([
      titles(),
      await app.sql('SELECT FROM notification_due WHERE employee_id = $1', [ines.employee_id]),
    ]).toEqual([[], []]);
  });
});

describe('while it is quiet', () => {
  test('nothing sounds; when it ends, one push says what is unread still, by kind and where the most is', async () => {
    const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', employee_ids: ids(ines) });
    await say(kwame, to(ines), 'Before');
    await told(app);
    await ines.call(updateSettings, { awake: NEVER });
    for (const text of ['One', 'Two', 'Three']) await say(kwame, to(ines), text);
    const gone = await say(kwame, to(ines), 'Gone');
    await call(kwame, into(space_id), [ines], 'oven');
    await say(kwame, into(space_id), 'Plain');
    await kwame.call(chat.remove, { message_id: gone.message_id });
    await told(app);
    expect(titles()).toEqual(['Kwame Mensah: Before']);
    expect(await listed(ines)).toHaveLength(1);
    await lookNow(ines);
    await told(app);
    // Still quiet: looked at again at the next quarter of an hour.
    const [waiting] = await waits(ines);
    const at = Date.parse(waiting?.due_at ?? '');
    expect([at > Date.now(), at % 900_000]).toEqual([true, 0]);
    expect(titles()).toHaveLength(1);
    await ines.call(updateSettings, { awake: null });
    await told(app);
    expect(titles()).toEqual([
      'Kwame Mensah: Before',
      'While you were away: 3 direct messages, 1 mention. Most are from Kwame Mensah.',
    ]);
    await lookNow(ines);
    await told(app);
    expect([titles().length, await waits(ines)]).toEqual([2, []]);
  });

  test('an invitation alone is told, too, when it ends', async () => {
    const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', visibility: 'private' });
    await ines.call(updateSettings, { paused_until: '2090-01-01T00:00:00Z' });
    await kwame.call(joining.invite, { space_id, employee_ids: ids(ines) });
    await told(app);
    expect([titles(), await waits(ines)]).toMatchObject([[], [{ means: 'push' }]]);
    await ines.call(updateSettings, { paused_until: null });
    await told(app);
    expect(titles()).toEqual(['While you were away: 1 invitation or request.']);
  });

  test('a reaction where all is to be silent sounds neither then nor later, and stands in the list', async () => {
    await ines.call(updateSettings, { levels: { reaction: 'all', thread: 'none' } });
    const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', employee_ids: ids(ines, owner) });
    const group = { entity_type: 'group', entity_id: await newGroup(kwame, [ines, owner], 'Cooks') } as const;
    const root = await say(kwame, into(space_id), 'Who?');
    const silent = [await say(ines, group, 'Loaf'), await say(ines, under(root), 'I')];
    const direct = await say(ines, to(kwame), 'Bun');
    await ines.call(marks.updateEntry, { ...group, muted: true });
    await ines.call(setLevel, { entity_type: 'space', entity_id: space_id, level: 'none' });
    const react = async (emoji: string, messages: chat.Message[]) => {
      for (const { message_id } of messages) await kwame.call(chat.react, { message_id, emoji });
      await told(app);
    };
    await react('👍', silent);
    expect([titles(), (await listed(ines)).length, await waits(ines)]).toEqual([[], 2, []]);
    await ines.call(updateSettings, { paused_until: '2090-01-01T00:00:00Z' });
    await react('🎉', [...silent, direct]);
    await ines.call(updateSettings, { paused_until: null });
    await told(app);
    expect(titles()).toEqual(['While you were away: 1 reaction.']);
    await ines.call(marks.updateEntry, { ...group, muted: false });
    // A level of threads is for answers in them.
    await ines.call(setLevel, { entity_type: 'space', entity_id: space_id, level: 'mentions' });
    await react('🥖', silent);
    expect(titles().slice(1).toSorted()).toEqual(['Kwame Mensah reacted 🥖: I', 'Kwame Mensah reacted 🥖: Loaf']);
  });

  test('nothing comes if all is read, or silent by now', async () => {
    const { conversation_id } = await say(ines, to(kwame), 'Hello');
    await ines.call(updateSettings, { paused_until: '2090-01-01T00:00:00Z' });
    const { seq } = await say(kwame, to(ines), 'One');
    const group_id = await newGroup(kwame, [ines, owner], '');
    await say(kwame, { entity_type: 'group', entity_id: group_id }, 'Two');
    await told(app);
    expect(await waits(ines)).toMatchObject([{ means: 'push' }]);
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    await ines.call(marks.updateEntry, { entity_type: 'group', entity_id: group_id, muted: true });
    await ines.call(updateSettings, { paused_until: null });
    await told(app);
    expect([titles(), await waits(ines)]).toEqual([[], []]);
  });

  test('a pause ends by itself, exactly, and the time zone that counts is that of the end', async () => {
    const later = Date.now() + 60_000;
    await ines.call(updateSettings, { paused_until: new Date(later).toISOString() });
    await say(kwame, to(ines), 'One');
    await expect.poll(() => waits(ines)).toHaveLength(1);
    const [waiting] = await waits(ines);
    const due = Date.parse(waiting?.due_at ?? '');
    // A quarter of an hour may begin before.
    expect(due === later || (due < later && due % 900_000 === 0), waiting?.due_at).toBe(true);
    const end = new Date(Date.now() + 1_000);
    await ines.call(updateSettings, { paused_until: end.toISOString() });
    await expect.poll(titles).toEqual(['While you were away: 1 direct message. Most are from Kwame Mensah.']);
    expect(Date.now()).toBeGreaterThanOrEqual(end.getTime());
  });

  test('the company says when, in the reader’s time zone; a colleague learns until when and no more', async () => {
    const now = new Date();
    const hour = now.getUTCHours();
    // 12 hours around noon UTC are these around midnight there.
    const isDay = hour >= 6 && hour < 18;
    const half: Week = Array.from({ length: 7 }, () => ({ from: '06:00', to: '18:00' }));
    await owner.call(company.update, { settings: { awake: half } });
    const [here, away] = ['Etc/UTC', 'Etc/GMT+12'];
    const ask = (of: TestClient) => kwame.call(getQuiet, { employee_id: of.employee_id });
    for (const time_zone of [here, away]) {
      await ines.call(people.update, { employee_id: ines.employee_id, time_zone });
      const { quiet_until, ...rest } = await ask(ines);
      expect(rest).toEqual({ time_zone });
      const awake = (time_zone === here) === isDay;
      expect(quiet_until === null).toBe(awake);
      if (quiet_until)
        expect([Date.parse(quiet_until) > Date.now(), new Date(quiet_until).getUTCHours() % 12]).toEqual([true, 6]);
    }
    await ines.call(updateSettings, { awake: ALWAYS });
    expect((await ask(ines)).quiet_until).toBeNull();
    await ines.call(updateSettings, { paused_until: '2090-01-01T00:00:00.000Z' });
    expect((await ask(ines)).quiet_until).toBe('2090-01-01T00:00:00.000Z');
    await expect(ask({ employee_id: nobody } as TestClient)).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
    await owner.call(company.update, { settings: { awake: ALWAYS } });
  });
});

test('what was committed while nobody was left to tell is told by the next server, once', async () => {
  await stopDelivering(app);
  await say(kwame, to(ines), 'While down');
  await sleep(200);
  expect(titles()).toEqual([]);
  const another = await startAnother(app, service);
  const third = await startAnother(app, service);
  try {
    await told(app);
    expect(titles()).toEqual(['Kwame Mensah: While down']);
  } finally {
    await another.close();
    await third.close();
  }
});
