// Who is in a space: joining, leaving, administering, and what each person hears of it from when to when.
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { entryOf, gather, ids, into, makeSpace, nobody, send, to, topicOf } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo, stranger } = await gather(app));
});
afterAll(() => app.close());

const get = (by: TestClient, space_id: string) => by.call(spaces.get, { space_id });
const membersOf = async (by: TestClient, space_id: string) =>
  Object.fromEntries(
    (await by.call(spaces.listMembers, { space_id })).items.map(({ employee_id, role }) => [employee_id, role]),
  );
const names = (frames: readonly { name: string }[]) => frames.map(({ name }) => name);

/** A transaction of somebody else, past the server. */
async function transaction(): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(app.connection);
  await client.connect();
  await client.query('BEGIN');
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** True if it has not ended after a while in which it would have, if nothing held it up. */
const isWaiting = (work: Promise<unknown>): Promise<boolean> => {
  const soon = new Promise<boolean>((done) => setTimeout(() => done(true), 400));
  return Promise.race([work.then(() => false), soon]);
};

describe('joining', () => {
  test('opens the past, with nothing of it unread, and one hears what comes', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(cleo) });
    const { space_id } = space;
    for (const text of ['one', 'two', 'three']) await send(ada, into(space_id), text);
    await using socket = await openSocket(ben);
    await using other = await openSocket(cleo);
    const { space: joined, events } = await ben.call(spaces.join, { space_id });
    expect(joined).toMatchObject({ total_members: 3, is_member: true, role: 'member', join_status: 'accepted' });
    expect(names(events)).toEqual(['spaces.member_changed', 'chat.entry_added']);
    const entry = await entryOf(ben, space_id);
    expect(entry).toEqual(events[1]?.payload);
    expect(entry).toMatchObject({ latest_message: 'three', unread_message_count: 0, space: joined });
    expect((await other.waitForEvent('spaces.member_changed')).payload).toEqual({
      space_id,
      employee_id: ben.employee_id,
      role: 'member',
      space_role: null,
      total_members: 3,
    });
    const address = { entity_type: 'space', entity_id: space_id } as const;
    expect((await ben.call(chat.listMessages, address)).items).toHaveLength(3);
    await send(ada, into(space_id), 'four');
    expect((await socket.waitForEvent('chat.message_created')).payload).toMatchObject({ seq: 4 });
    expect(await entryOf(ben, space_id)).toMatchObject({ unread_message_count: 1 });
    expect(await ben.call(spaces.join, { space_id })).toMatchObject({ events: [], space: { total_members: 3 } });
  });

  test('waits for what is just being written, so that the entry has it', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(cleo) });
    await send(ada, into(space.space_id), 'first');
    const topic = topicOf(space);
    // A change that is not committed yet: at the topic as every event, at the conversation as every message.
    for (const statement of [
      `UPDATE topic SET revision = revision + 1 WHERE topic = '${topic}'`,
      `UPDATE conversation SET last_seq = last_seq + 0 WHERE conversation_id = '${topic.split(':')[1]}'`,
    ]) {
      await using other = await transaction();
      await other.query(statement);
      const joining = ben.call(spaces.join, { space_id: space.space_id });
      expect(await isWaiting(joining)).toBe(true);
      await other.query('COMMIT');
      const { events } = await joining;
      const entry = events.find(({ name }) => name === 'chat.entry_added')?.payload as chat.Entry;
      const address = { entity_type: 'space', entity_id: space.space_id } as const;
      expect(entry.conversations[0]?.revision).toBe((await ben.call(chat.listMessages, address)).revision);
      await ben.call(spaces.leave, { space_id: space.space_id });
    }
  });

  test('is followed by everything that is written next', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(cleo) });
    const { message } = await send(ada, into(space.space_id), 'first');
    await using other = await transaction();
    // Holds the joining up where it has read the conversations already.
    await other.query(`SELECT 1 FROM topic WHERE topic = 'employee:${ben.employee_id}' FOR UPDATE`);
    const joining = ben.call(spaces.join, { space_id: space.space_id });
    expect(await isWaiting(joining)).toBe(true);
    const writing = [
      send(ada, into(space.space_id), 'second'),
      cleo.call(chat.react, { message_id: message.message_id, emoji: '👍' }),
    ];
    for (const one of writing) expect(await isWaiting(one)).toBe(true);
    await other.query('COMMIT');
    const entry = (await joining).events.find(({ name }) => name === 'chat.entry_added')?.payload as chat.Entry;
    expect(entry.conversations[0]).toMatchObject({ revision: 1, last_seq: 1 });
    const revisions = (await Promise.all(writing)).flatMap(({ events }) => events.map(({ revision }) => revision));
    expect(revisions.toSorted((a, b) => a - b)).toEqual([2, 3]);
  });

  test('of many at once counts each once', async () => {
    const { space_id } = await makeSpace(ada);
    await Promise.all([ben, cleo, owner, ben, cleo, ben].map((by) => by.call(spaces.join, { space_id })));
    expect(await get(ada, space_id)).toMatchObject({ total_members: 4, revision: 3 });
    expect(Object.keys(await membersOf(ada, space_id))).toHaveLength(4);
  });

  test('an empty space makes one its admin', async () => {
    const { space_id } = await makeSpace(ada);
    await ada.call(spaces.leave, { space_id });
    expect(await get(ben, space_id)).toMatchObject({ total_members: 0 });
    expect((await ben.call(spaces.join, { space_id })).space).toMatchObject({ role: 'admin', total_members: 1 });
  });

  test('an empty space makes the first of those who are added its admin', async () => {
    const { space_id } = await makeSpace(ada);
    const sub_space_id = uuid();
    await ada.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Rota', is_private: true });
    await ada.call(spaces.leave, { space_id });
    await using socket = await openSocket(cleo);
    const { space } = await owner.call(spaces.addMembers, { space_id, employee_ids: ids(cleo, ben) });
    expect(space).toMatchObject({ total_members: 2, role: null });
    expect(await membersOf(ben, space_id)).toEqual({ [cleo.employee_id]: 'admin', [ben.employee_id]: 'member' });
    // As every admin, in its private sub-spaces too.
    await socket.waitForEvent('spaces.sub_space_opened');
    expect((await get(cleo, space_id)).sub_spaces).toHaveLength(2);
    expect((await get(ben, space_id)).sub_spaces).toHaveLength(1);
    expect((await entryOf(cleo, space_id))?.space).toMatchObject({ role: 'admin', total_members: 2 });
    await cleo.call(spaces.addMembers, { space_id, employee_ids: ids(ada) });
    expect(await membersOf(ben, space_id)).toMatchObject({ [ada.employee_id]: 'member' });
  });

  test('of several who are added to an empty space its admin is one who can act', async () => {
    const { space_id } = await makeSpace(ada);
    await ada.call(spaces.leave, { space_id });
    const employee_id = uuid();
    const work_email_id = `${employee_id}@later.example`;
    await owner.call(people.create, { employee_id, first_name: 'Lin', last_name: 'Later', work_email_id });
    await owner.call(spaces.addMembers, { space_id, employee_ids: [employee_id, ...ids(ben)] });
    expect(await membersOf(ben, space_id)).toEqual({ [ben.employee_id]: 'admin', [employee_id]: 'member' });
  });
});

