// Messages that wait for their time, over real HTTP: sent once, when they are due, as chat.send would send them then; and
// nothing of what was written is lost if that is refused, or if no server runs at that moment.
// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as scheduled from '#contract/chat/scheduled.ts';
import { listThreads } from '#contract/chat/threads.ts';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { agrees, call, listed, told } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import {
  type Cast,
  entryOf,
  gather,
  ids,
  into,
  makeSpace,
  PATIENCE,
  pair,
  read,
  say,
  stateOf,
  to,
  under,
} from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const plan = async (by: TestClient, at: Address, text: string, given: { reply_to?: string; due_at?: string } = {}) => {
  const message_id = uuid();
  await by.call(scheduled.schedule, { ...at, message_id, body: docOf(text), due_at: inMs(HOUR), ...given });
  return message_id;
};
const waiting = async (by: TestClient) => (await by.call(scheduled.listScheduled, {})).items;
/** Lets its time come. */
const fallDue = (message_id: string, of = app) =>
  of.sql("UPDATE scheduled_message SET due_at = now() - interval '1 second' WHERE message_id = $1", [message_id]);
const run = () => sendDue(app.app.context);

describe('until it is due', () => {
  test('it waits, in the order of time, and only its sender knows', async () => {
    const [left, right] = await pair(app, cast);
    await using tablet = await openSocket(left);
    await using other = await openSocket(right);
    const late = await plan(left, to(right), 'Later', { due_at: inMs(2 * HOUR) });
    const soon = await plan(left, to(right), 'Soon');
    await tablet.waitForEvent(scheduled.scheduledChanged.name);
    expect(await waiting(left)).toMatchObject([
      { message_id: soon, address: to(right), body: docOf('Soon'), reply_to: null, error_code: null },
      { message_id: late },
    ]);
    expect(await waiting(right)).toEqual([]);
    await run();
    expect((await read(left, to(right))).items).toEqual([]);
    expect(other.events).toEqual([]);
  });

  test('it can be changed and taken away, by its sender', async () => {
    const [left, right] = await pair(app, cast);
    const message_id = await plan(left, to(right), 'A word');
    const due_at = inMs(3 * HOUR);
    await left.call(scheduled.reschedule, { message_id, body: docOf('Another word') });
    await left.call(scheduled.reschedule, { message_id, due_at });
    expect(await waiting(left)).toMatchObject([{ body: docOf('Another word'), due_at }]);
    for (const call of [scheduled.reschedule, scheduled.unschedule, scheduled.sendScheduled])
      expect((await right.raw(call, { message_id })).body.error_code).toBe('SCHEDULED_NOT_FOUND');
    await left.call(scheduled.unschedule, { message_id });
    await expect(left.call(scheduled.unschedule, { message_id })).rejects.toMatchObject({
      code: 'SCHEDULED_NOT_FOUND',
    });
    expect(await waiting(left)).toEqual([]);
  });

  test('it can be sent at once, as if it were written now', async () => {
    const [left, right] = await pair(app, cast);
    const asked = await say(right, to(left), 'Is it hot?');
    const message_id = await plan(left, to(right), 'It is', { reply_to: asked.message_id });
    const { events } = await left.call(scheduled.sendScheduled, { message_id });
    expect(events.map(({ name }) => name)).toEqual([chat.messageCreated.name, scheduled.scheduledRemoved.name]);
    expect((await read(right, to(left))).items.at(-1)).toMatchObject({ message_id, reply_to: { text: 'Is it hot?' } });
    expect(await waiting(left)).toEqual([]);
  });

  test.each([
    ['now', 0],
    ['in a few seconds', 20_000],
    ['yesterday', -24 * HOUR],
    ['in two years', 2 * 366 * 24 * HOUR],
  ])('%s is no time to schedule for', async (_, ms) => {
    const [left, right] = await pair(app, cast);
    await expect(plan(left, to(right), 'No', { due_at: inMs(ms) })).rejects.toMatchObject({ code: 'SCHEDULE_TIME' });
    const message_id = await plan(left, to(right), 'Yes', { due_at: inMs(60_000) });
    await expect(left.call(scheduled.reschedule, { message_id, due_at: inMs(ms) })).rejects.toMatchObject({
      code: 'SCHEDULE_TIME',
    });
  });

  test('where one may not write, nothing is scheduled', async () => {
    const { space_id } = await makeSpace(cast.ada);
    await expect(plan(cast.ben, into(space_id), 'No')).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
    await expect(plan(cast.ben, to(cast.stranger), 'No')).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
    const secret = await say(cast.ada, into(space_id), 'Secret');
    await expect(plan(cast.ben, to(cast.ada), 'No', { reply_to: secret.message_id })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
  });

  test('a thousand and no more', async () => {
    const [left, right] = await pair(app, cast);
    await app.sql(
      `INSERT INTO scheduled_message (company_id, message_id, employee_id, address, body, due_at)
       SELECT $1, gen_random_uuid(), $2, '{}', '{}', now() + interval '1 day' FROM generate_series(1, 1000)`,
      [left.company_id, left.employee_id],
    );
    await expect(plan(left, to(right), 'One more')).rejects.toMatchObject({ code: 'TOO_MANY_SCHEDULED' });
    await app.sql('DELETE FROM scheduled_message WHERE employee_id = $1', [left.employee_id]);
  });
});

describe('when it is due', () => {
  test('it is sent: with events, unread and mentions like any message, and waits no more', async () => {
    const [left, right] = await pair(app, cast);
    const message_id = uuid();
    const mention = { type: 'mention', attrs: { kind: 'employee', id: right.employee_id, label: 'You' } } as const;
    const body: RichText = { type: 'doc', content: [{ type: 'paragraph', content: [mention] }] };
    await left.call(scheduled.schedule, {
      ...to(right),
      message_id,
      body,
      due_at: inMs(HOUR),
    });
    await using socket = await openSocket(right);
    await fallDue(message_id);
    await run();
    await socket.waitForEvent(chat.entryAdded.name);
    expect((await read(right, to(left))).items).toMatchObject([{ message_id, sender_id: left.employee_id }]);
    expect(await stateOf(right, left.employee_id)).toMatchObject({ last_seq: 1, read_seq: 0, mention_seqs: [1] });
    expect(await stateOf(left, right.employee_id)).toMatchObject({ read_seq: 1 });
    expect(await waiting(left)).toEqual([]);
  });

  test('what others wrote meanwhile stays unread to its sender, without the message itself, until they read it', async () => {
    const [left, right] = await pair(app, cast);
    const root = await say(left, to(right), 'Root');
    await say(left, under(root), 'Who?');
    const replica = await Replica.load(left, [to(right), under(root)]);
    const planned = [await plan(left, to(right), 'Good morning'), await plan(left, under(root), 'I')];
    await say(right, to(left), 'one');
    const { conversation_id } = await call(right, to(left), [left]);
    await say(right, under(root), 'You');
    await told(app);
    for (const message_id of planned) await fallDue(message_id);
    await run();
    const unread = async () => {
      await agrees(app, replica);
      const entry = await entryOf(left, right.employee_id);
      const [thread] = (await left.call(listThreads, {})).items;
      return [entry?.unread_message_count, entry?.mention_count, thread && chat.unreadOf(thread.state)];
    };
    expect(await unread()).toEqual([2, 1, 1]);
    expect((await listed(left)).map(({ kind, read }) => `${kind} ${read}`).toSorted()).toEqual([
      'mention false',
      'thread false',
    ]);
    // Nor is a second one counted.
    await fallDue(await plan(left, to(right), 'And lunch'));
    await run();
    expect(await unread()).toEqual([2, 1, 1]);
    await say(right, to(left), 'Three');
    expect(await unread()).toEqual([3, 1, 1]);
    await left.call(chat.markRead, { conversation_id, read_seq: 6 });
    expect(await unread()).toEqual([0, 0, 1]);
    await fallDue(await plan(left, to(right), 'Nothing waits'));
    await run();
    expect(await stateOf(left, right.employee_id)).toMatchObject({ read_seq: 7, last_seq: 7 });
    expect(await unread()).toEqual([0, 0, 1]);
  });

  test('it is sent into a thread, too', async () => {
    const [left, right] = await pair(app, cast);
    const root = await say(right, to(left), 'Who has the keys?');
    const message_id = await plan(left, under(root), 'I do');
    await fallDue(message_id);
    await run();
    expect((await read(right, under(root))).items).toMatchObject([{ message_id, body: docOf('I do') }]);
  });

  test('many servers at once send each message once', async () => {
    const [left, right] = await pair(app, cast);
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => plan(left, to(right), `number ${n}`)));
    await Promise.all(all.map((message_id) => fallDue(message_id)));
    await Promise.all(Array.from({ length: 6 }, run));
    // The app that runs here sends as well, and may be at one of them still.
    const sent = async () =>
      (await read(right, to(left), { limit: '100' })).items.map((one) => one.message_id).toSorted();
    await expect.poll(sent, { timeout: PATIENCE }).toEqual(all.toSorted());
  });

  test.each([
    [
      'SPACE_NOT_FOUND',
      (owner: TestClient, space_id: string, who: string) =>
        owner.call(spaces.removeMember, { space_id, employee_id: who }),
    ],
    [
      'SUB_SPACE_ARCHIVED',
      async (owner: TestClient, space_id: string) => {
        const sub = (await owner.call(spaces.get, { space_id })).sub_spaces.find((one) => !one.is_default);
        await owner.call(spaces.archiveSubSpace, { sub_space_id: sub?.sub_space_id ?? '', archived: true });
      },
    ],
  ])('refused with %s it stays, with the reason, to be changed', async (code, meddle) => {
    const [left, right] = await pair(app, cast);
    const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
    const sub_space_id = uuid();
    await left.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Keys' });
    const message_id = await plan(right, into(space_id, sub_space_id), 'Not lost');
    await meddle(left, space_id, right.employee_id);
    await using socket = await openSocket(right);
    await fallDue(message_id);
    await run();
    await socket.waitForEvent(scheduled.scheduledChanged.name);
    expect(await waiting(right)).toMatchObject([{ message_id, body: docOf('Not lost'), error_code: code }]);
    await run();
    expect((await read(left, into(space_id, sub_space_id))).items).toEqual([]);
    await expect(right.call(scheduled.reschedule, { message_id, body: docOf('Still not') })).rejects.toMatchObject({
      code: 'SCHEDULE_TIME',
    });
    await right.call(scheduled.reschedule, { message_id, body: docOf('Again'), due_at: inMs(HOUR) });
    expect(await waiting(right)).toMatchObject([{ body: docOf('Again'), error_code: null }]);
  });

  test('it is not sent to who has left, nor for who has', async () => {
    const [left, right] = await pair(app, cast);
    const [there, back] = [await plan(left, to(right), 'To you'), await plan(right, to(left), 'To me')];
    await cast.owner.call(people.remove, { employee_id: right.employee_id });
    await Promise.all([fallDue(there), fallDue(back)]);
    await run();
    const rows = await app.sql<{ error_code: string }>(
      'SELECT error_code FROM scheduled_message WHERE message_id = ANY($1)',
      [[there, back]],
    );
    // What they had planned themselves went with them.
    expect(rows.map((row) => row.error_code)).toEqual(['EMPLOYEE_NOT_FOUND']);
  });

  test('it waits while chat is switched off, and is sent once it is on again', async () => {
    const { owner, company_id } = await registerCompany(app);
    const friend = await addPerson(app, owner);
    const message_id = await plan(owner, to(friend), 'When we are back');
    await owner.call(company.updateModules, { company_id, modules: { chat: false } });
    await fallDue(message_id);
    await run();
    await owner.call(company.updateModules, { company_id, modules: { chat: true } });
    expect(await waiting(owner)).toMatchObject([{ message_id, error_code: null }]);
    await run();
    expect((await read(friend, to(owner))).items).toMatchObject([{ message_id }]);
  });

  test('a message that the sender has sent already under its id is not sent twice', async () => {
    const [left, right] = await pair(app, cast);
    const message_id = await plan(left, to(right), 'Once');
    await left.call(chat.send, { ...to(right), message_id, body: docOf('Once') });
    await fallDue(message_id);
    await run();
    expect((await read(right, to(left))).items).toHaveLength(1);
    expect(await waiting(left)).toEqual([]);
  });
});

