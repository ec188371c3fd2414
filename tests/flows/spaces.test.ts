// Spaces over real HTTP, a real database and real sockets: making and finding them, sub-spaces, and who is removed.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { entryOf, gather, ids, into, makeSpace, nobody, send, to } from './talk.ts';

type SpacePage = ResponseOf<typeof spaces.list>;
type MemberPage = ResponseOf<typeof spaces.listMembers>;

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

describe('a new space', () => {
  test('has the default sub-space General, its maker as admin, and comes whole into the lists of its members', async () => {
    await using socket = await openSocket(ben);
    const { space, events } = await ada.call(spaces.create, {
      space_id: uuid(),
      space_name: ' Front desk ',
      space_description: 'Keys and parcels',
      space_image: 'https://example.com/desk.png',
      visibility: 'private',
      employee_ids: [...ids(ben, ben, ada), cleo.employee_id],
    });
    expect(space).toMatchObject({
      space_name: 'Front desk',
      space_description: 'Keys and parcels',
      space_image: 'https://example.com/desk.png',
      visibility: 'private',
      total_members: 3,
      is_member: true,
      role: 'admin',
      join_status: 'accepted',
      revision: 0,
      sub_spaces: [
        { sub_space_name: 'General', is_default: true, space_id: space.space_id, company_id: ada.company_id },
      ],
    });
    expect(names(events)).toEqual(['chat.entry_added']);
    expect(await entryOf(ada, space.space_id)).toEqual(events[0]?.payload);
    const told = await socket.waitForEvent('chat.entry_added');
    expect(await entryOf(ben, space.space_id)).toEqual(told.payload);
    expect(told.payload).toMatchObject({ space: { ...space, role: 'member' }, unread_message_count: 0 });
    await send(ada, into(space.space_id), 'Hello');
    await socket.waitForEvent('chat.message_created');
    expect(await membersOf(ben, space.space_id)).toEqual({
      [ada.employee_id]: 'admin',
      [ben.employee_id]: 'member',
      [cleo.employee_id]: 'member',
    });
  });

  test('is public and plain if nothing else is said', async () => {
    const space = await makeSpace(ada);
    expect(space).toMatchObject({ visibility: 'public', space_description: '', space_image: null, total_members: 1 });
  });

  test('is made once for its id, and never over another', async () => {
    const space_id = uuid();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ada.call(spaces.create, { space_id, space_name: 'Once' })),
    );
    for (const { space } of answers) expect(space).toEqual(answers[0]?.space);
    expect(answers.filter(({ events }) => events.length)).toHaveLength(1);
    expect((await get(ada, space_id)).sub_spaces).toHaveLength(1);
    const taken = { code: 'INVALID_REQUEST', data: [{ path: 'space_id', message: expect.any(String) }] };
    await expect(ben.call(spaces.create, { space_id, space_name: 'Mine now' })).rejects.toMatchObject(taken);
    const other = await stranger.call(spaces.create, { space_id, space_name: 'Elsewhere' });
    expect(other.space.space_name).toBe('Elsewhere');
    expect((await get(ada, space_id)).space_name).toBe('Once');
  });

  test('takes only people of the company who are there', async () => {
    const before = (await ada.call(spaces.list, {})).items.length;
    for (const id of [stranger.employee_id, nobody]) {
      const call = ada.call(spaces.create, { space_id: uuid(), space_name: 'No', employee_ids: [...ids(ben), id] });
      await expect(call).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND', status: 404 });
    }
    expect((await ada.call(spaces.list, {})).items).toHaveLength(before);
  });
});