describe('leaving', () => {
  test('takes the space out of the list, and from the next event on one hears nothing of it', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const { space_id } = space;
    await using socket = await openSocket(ben);
    const { events } = await ben.call(spaces.leave, { space_id });
    expect(events).toMatchObject([
      { name: 'chat.entry_removed', payload: { entity_type: 'space', entity_id: space_id } },
    ]);
    await socket.waitForEvent('chat.entry_removed');
    const before = socket.events.length;
    await send(ada, into(space_id), 'Without Ben');
    await ada.call(spaces.update, { space_id, space_name: 'Renamed' });
    await send(ada, to(ben), 'Ben alone');
    await socket.waitFor((m): m is typeof m => m.type === 'event' && JSON.stringify(m).includes('Ben alone'));
    const after = socket.events.slice(before).map(({ topic }) => topic);
    expect(after).not.toContain(topicOf(space));
    expect(after).not.toContain(`space:${space_id}`);
    expect(await entryOf(ben, space_id)).toBeUndefined();
    await expect(send(ben, into(space_id), 'Still here')).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
    expect(await get(ben, space_id)).toMatchObject({ is_member: false, total_members: 1 });
    expect(await ben.call(spaces.leave, { space_id })).toEqual({ events: [] });
  });

  test('is refused to the last admin while others are in', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const last = { code: 'LAST_ADMIN', status: 409 };
    await expect(ada.call(spaces.leave, { space_id })).rejects.toMatchObject(last);
    await expect(ada.call(spaces.removeMember, { space_id, employee_id: ada.employee_id })).rejects.toMatchObject(last);
    await expect(owner.call(spaces.removeMember, { space_id, employee_id: ada.employee_id })).rejects.toMatchObject(
      last,
    );
    const demote = { space_id, employee_id: ada.employee_id, role: 'member' } as const;
    await expect(ada.call(spaces.updateMember, demote)).rejects.toMatchObject(last);
    await ada.call(spaces.updateMember, { space_id, employee_id: ben.employee_id, role: 'admin' });
    await ada.call(spaces.leave, { space_id });
    expect(await membersOf(ben, space_id)).toEqual({ [ben.employee_id]: 'admin' });
  });

  test('of two last admins at once lets one of them go', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    await ada.call(spaces.updateMember, { space_id, employee_id: ben.employee_id, role: 'admin' });
    const both = await Promise.allSettled([ada, ben].map((by) => by.call(spaces.leave, { space_id })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(Object.values(await membersOf(cleo, space_id)).sort()).toEqual(['admin', 'member']);
  });

  test('a private space, one is outside', async () => {
    const { space_id } = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    await ben.call(spaces.leave, { space_id });
    await expect(get(ben, space_id)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
    await expect(ben.call(spaces.join, { space_id })).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  });
});