/** In the database of a server that does not run. */
async function dueAt(dataDir: string, times: Readonly<Record<string, string>>): Promise<void> {
  const { host, port, user, database, password, stop } = await startEmbedded({ dataDir });
  const client = new pg.Client({ host, port, user, database, ...(password ? { password } : {}) });
  await client.connect();
  for (const [message_id, time] of Object.entries(times))
    await client.query('UPDATE scheduled_message SET due_at = $2 WHERE message_id = $1', [message_id, time]);
  await client.end();
  await stop();
}

/** The same person at the server that runs now. */
const at = ({ session }: TestClient, url: string) => new TestClient(url, session);

test('what fell due while no server ran is sent once when one runs, and what is due later by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-scheduled-'));
  let server = await startServerProcess({ dataDir });
  try {
    const { owner } = await registerCompany(server);
    const friend = await addPerson(server, owner);
    const [missed, later] = [await plan(owner, to(friend), 'Missed'), await plan(owner, to(friend), 'Later')];
    await server.stop();
    const seen = async () => (await read(at(friend, server.url), to(owner))).items;
    const idsSeen = async () => (await seen()).map((message) => message.message_id);
    // The other one is due in an hour: however slow the machine is, this one is seen alone.
    const meant = inMs(-HOUR);
    await dueAt(dataDir, { [missed]: meant });
    server = await startServerProcess({ dataDir });
    await expect.poll(idsSeen, { timeout: PATIENCE }).toEqual([missed]);
    await server.stop();
    // Long enough for a server to be there before, where the machine is idle.
    const due = Date.now() + 6_000;
    await dueAt(dataDir, { [later]: new Date(due).toISOString() });
    server = await startServerProcess({ dataDir });
    await expect.poll(idsSeen, { timeout: 6_000 + PATIENCE }).toEqual([missed, later]);
    const sent = await seen();
    expect(Date.parse(sent[1]?.created_at ?? '')).toBeGreaterThanOrEqual(due);
    expect(sent.map((message) => message.scheduled_for)).toEqual([meant, null]);
    await server.kill();
    server = await startServerProcess({ dataDir });
    const [again, whom] = [at(owner, server.url), at(friend, server.url)];
    expect(await waiting(again)).toEqual([]);
    expect((await read(whom, to(again))).items).toEqual(sent);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 300_000);
