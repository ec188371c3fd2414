// The list in the app: what comes into it, for whom, what it says, how it is read, and what is never in it.
// @module-tag long

import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveGroup } from '#contract/chat/groups.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import * as writes from '#contract/notifications/writes.ts';
import * as contract from '#contract/notifications.ts';
import { docOf } from '#contract/rich-text.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import { sync } from '#contract/sync.ts';
import { sweepOld } from '#server/platform/db/retention.ts';
import { list as live } from '#src/features/notifications/live.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { newGroup } from '#tests/matrix/world.ts';
import { call, calling, listed, told } from './notifications.fixture.ts';
import { type Cast, gather, ids, into, makeSpace, nobody, pair, say, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const fresh = () => pair(app, cast);

describe('what comes into the list', () => {
  test('a mention, with its words, its place and the way to it; a plain message does not', async () => {
    const [left, right] = await fresh();
    const { space_id } = await makeSpace(left, { space_name: 'Bakers', employee_ids: ids(right) });
    await say(left, into(space_id), 'plain');
    const { message_id, seq } = await call(left, into(space_id), [right], 'the oven');
    await told(app);
    expect(await listed(left)).toEqual([]);
    expect(await listed(right)).toMatchObject([
      {
        kind: 'mention',
        actor_id: left.employee_id,
        count: 1,
        text: '@You the oven',
        emoji: null,
        place: 'Bakers',
        path: `/connect/space/${space_id}?message=${message_id}&seq=${seq}`,
        read: false,
      },
    ]);
  });

  test('everybody of the conversation for @all, and nobody else', async () => {
    const [left, right] = await fresh();
    const group_id = await newGroup(left, [right, cast.cleo], 'Cooks');
    await call(left, { entity_type: 'group', entity_id: group_id }, 'all', 'lunch');
    await told(app);
    for (const one of [right, cast.cleo])
      expect((await listed(one))[0]).toMatchObject({ place: 'Cooks', kind: 'mention' });
    expect([...(await listed(left)), ...(await listed(cast.ben))]).toEqual([]);
  });

  test('an answer in a thread that one follows', async () => {
    const [left, right] = await fresh();
    const root = await say(left, to(right), 'Who has the keys?');
    const { message_id } = await say(right, under(root), 'I have');
    await told(app);
    expect(await listed(left)).toMatchObject([
      {
        kind: 'thread',
        text: 'I have',
        place: '',
        path: `/connect/threads?thread=${root.message_id}&message=${message_id}&seq=1`,
      },
    ]);
    expect(await listed(right)).toEqual([]);
  });

  test('reactions to one message are one entry, counted by people; it goes with the last of them', async () => {
    const [left, right] = await fresh();
    const space = await makeSpace(left, { employee_ids: ids(right, cast.ada) });
    const { message_id } = await say(left, into(space.space_id), 'Bread');
    for (const [by, emoji] of [
      [right, '👍'],
      [right, '🎉'],
      [cast.ada, '🚀'],
      [left, '👍'],
    ] as const)
      await by.call(chat.react, { message_id, emoji });
    await told(app);
    expect(await listed(left)).toMatchObject([
      { kind: 'reaction', count: 2, actor_id: cast.ada.employee_id, emoji: '🚀', text: 'Bread' },
    ]);
    await left.call(writes.read, { until: new Date(Date.now() + 60_000).toISOString() });
    await cast.ada.call(chat.unreact, { message_id, emoji: '🚀' });
    await told(app);
    // Less is no news.
    expect(await listed(left)).toMatchObject([{ count: 1, actor_id: right.employee_id, read: true }]);
    await right.call(chat.unreact, { message_id, emoji: '👍' });
    await right.call(chat.unreact, { message_id, emoji: '🎉' });
    await told(app);
    expect(await listed(left)).toEqual([]);
  });

  test('an invitation, until it is answered; who asks to come in, to those who answer; that one was let in', async () => {
    const [left, right] = await fresh();
    const { space_id } = await makeSpace(left, { space_name: 'Secret', visibility: 'private' });
    await left.call(joining.invite, { space_id, employee_ids: ids(right) });
    await told(app);
    expect(await listed(right)).toMatchObject([
      { kind: 'invitation', actor_id: left.employee_id, text: 'Secret', path: `/spaces/${space_id}` },
    ]);
    await right.call(joining.withdraw, { space_id });
    expect(await listed(right)).toEqual([]);
    const { link_code } = await left.call(joining.getLink, { space_id });
    await right.call(spaces.join, { space_id, link_code });
    await told(app);
    expect(await listed(left)).toMatchObject([{ kind: 'join_request', actor_id: right.employee_id, text: 'Secret' }]);
    await left.call(joining.answerRequest, { space_id, employee_id: right.employee_id, accept: true });
    await told(app);
    expect(await listed(left)).toEqual([]);
    expect(await listed(right)).toMatchObject([{ kind: 'joined', actor_id: left.employee_id }]);
  });

  test('an edit tells those whom the message did not call before, and nobody twice', async () => {
    const [left, right] = await fresh();
    const { space_id } = await makeSpace(left, { employee_ids: ids(right, cast.ada) });
    const { message_id } = await call(left, into(space_id), [right], 'one');
    await told(app);
    await right.call(writes.read, { until: new Date(Date.now() + 60_000).toISOString() });
    await left.call(chat.edit, { message_id, body: calling([right, cast.ada], 'two') });
    await told(app);
    expect(await listed(right)).toMatchObject([{ text: '@You@You two', read: true }]);
    expect((await listed(cast.ada))[0]).toMatchObject({ kind: 'mention', text: '@You@You two', read: false });
  });

  test('a forward calls nobody anew', async () => {
    const [left, right] = await fresh();
    const { message_id } = await call(left, to(right), [right], 'again');
    await told(app);
    const body = docOf('Any');
    await left.call(chat.send, {
      ...to(right),
      message_id: uuid(),
      body,
      forward_of: message_id,
    });
    await told(app);
    expect(await listed(right)).toHaveLength(1);
  });
});

describe('what may not be read is not there', () => {
  test('not for a moment once the message is deleted or the place is left, and devices are told', async () => {
    const [left, right] = await fresh();
    const { space_id } = await makeSpace(left, { employee_ids: ids(right) });
    const group_id = await newGroup(left, [right, cast.cleo], 'Cooks');
    const [first] = [await call(left, into(space_id), [right], 'a'), await call(left, into(space_id), [right], 'b')];
    await call(left, { entity_type: 'group', entity_id: group_id }, [right], 'c');
    await told(app);
    await using socket = await openSocket(right);
    const [c, b, a] = await listed(right);
    await left.call(chat.remove, { message_id: first.message_id });
    expect((await right.call(contract.list, {})).items).toMatchObject([{ text: '@You c' }, { text: '@You b' }]);
    await left.call(spaces.removeMember, { space_id, employee_id: right.employee_id });
    expect((await right.call(contract.list, {})).items).toMatchObject([{ text: '@You c' }]);
    await right.call(leaveGroup, { conversation_id: group_id });
    expect(await right.call(contract.list, {})).toMatchObject({ items: [], unread: 0 });
    await told(app);
    const gone = () =>
      new Set(
        socket.events
          .filter(({ name }) => name === contract.withdrawn.name)
          .flatMap(({ payload }) => (payload as { notification_ids: string[] }).notification_ids),
      );
    await expect.poll(gone).toEqual(new Set([a, b, c].map((one) => one?.notification_id)));
    expect(await app.sql('SELECT FROM notification WHERE employee_id = $1', [right.employee_id])).toEqual([]);
  });

  test('nor to who was not active, nor after 90 days', async () => {
    const [left, right] = await fresh();
    await call(left, to(right), [right], 'old');
    await told(app);
    await app.sql("UPDATE notification SET created_at = now() - interval '91 days' WHERE employee_id = $1", [
      right.employee_id,
    ]);
    await sweepOld(app.app.context.db);
    expect(await listed(right)).toEqual([]);
    await app.sql("UPDATE employee SET employee_account_status = 'INACTIVE' WHERE employee_id = $1", [
      right.employee_id,
    ]);
    const { space_id } = await makeSpace(left);
    await app.sql(
      'INSERT INTO conversation_member (company_id, conversation_id, employee_id) SELECT company_id, conversation_id, $2 FROM conversation WHERE space_id = $1',
      [space_id, right.employee_id],
    );
    await call(left, into(space_id), 'all', 'now');
    await told(app);
    expect(await app.sql('SELECT FROM notification WHERE employee_id = $1', [right.employee_id])).toEqual([]);
  });
});

describe('reading', () => {
  test('some, all up to a moment, and what is read where it stands; each told once', async () => {
    const [left, right] = await fresh();
    await using socket = await openSocket(right);
    const said = [];
    for (const word of ['a', 'b', 'c', 'd']) said.push(await call(left, to(right), [right], word));
    await told(app);
    const [d, c, b, a] = await listed(right);
    const unread = async () => (await right.call(contract.list, {})).unread;
    expect(await unread()).toBe(4);
    const { events } = await right.call(writes.read, { notification_ids: [d?.notification_id as string] });
    expect(events).toMatchObject([{ payload: { notification_ids: [d?.notification_id], until: null, unread: 3 } }]);
    expect((await right.call(writes.read, { notification_ids: [d?.notification_id as string] })).events).toEqual([]);
    const { conversation_id, seq } = said[0] as chat.Message;
    await right.call(chat.markRead, { conversation_id, read_seq: seq });
    await told(app);
    await right.call(writes.read, { until: b?.created_at as string });
    expect((await listed(right)).map((one) => one.read)).toEqual([true, false, true, true]);
    await right.call(marks.markUnread, { conversation_id, read_seq: 0 });
    await told(app);
    expect(await unread()).toBe(1);
    const reads = () =>
      socket.events.filter(({ name }) => name === contract.notificationsRead.name).map(({ payload }) => payload);
    await expect.poll(reads).toEqual([
      { notification_ids: [d?.notification_id], until: null, unread: 3 },
      { notification_ids: [a?.notification_id], until: null, unread: 2 },
      { notification_ids: [], until: b?.created_at, unread: 1 },
    ]);
    expect(c?.read).toBe(false);
  });

  test('writing reads as well', async () => {
    const [left, right] = await fresh();
    await call(left, to(right), [right], 'a');
    await told(app);
    await say(right, to(left), 'Yes');
    await told(app);
    expect(await right.call(contract.list, {})).toMatchObject({ unread: 0, items: [{ read: true }] });
  });

  test('page by page, nothing twice and nothing left out; a made-up cursor is refused', async () => {
    const [left, right] = await fresh();
    for (let n = 0; n < 7; n++) await call(left, to(right), [right], `${n}`);
    await told(app);
    const texts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof right.call<typeof contract.list>>> = await right.call(contract.list, {
        limit: '3',
        ...(cursor && { cursor }),
      });
      texts.push(...page.items.map((one) => one.text));
      cursor = page.next_cursor;
    }
    expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `@You ${n}`));
    expect((await right.raw(contract.list, { cursor: 'x' })).body.error_code).toBe('INVALID_REQUEST');
  });
});