describe('who sees what', () => {
  test('a private space is not there for others, not even for who manages spaces', async () => {
    const space = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    const { space_id } = space;
    const sub_space_id = space.sub_spaces[0]?.sub_space_id as string;
    for (const outsider of [cleo, owner, stranger]) {
      const all = (await outsider.call(spaces.list, { limit: '100' })).items.map((s) => s.space_id);
      expect(all).not.toContain(space_id);
      const calls = (id: string, sub: string) => [
        outsider.raw(spaces.get, { space_id: id }),
        outsider.raw(spaces.join, { space_id: id }),
        outsider.raw(spaces.leave, { space_id: id }),
        outsider.raw(spaces.update, { space_id: id, space_name: 'x' }),
        outsider.raw(spaces.listMembers, { space_id: id }),
        outsider.raw(spaces.addMembers, { space_id: id, employee_ids: [outsider.employee_id] }),
        outsider.raw(spaces.updateMember, { space_id: id, employee_id: ben.employee_id, role: 'admin' }),
        outsider.raw(spaces.removeMember, { space_id: id, employee_id: ben.employee_id }),
        outsider.raw(spaces.createSubSpace, { space_id: id, sub_space_id: uuid(), sub_space_name: 'x' }),
        outsider.raw(spaces.updateSubSpace, { sub_space_id: sub, sub_space_name: 'x' }),
      ];
      const [hidden, missing] = await Promise.all([
        Promise.all(calls(space_id, sub_space_id)),
        Promise.all(calls(nobody, nobody)),
      ]);
      hidden.forEach((answer, index) => {
        expect(answer.status).toBe(404);
        expect(JSON.stringify(answer.body)).toBe(JSON.stringify(missing[index]?.body));
      });
    }
    expect(await get(ada, space_id)).toEqual(space);
  });

  test('a public space is found by who is not in it, who hears and reads nothing in it', async () => {
    const space = await makeSpace(ada, { space_name: `Open ${uuid()}` });
    const found = await ben.call(spaces.list, { query: space.space_name.slice(2).toUpperCase() });
    expect(found.items).toEqual([{ ...space, is_member: false, role: null, join_status: null }]);
    expect(await membersOf(ben, space.space_id)).toEqual({ [ada.employee_id]: 'admin' });
    expect(await entryOf(ben, space.space_id)).toBeUndefined();
    const address = { entity_type: 'space', entity_id: space.space_id } as const;
    await expect(ben.call(chat.listMessages, address)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  });

  test('pages come by name, each space once, and only cursors of the list are taken', async () => {
    const { owner: boss } = await registerCompany(app);
    const given = ['beta', 'Alpha', 'gamma', 'Ärger', 'alpha', 'Beta', '100 %', 'alpha'];
    for (const space_name of given) await makeSpace(boss, { space_name });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: SpacePage = await boss.call(spaces.list, { limit: '3', ...(cursor && { cursor }) });
      seen.push(...page.items.map((s) => s.space_name.toLowerCase()));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['100 %', 'alpha', 'alpha', 'alpha', 'beta', 'beta', 'gamma', 'ärger']);
    expect((await boss.call(spaces.list, { query: '%' })).items.map((s) => s.space_name)).toEqual(['100 %']);
    for (const cursor of ['x', 'W10', Buffer.from('["a","b"]').toString('base64url')]) {
      expect((await boss.raw(spaces.list, { cursor })).status).toBe(400);
    }
  });

  test('members come in pages, admins first', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo, owner) });
    const { space_id } = space;
    await ada.call(spaces.updateMember, { space_id, employee_id: owner.employee_id, role: 'admin' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: MemberPage = await ben.call(spaces.listMembers, { space_id, limit: '2', ...(cursor && { cursor }) });
      seen.push(...page.items.map((m) => m.employee_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(new Set(seen.slice(0, 2))).toEqual(new Set(ids(ada, owner)));
    expect(new Set(seen.slice(2))).toEqual(new Set(ids(ben, cleo)));
    expect(seen).toHaveLength(4);
  });
});

