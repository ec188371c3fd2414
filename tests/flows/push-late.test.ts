// What a push service put off is looked at again when it is sent: by the hours, levels and choices of then. A push service keeps it no
// longer than until quiet hours begin.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as marks from '#contract/chat/marks/marks.ts';
import * as chat from '#contract/chat.ts';
import { setLevel, updateSettings } from '#contract/notifications/writes.ts';
import * as people from '#contract/people.ts';
import * as joining from '#contract/spaces/joining.ts';
import type { Week } from '#contract/week.ts';
import { judge } from '#server/features/notifications/devices/wanted.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { newGroup } from '#tests/matrix/world.ts';
import { ALWAYS, call, pushedOf, registerAwake, told } from './notifications.fixture.ts';
import { eventually, push, saying, subscribe, type TestDevice } from './push.fixture.ts';
import { ids, into, makeSpace, say, to } from './talk.ts';

const NEVER: Week = Array(7).fill(null);
const QUARTER = 900_000;
let service: PushService;
let app: TestApp;
let owner: TestClient;
let kwame: TestClient;
let ines: TestClient;
let phone: TestDevice;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
  ({ owner } = await registerAwake(app));
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});
beforeEach(async () => {
  kwame = await addPerson(app, owner, { first_name: 'Kwame', last_name: 'Mensah' });
  ines = await addPerson(app, owner, { first_name: 'Ines' });
  phone = await subscribe(service, ines);
  // Whoever is pushed something has the server look at what waits.
  await subscribe(service, kwame);
});
afterEach(() => app.sql('DELETE FROM push'));

const titles = () => pushedOf(service, phone).map(({ title, body }) => `${title}: ${body}`);
/** How many wait for the push service, the first of which it has put off. */
const putOff = async () => {
  const [row] = await app.sql<{ count: number; off: boolean }>(
    "SELECT count(*)::int AS count, bool_or(due_at > now() + interval '50 minutes') AS off FROM push WHERE employee_id = $1",
    [ines.employee_id],
  );
  return row?.off ? row.count : 0;
};
const waits = () => app.sql('SELECT means FROM notification_waiting WHERE employee_id = $1', [ines.employee_id]);

/** Until `later`, the push service has no time for what is written. */
async function busy(write: () => Promise<unknown>, pushes: number): Promise<void> {
  service.answerWith(phone.at, { status: 503, headers: { 'retry-after': '3600' } });
  await write();
  await eventually(putOff, pushes);
}
/** An hour later, as far as the push service goes. */
async function later(): Promise<void> {
  service.answerWith(phone.at, null);
  await app.sql('UPDATE push SET due_at = now()');
  await push(app, owner.company_id, saying(kwame, 'Look'));
  await told(app);
}