test('cache + events = fresh refetch, whatever happens', async () => {
  const [left, right] = await fresh();
  const { space_id } = await makeSpace(left, { employee_ids: ids(right, cast.ada) });
  const before = await right.call(contract.list, { limit: '100' });
  const said: chat.Message[] = [];
  for (let n = 0; n < 6; n++) said.push(await call(left, into(space_id), n % 2 ? 'all' : [right], `${n}`));
  const own = await say(right, into(space_id), 'Mine');
  await left.call(chat.react, { message_id: own.message_id, emoji: '👍' });
  await cast.ada.call(chat.react, { message_id: own.message_id, emoji: '🎉' });
  await told(app);
  await left.call(chat.remove, { message_id: said[1]?.message_id as string });
  await right.call(chat.markRead, { conversation_id: own.conversation_id, read_seq: 3 });
  await cast.ada.call(chat.unreact, { message_id: own.message_id, emoji: '🎉' });
  await call(left, into(space_id), 'all', 'last');
  await left.call(chat.edit, { message_id: said[2]?.message_id as string, body: calling([right, cast.ada], 'edited') });
  await right.call(chat.edit, { message_id: own.message_id, body: docOf('Mine, edited') });
  await right.call(writes.read, { until: said[0]?.created_at as string });
  await told(app);
  const after = await right.call(contract.list, { limit: '100' });
  const topic = `employee:${right.employee_id}`;
  const { topics } = await right.call(sync, { topics: { [topic]: before.revision } });
  const held = (topics[0]?.events ?? []).reduce(
    (data, frame) => live.reduce(data, frame as EventFrame, { self: right.employee_id }, []),
    before,
  );
  expect(held).toEqual(after);
});