describe('sub-spaces', () => {
  test('are open to everybody in the space, who hear of them and in them', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    await using socket = await openSocket(ben);
    const sub_space_id = uuid();
    const given = { space_id, sub_space_id, sub_space_name: ' Keys ' };
    const { sub_space, events } = await ada.call(spaces.createSubSpace, given);
    expect(sub_space).toEqual({
      sub_space_id,
      space_id,
      company_id: ada.company_id,
      sub_space_name: 'Keys',
      sub_space_description: '',
      is_default: false,
      is_private: false,
      position: expect.any(Number),
      archived_at: null,
      created_at: expect.any(String),
    });
    expect(names(events)).toEqual(['spaces.sub_space_created']);
    const told = await socket.waitForEvent('spaces.sub_space_created');
    expect(told.payload).toEqual({
      sub_space,
      conversation: (await entryOf(ben, space_id))?.conversations[1],
    });
    await send(ada, into(space_id, sub_space_id), 'Here they are');
    await socket.waitFor((m): m is typeof m => m.type === 'event' && m.topic === `conversation:${sub_space_id}`);
    expect(await entryOf(ben, space_id)).toMatchObject({ unread_message_count: 1, latest_message: 'Here they are' });
    expect(await ada.call(spaces.createSubSpace, given)).toEqual({ sub_space, events: [] });

    await cleo.call(spaces.join, { space_id });
    const joined = await entryOf(cleo, space_id);
    expect(joined?.conversations.map((c) => c.last_seq)).toEqual([0, 1]);
    expect(joined?.space?.sub_spaces[1]).toEqual(sub_space);
    await cleo.call(spaces.leave, { space_id });
    await expect(send(cleo, into(space_id, sub_space_id), 'x')).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  });

  test('keep the order in which they came, made at once or not', async () => {
    const { space_id } = await makeSpace(ada);
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        ada.call(spaces.createSubSpace, { space_id, sub_space_id: uuid(), sub_space_name: `${i}` }),
      ),
    );
    const order = made
      .flatMap(({ events }) => events)
      .toSorted((a, b) => a.revision - b.revision)
      .map(({ payload }) => (payload as { sub_space: chat.SubSpace }).sub_space.sub_space_id);
    const { sub_spaces } = await get(ada, space_id);
    expect(sub_spaces.slice(1).map((s) => s.sub_space_id)).toEqual(order);
    const entry = await entryOf(ada, space_id);
    expect(entry?.conversations.map((c) => c.conversation_id)).toEqual(sub_spaces.map((s) => s.sub_space_id));
  });

  test('are renamed by who administers the space', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const sub_space_id = space.sub_spaces[0]?.sub_space_id as string;
    const { sub_space, events } = await ada.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Lobby' });
    expect(sub_space).toEqual({ ...space.sub_spaces[0], sub_space_name: 'Lobby' });
    expect(events).toMatchObject([{ name: 'spaces.sub_space_updated', payload: sub_space }]);
    expect((await get(ben, space.space_id)).sub_spaces).toEqual([sub_space]);
    const same = await ada.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Lobby' });
    expect(same).toEqual({ sub_space, events: [] });
    const change = { sub_space_id, sub_space_name: 'x' };
    await expect(ben.call(spaces.updateSubSpace, change)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    const missing = { code: 'SUB_SPACE_NOT_FOUND', status: 404 };
    await expect(stranger.call(spaces.updateSubSpace, change)).rejects.toMatchObject(missing);
    await expect(ada.call(spaces.updateSubSpace, { ...change, sub_space_id: nobody })).rejects.toMatchObject(missing);
  });

  test('never take an id that something else has', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const other = await makeSpace(ben);
    const direct = await send(ada, to(ben), 'Direct');
    // Ids of conversations are of version 7, so a client could name one as its own.
    for (const sub_space_id of [other.sub_spaces[0]?.sub_space_id, direct.message.conversation_id] as string[]) {
      const call = ada.call(spaces.createSubSpace, { space_id: space.space_id, sub_space_id, sub_space_name: 'Mine' });
      await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
    expect((await get(ada, space.space_id)).sub_spaces).toHaveLength(1);
  });
});

describe('somebody who is removed from the company', () => {
  test('is out of all spaces; those without an admin go to the one named, who has to be named', async () => {
    const [leaver, heir] = await Promise.all([addPerson(app, owner), addPerson(app, owner)]);
    const [alone, led, joined] = await Promise.all([
      makeSpace(leaver),
      makeSpace(leaver, { employee_ids: ids(ben), visibility: 'private' }),
      makeSpace(ada, { employee_ids: ids(leaver) }),
    ]);
    const { effects } = await owner.call(people.remove, {
      employee_id: leaver.employee_id,
      hand_over_to: heir.employee_id,
    });
    expect(effects.spaces).toBe(3);
    // A private one does not open to whoever is named: its own people keep it.
    expect(await membersOf(ben, led.space_id)).toEqual({ [ben.employee_id]: 'admin' });
    expect(await get(ada, alone.space_id)).toMatchObject({ total_members: 0 });
    expect(await membersOf(ada, joined.space_id)).toEqual({ [ada.employee_id]: 'admin' });
    for (const { space_id } of [led, joined]) {
      const rows = await app.sql('SELECT 1 FROM space_member WHERE space_id = $1', [space_id]);
      const mirrored = await app.sql(
        'SELECT 1 FROM conversation_member m JOIN conversation c USING (company_id, conversation_id) WHERE c.space_id = $1',
        [space_id],
      );
      const [counted] = await app.sql('SELECT total_members FROM space WHERE space_id = $1', [space_id]);
      expect(mirrored).toHaveLength(rows.length);
      expect(counted).toEqual({ total_members: rows.length });
    }

    const next = await addPerson(app, owner);
    const left = await makeSpace(next, { employee_ids: ids(cleo) });
    await next.call(spaces.addMembers, { space_id: left.space_id, employee_ids: ids(ben) });
    const { employee_id } = next;
    await expect(owner.call(people.remove, { employee_id })).rejects.toMatchObject({ code: 'HAND_OVER_REQUIRED' });
    expect(Object.keys(await membersOf(cleo, left.space_id))).toHaveLength(3);
    await owner.call(people.remove, { employee_id, hand_over_to: cleo.employee_id });
    expect(await membersOf(cleo, left.space_id)).toEqual({ [cleo.employee_id]: 'admin', [ben.employee_id]: 'member' });
  });
});