describe('what is sent late', () => {
  test.each([
    ['outside of their hours', { awake: NEVER }],
    ['while they pause', { paused_until: '2090-01-01T00:00:00.000Z' }],
  ])('does not sound %s, and is in the summary of what came', async (_, quiet) => {
    await busy(async () => {
      await say(kwame, to(ines), 'Bread at four');
      const { space_id } = await makeSpace(kwame, { space_name: 'Bakers', visibility: 'private' });
      await kwame.call(joining.invite, { space_id, employee_ids: ids(ines) });
    }, 2);
    await ines.call(updateSettings, quiet);
    await later();
    expect([titles(), await waits()]).toEqual([[], [{ means: 'push' }]]);
    // What makes no sound has no hours.
    await push(app, owner.company_id, saying(ines, 'Your data', { silent: true }));
    await eventually(titles, ['Your data: Bread at four']);
    await ines.call(updateSettings, { awake: null, paused_until: null });
    await told(app);
    expect(titles().slice(1)).toEqual([
      'While you were away: 1 direct message, 1 invitation or request. Most are from Kwame Mensah.',
    ]);
  });

  test('and too late is in the summary where it is quiet by then, and nowhere else', async () => {
    const tooLate = () => app.sql('UPDATE push SET expires_at = now()');
    await busy(() => say(kwame, to(ines), 'One'), 1);
    await tooLate();
    await later();
    expect([titles(), await waits()]).toEqual([[], []]);
    await busy(() => say(kwame, to(ines), 'Two'), 1);
    await ines.call(updateSettings, { awake: NEVER });
    await tooLate();
    await later();
    expect([titles(), await waits()]).toEqual([[], [{ means: 'push' }]]);
    await ines.call(updateSettings, { awake: ALWAYS });
    await told(app);
    expect(titles()).toEqual(['While you were away: 1 direct message. Most are from Kwame Mensah.']);
  });

  const at = (entity_id: string) => ({ entity_type: 'group', entity_id }) as const;
  /** Once she has chosen, Ines hears nothing of two of them, and of the third what calls her. */
  async function threeGroups() {
    // The same people in the same group are one.
    const cleo = await addPerson(app, owner);
    const muted = await newGroup(kwame, [ines, owner], 'Muted');
    const none = await newGroup(kwame, [ines, cleo], 'None');
    const called = await newGroup(kwame, [ines, owner, cleo], 'Mentions');
    const choose = async () => {
      await ines.call(marks.updateEntry, { ...at(muted), muted: true });
      await ines.call(setLevel, { ...at(none), level: 'none' });
      await ines.call(setLevel, { ...at(called), level: 'mentions' });
    };
    return { muted, none, called, choose };
  }

  test('is dropped where they want to hear no more of it, and sent where they do', async () => {
    await ines.call(updateSettings, { levels: { reaction: 'all' } });
    const { muted, none, called, choose } = await threeGroups();
    await busy(async () => {
      const { message_id } = await say(ines, to(kwame), 'Mine');
      await kwame.call(chat.react, { message_id, emoji: '🎉' });
      await say(kwame, at(muted), 'One');
      await say(kwame, at(none), 'Two');
      await say(kwame, at(called), 'Three');
    }, 4);
    await choose();
    await ines.call(updateSettings, { levels: { reaction: 'none' } });
    await later();
    expect([titles(), await waits()]).toEqual([[], []]);
    await busy(() => call(kwame, at(called), [ines], 'look'), 1);
    await later();
    expect(titles()).toEqual(['Kwame Mensah in Mentions: @You look']);
  });

  test('of a reaction is dropped where it stands in what is to be silent, and sent where only calls are to sound', async () => {
    await ines.call(updateSettings, { levels: { reaction: 'all' } });
    const { muted, none, called, choose } = await threeGroups();
    await busy(async () => {
      for (const [group, text] of Object.entries({ [muted]: 'Muted', [none]: 'None', [called]: 'Mentions' })) {
        const { message_id } = await say(ines, at(group), text);
        await kwame.call(chat.react, { message_id, emoji: '🎉' });
      }
    }, 3);
    await choose();
    await later();
    expect(titles()).toEqual(['Kwame Mensah reacted 🎉: Mentions']);
  });

  test('says no more than they want to be read by others, by their choice of then', async () => {
    await busy(() => say(kwame, to(ines), 'Secret'), 1);
    await ines.call(updateSettings, { hide_text: true });
    await later();
    await busy(() => call(kwame, to(ines), [ines], 'secret'), 1);
    await ines.call(updateSettings, { hide_text: false });
    await later();
    expect(titles()).toEqual(['Limelight: New message', 'Kwame Mensah: @You secret']);
  });

  test('sets the icon, and says up to where they have read, as of then', async () => {
    const written: chat.Message[] = [];
    await busy(async () => {
      for (const by of [owner, kwame]) written.push(await say(by, to(ines), 'One'));
      await say(kwame, to(ines), 'Two');
    }, 3);
    for (const { conversation_id, seq } of written) await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    await later();
    const arrived = service.received.filter(({ endpoint }) => endpoint === phone.at.endpoint);
    expect(arrived.map(({ payload }) => payload)).toMatchObject([
      { notification: { body: 'Two', data: { message: { seq: 2 }, read_seq: 1 } }, app_badge: 1 },
    ]);
  });

  test('of a summary: by their choice of then, not once all of it is read, not in the next quiet hours', async () => {
    await ines.call(updateSettings, { awake: NEVER });
    const { conversation_id } = await say(kwame, to(ines), 'One');
    await told(app);
    await busy(() => ines.call(updateSettings, { awake: ALWAYS }), 1);
    await ines.call(updateSettings, { awake: NEVER });
    await later();
    expect(titles()).toEqual([]);
    await say(kwame, to(ines), 'Two');
    await told(app);
    await busy(() => ines.call(updateSettings, { awake: ALWAYS }), 1);
    await ines.call(updateSettings, { hide_text: true });
    await later();
    expect(titles()).toEqual(['While you were away: 2 direct messages.']);
    await ines.call(updateSettings, { awake: NEVER });
    const { seq } = await say(kwame, to(ines), 'Three');
    await told(app);
    await busy(() => ines.call(updateSettings, { awake: ALWAYS }), 1);
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    await later();
    expect(titles()).toHaveLength(1);
  });
});