describe('settings and levels', () => {
  test('have defaults, change in part, and are told to one’s own devices', async () => {
    const [left] = await fresh();
    await using socket = await openSocket(left);
    const { settings, exceptions, company_awake } = await left.call(contract.getSettings, {});
    expect(settings).toEqual({
      levels: contract.DEFAULT_LEVELS,
      awake: null,
      paused_until: null,
      hide_text: false,
      mail_digest: true,
    });
    expect([exceptions, company_awake.length]).toEqual([[], 7]);
    const { events } = await left.call(writes.updateSettings, { levels: { space: 'all' }, hide_text: true });
    expect(events).toMatchObject([
      { name: contract.settingsChanged.name, payload: { levels: { space: 'all', direct: 'all' } } },
    ]);
    expect((await left.call(writes.updateSettings, { hide_text: true })).events).toEqual([]);
    const paused_until = '2030-01-01T00:00:00.000Z';
    await left.call(writes.updateSettings, { paused_until, awake: Array(7).fill(null) });
    expect((await left.call(contract.getSettings, {})).settings).toMatchObject({
      paused_until,
      hide_text: true,
      awake: Array(7).fill(null),
    });
    await socket.waitForEvent(contract.settingsChanged.name);
  });

  test('of one conversation, only of what one has', async () => {
    const [left, right] = await fresh();
    const space = await makeSpace(right);
    const { message_id } = await say(right, into(space.space_id), 'Root');
    const sub_space_id = space.sub_spaces[0]?.sub_space_id as string;
    const places = [
      ['space', space.space_id],
      ['sub_space', sub_space_id],
      ['thread', message_id],
      ['group', await newGroup(right, [cast.ada, cast.ben], 'Three')],
      ['employee', right.employee_id],
    ] as const;
    for (const [entity_type, entity_id] of places) {
      const { events } = await right.call(writes.setLevel, {
        entity_type,
        entity_id: entity_type === 'employee' ? left.employee_id : entity_id,
        level: 'none',
      });
      expect(events).toMatchObject([{ name: contract.levelChanged.name, payload: { entity_type, level: 'none' } }]);
      const refused = await left.raw(writes.setLevel, {
        entity_type,
        entity_id: entity_type === 'employee' ? nobody : entity_id,
        level: 'all',
      });
      expect(refused.body.error_code).toBe('CONVERSATION_NOT_FOUND');
    }
    expect((await right.call(contract.getSettings, {})).exceptions).toHaveLength(5);
    await right.call(writes.setLevel, { entity_type: 'space', entity_id: space.space_id, level: null });
    expect((await right.call(contract.getSettings, {})).exceptions).toHaveLength(4);
    // Where one no longer is, nothing can be chosen, but what was chosen can be taken back.
    await app.sql('DELETE FROM conversation_member WHERE company_id = $1 AND conversation_id = $2', [
      right.company_id,
      sub_space_id,
    ]);
    const there = { entity_type: 'sub_space', entity_id: sub_space_id } as const;
    expect((await right.raw(writes.setLevel, { ...there, level: 'all' })).body.error_code).toBe(
      'CONVERSATION_NOT_FOUND',
    );
    await right.call(writes.setLevel, { ...there, level: null });
    expect((await right.raw(writes.setLevel, { ...there, level: null })).body.error_code).toBe(
      'CONVERSATION_NOT_FOUND',
    );
    expect((await right.call(contract.getSettings, {})).exceptions).toHaveLength(3);
    await app.sql(
      `INSERT INTO notification_level SELECT $1, $2, 'space', gen_random_uuid(), 'none' FROM generate_series(1, 1997)`,
      [right.company_id, right.employee_id],
    );
    await expect(
      right.call(writes.setLevel, { entity_type: 'space', entity_id: space.space_id, level: 'all' }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_LEVELS' });
  });
});