describe('administering', () => {
  test('is for admins, and of public spaces for who manages spaces', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const refused = { code: 'NO_PERMISSION', status: 403 };
    const employee_id = ada.employee_id;
    await expect(ben.call(spaces.update, { space_id, space_name: 'x' })).rejects.toMatchObject(refused);
    await expect(ben.call(spaces.addMembers, { space_id, employee_ids: ids(cleo) })).rejects.toMatchObject(refused);
    await expect(ben.call(spaces.updateMember, { space_id, employee_id, role: 'member' })).rejects.toMatchObject(
      refused,
    );
    await expect(ben.call(spaces.removeMember, { space_id, employee_id })).rejects.toMatchObject(refused);
    const sub = { space_id, sub_space_id: uuid(), sub_space_name: 'x' };
    await expect(ben.call(spaces.createSubSpace, sub)).rejects.toMatchObject(refused);

    const { space, events } = await owner.call(spaces.update, { space_id, space_name: 'Managed' });
    expect(space).toMatchObject({ space_name: 'Managed', is_member: false });
    // Who is not in does not hear the space's own topic.
    expect(events).toEqual([]);
    await owner.call(spaces.createSubSpace, sub);
    await owner.call(spaces.addMembers, { space_id, employee_ids: ids(cleo, owner) });
    expect(Object.keys(await membersOf(ada, space_id))).toHaveLength(4);
  });

  test('adding brings people in, once, and refuses whom there is not', async () => {
    const space = await makeSpace(ada);
    const { space_id } = space;
    await send(ada, into(space_id), 'Before');
    await using socket = await openSocket(ben);
    const { events } = await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ben, cleo, ben) });
    expect(events.map(({ name, payload }) => [name, (payload as { total_members: number }).total_members])).toEqual([
      ['spaces.member_changed', 2],
      ['spaces.member_changed', 3],
    ]);
    expect((await socket.waitForEvent('chat.entry_added')).payload).toEqual(await entryOf(ben, space_id));
    const again = await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ben, ada) });
    expect(again).toMatchObject({ events: [], space: { total_members: 3 } });
    for (const id of [nobody, stranger.employee_id]) {
      const call = ada.call(spaces.addMembers, { space_id, employee_ids: [id] });
      await expect(call).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
    }
    for (const employee_id of [nobody, stranger.employee_id, owner.employee_id]) {
      const missing = { code: 'EMPLOYEE_NOT_FOUND', status: 404 };
      await expect(ada.call(spaces.updateMember, { space_id, employee_id, role: 'admin' })).rejects.toMatchObject(
        missing,
      );
      await expect(ada.call(spaces.removeMember, { space_id, employee_id })).rejects.toMatchObject(missing);
    }
  });

  test('removing ends hearing and reading with the next event', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo), visibility: 'private' });
    const { space_id } = space;
    await using socket = await openSocket(ben);
    await using witness = await openSocket(cleo);
    await ada.call(spaces.removeMember, { space_id, employee_id: ben.employee_id });
    expect((await witness.waitForEvent('spaces.member_changed')).payload).toEqual({
      space_id,
      employee_id: ben.employee_id,
      role: null,
      space_role: null,
      total_members: 2,
    });
    await socket.waitForEvent('chat.entry_removed');
    const before = socket.events.length;
    for (let i = 0; i < 3; i++) await send(ada, into(space_id), `cnry ${i}`);
    await witness.waitFor((m): m is typeof m => m.type === 'event' && JSON.stringify(m).includes('cnry 2'));
    expect(socket.events.slice(before)).toEqual([]);
    expect(JSON.stringify(socket.messages)).not.toContain('cnry');
    await expect(get(ben, space_id)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  });

  test('a role that changes is told; one that does not is not', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const promote = { space_id, employee_id: ben.employee_id, role: 'admin' } as const;
    const { events } = await ada.call(spaces.updateMember, promote);
    expect(events).toMatchObject([
      { name: 'spaces.member_changed', payload: { employee_id: ben.employee_id, role: 'admin', total_members: 2 } },
    ]);
    expect(await ada.call(spaces.updateMember, promote)).toMatchObject({ events: [] });
    expect(await get(ben, space_id)).toMatchObject({ role: 'admin', total_members: 2 });
  });

  test('what is changed is told to the members; what stays the same is not', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben), space_image: '/files/old.png' });
    await using socket = await openSocket(ben);
    const { space, events } = await ada.call(spaces.update, { space_id, space_name: 'Day shift', space_image: null });
    expect(space).toEqual(await get(ada, space_id));
    expect(space).toMatchObject({ space_name: 'Day shift', space_image: null, revision: 1 });
    expect((await socket.waitForEvent('spaces.space_updated')).payload).toEqual(events[0]?.payload);
    expect(events[0]?.payload).toEqual({
      space_id,
      space_name: 'Day shift',
      space_description: '',
      space_image: null,
      visibility: 'public',
      history: 'all',
    });
    expect(await ada.call(spaces.update, { space_id, space_name: 'Day shift' })).toEqual({ space, events: [] });
    await ada.call(spaces.update, { space_id, visibility: 'private' });
    await expect(get(cleo, space_id)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  });
});