describe('what takes the place of what was put off', () => {
  /** Two of one conversation, both put off: the second would take the place of the first. */
  async function twoOfOne(one: () => Promise<chat.Message>): Promise<readonly chat.Message[]> {
    const written: chat.Message[] = [];
    await busy(async () => written.push(await one()), 1);
    written.push(await say(kwame, to(ines), 'Two'));
    await eventually(putOff, 2);
    await app.sql('UPDATE push SET due_at = now()');
    await push(app, owner.company_id, saying(kwame, 'Look'));
    await expect
      .poll(() => app.sql("SELECT bool_and(due_at > now() + interval '50 minutes') AS off FROM push"))
      .toEqual([{ off: true }]);
    return written;
  }
  const one = () => say(kwame, to(ines), 'One');

  test('is sent alone', async () => {
    await twoOfOne(one);
    await later();
    expect(titles()).toEqual(['Kwame Mensah: Two']);
  });

  test('gives it back where it is deleted meanwhile', async () => {
    const [, two] = await twoOfOne(one);
    await kwame.call(chat.remove, { message_id: two?.message_id ?? '' });
    await later();
    expect(titles()).toEqual(['Kwame Mensah: One']);
  });

  test('gives it back where they want to hear only of what calls them by then', async () => {
    await twoOfOne(() => call(kwame, to(ines), [ines], 'one'));
    await ines.call(setLevel, { ...to(kwame), level: 'mentions' });
    await later();
    expect(titles()).toEqual(['Kwame Mensah: @You one']);
  });

  test('is in the summary with it where it is quiet by then', async () => {
    await twoOfOne(one);
    await ines.call(updateSettings, { awake: NEVER });
    await later();
    expect([titles(), await waits()]).toEqual([[], [{ means: 'push' }]]);
    await ines.call(updateSettings, { awake: ALWAYS });
    await told(app);
    expect(titles()).toEqual(['While you were away: 2 direct messages. Most are from Kwame Mensah.']);
  });
});

describe('what a push service keeps', () => {
  const clock = (time: number) => new Date(time).toISOString().slice(11, 16);
  /** Awake until a quarter of an hour that is an hour away. */
  async function awakeAnHour(): Promise<number> {
    const end = Math.ceil(Date.now() / QUARTER) * QUARTER + 4 * QUARTER;
    const hours = { from: clock(end - 24 * QUARTER), to: clock(end) === '00:00' ? '24:00' : clock(end) };
    await ines.call(people.update, { employee_id: ines.employee_id, time_zone: 'Etc/UTC' });
    await ines.call(updateSettings, { awake: Array.from({ length: 7 }, () => hours) });
    return end;
  }
  const ttl = () => Number(service.received.findLast(({ endpoint }) => endpoint === phone.at.endpoint)?.headers.ttl);

  test('is theirs until their quiet hours begin, or for a day', async () => {
    const end = await awakeAnHour();
    await say(kwame, to(ines), 'One');
    await told(app);
    expect(Math.abs(ttl() - (end - Date.now()) / 1_000)).toBeLessThan(10);
    await ines.call(updateSettings, { awake: ALWAYS });
    await call(kwame, into((await makeSpace(kwame, { employee_ids: ids(ines) })).space_id), [ines], 'Two');
    await told(app);
    expect(ttl()).toBeGreaterThan(86_000);
  });

  test('has a minute to arrive, also right before them', async () => {
    const end = await awakeAnHour();
    const content = { kind: 'direct', title: 'Kwame', body: 'Hello', path: '/' };
    const row = {
      employee_id: ines.employee_id,
      tag: 'test:1',
      content,
      created_at: new Date().toISOString(),
      seconds_left: 86_000,
    };
    const at = async (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: ms });
      const judged = await app.app.context.db.company(owner.company_id, (tx) => judge(tx, row));
      vi.useRealTimers();
      return judged;
    };
    onTestFinished(() => void vi.useRealTimers());
    expect(await at(end - 20_000)).toMatchObject({ ttl: 60 });
    expect(await at(end - 100_000)).toMatchObject({ ttl: 100 });
    expect(await at(end)).toMatchObject({ later: { means: 'push', due_at: new Date(end + QUARTER).toISOString() } });
  });
});
