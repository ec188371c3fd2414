// Sub-spaces: their order, archiving them, and private ones that only some hear of. Cache + events = a fresh read, each time.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { agrees } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import { entryOf, gather, ids, into, makeSpace, nobody, read, send } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo } = await gather(app));
});
afterAll(() => app.close());

const notFound = { code: 'SUB_SPACE_NOT_FOUND', status: 404 };
const refused = { code: 'NO_PERMISSION', status: 403 };
const add = async (space_id: string, name: string, more: { is_private?: boolean; employee_ids?: string[] } = {}) => {
  const sub_space_id = uuid();
  await ada.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: name, ...more });
  return sub_space_id;
};
const only = (space_id: string, name: string, ...people: TestClient[]) =>
  add(space_id, name, { is_private: true, employee_ids: ids(...people) });
const namesFor = async (by: TestClient, space_id: string) =>
  (await by.call(spaces.get, { space_id })).sub_spaces.map(({ sub_space_name }) => sub_space_name);
const archive = (by: TestClient, sub_space_id: string, archived = true) =>
  by.call(spaces.archiveSubSpace, { sub_space_id, archived });
const peopleIn = async (by: TestClient, sub_space_id: string) =>
  (await by.call(spaces.listSubSpaceMembers, { sub_space_id })).employee_ids;

/** Does it while replicas of all these people stand by; they then hold what a fresh read gives. */
async function followed<T>(people: readonly TestClient[], work: () => Promise<T>): Promise<T> {
  const replicas = await Promise.all(people.map((one) => Replica.load(one)));
  const result = await work();
  for (const replica of replicas) {
    await agrees(app, replica);
  }
  return result;
}

describe('the order', () => {
  test('is changed by who administers the space, and everybody sees it', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const [a, b, c] = [await add(space_id, 'A'), await add(space_id, 'B'), await add(space_id, 'C')];
    await using socket = await openSocket(ben);
    const { space, events } = await followed([ada, ben], () =>
      ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [c, a, b] }),
    );
    expect(space.sub_spaces.map(({ sub_space_name }) => sub_space_name)).toEqual(['General', 'C', 'A', 'B']);
    expect((await socket.waitForEvent('spaces.sub_spaces_moved')).payload).toEqual(events[0]?.payload);
    expect(await namesFor(ben, space_id)).toEqual(['General', 'C', 'A', 'B']);
    // Only those that are named.
    await ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [b, c] });
    expect(await namesFor(ben, space_id)).toEqual(['General', 'B', 'A', 'C']);
    expect((await ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [b, a, c] })).events).toEqual([]);
    await expect(ben.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [a, b] })).rejects.toMatchObject(refused);
  });

  test('keeps the default one first, and takes only what there is, once', async () => {
    const space = await makeSpace(ada);
    const { space_id } = space;
    const a = await add(space_id, 'A');
    const general = space.sub_spaces[0]?.sub_space_id as string;
    const move = (...sub_space_ids: string[]) => ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids });
    await expect(move(a, general)).rejects.toMatchObject({ code: 'SUB_SPACE_DEFAULT', status: 409 });
    await expect(move(a, nobody)).rejects.toMatchObject(notFound);
    await expect(move(a, a)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const elsewhere = await add((await makeSpace(ada)).space_id, 'E');
    await expect(move(a, elsewhere)).rejects.toMatchObject(notFound);
  });

  test('moved by many at once loses and doubles nothing', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const subs: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) subs.push(await add(space_id, name));
    await followed([ben], () =>
      Promise.all(
        [subs.toReversed(), [subs[1], subs[0]], [subs[2], subs[3], subs[0]], subs].map((sub_space_ids) =>
          ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids: sub_space_ids as string[] }),
        ),
      ),
    );
    expect((await namesFor(ben, space_id)).toSorted()).toEqual(['A', 'B', 'C', 'D', 'General']);
  });
});

describe('what is archived', () => {
  test('can be read and not be written in; it counts nothing, and comes back as it was', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const sub_space_id = await add(space_id, 'Summer');
    const at = into(space_id, sub_space_id);
    const { message } = await send(ada, at, 'Sun');
    const { message_id } = message;
    expect(await entryOf(ben, space_id)).toMatchObject({ unread_message_count: 1, latest_message: 'Sun' });
    await using socket = await openSocket(ben);
    const { sub_space, events } = await followed([ada, ben], () => archive(ada, sub_space_id));
    expect(sub_space.archived_at).toEqual(expect.any(String));
    expect(events).toMatchObject([{ name: 'spaces.sub_space_archived', topic: `conversation:${sub_space_id}` }]);
    expect((await socket.waitForEvent('spaces.sub_space_archived')).payload).toEqual({
      sub_space_id,
      archived_at: sub_space.archived_at,
    });
    expect(await entryOf(ben, space_id)).toMatchObject({ unread_message_count: 0, latest_message: '' });
    expect((await read(ben, at)).items).toHaveLength(1);

    const closed = { code: 'SUB_SPACE_ARCHIVED', status: 409 };
    await expect(send(ben, at, 'Late')).rejects.toMatchObject(closed);
    const answer = { ...at, message_id: uuid(), body: message.body as never, reply_to: message_id };
    await expect(ben.call(chat.send, answer)).rejects.toMatchObject(closed);
    await expect(ada.call(chat.edit, { message_id, body: message.body as never })).rejects.toMatchObject(closed);
    await expect(ben.call(chat.react, { message_id, emoji: '👍' })).rejects.toMatchObject(closed);
    // A repeat of what was sent before is still answered with it.
    const sent = await send(ada, at, 'Sun', message_id);
    expect(sent).toMatchObject({ message: { message_id } });
    await ada.call(chat.remove, { message_id });

    expect((await archive(ada, sub_space_id)).events).toEqual([]);
    const back = await followed([ada, ben], () => archive(ada, sub_space_id, false));
    expect(back.sub_space.archived_at).toBeNull();
    await followed([ben], () => send(ada, at, 'Again'));
    expect(await entryOf(ben, space_id)).toMatchObject({ unread_message_count: 1, latest_message: 'Again' });
  });

  test('is never the default one, and is done by who administers the space', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const general = space.sub_spaces[0]?.sub_space_id as string;
    await expect(archive(ada, general)).rejects.toMatchObject({ code: 'SUB_SPACE_DEFAULT', status: 409 });
    const sub_space_id = await add(space.space_id, 'A');
    await expect(archive(ben, sub_space_id)).rejects.toMatchObject(refused);
    await expect(archive(ada, nobody)).rejects.toMatchObject(notFound);
  });

  test('against writing at the same moment: what was written before is there, nothing after', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const sub_space_id = await add(space_id, 'Busy');
    const at = into(space_id, sub_space_id);
    await followed([ben], async () => {
      const [, ...sent] = await Promise.allSettled([
        archive(ada, sub_space_id),
        ...Array.from({ length: 12 }, (_, n) => send(ben, at, `${n}`)),
      ]);
      const done = sent.filter(({ status }) => status === 'fulfilled').length;
      expect((await read(ben, at)).items).toHaveLength(done);
    });
    await expect(send(ben, at, 'After')).rejects.toMatchObject({ code: 'SUB_SPACE_ARCHIVED' });
  });

  test('renamed or moved meanwhile stays archived', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const [a, b] = [await add(space_id, 'A'), await add(space_id, 'B')];
    await followed([ada, ben], async () => {
      await archive(ada, a);
      await ada.call(spaces.updateSubSpace, { sub_space_id: a, sub_space_name: 'Old' });
      await ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [b, a] });
    });
    const [, , last] = (await ben.call(spaces.get, { space_id })).sub_spaces;
    expect(last).toMatchObject({ sub_space_name: 'Old', archived_at: expect.any(String) });
  });
});

describe('a private sub-space', () => {
  test('is there for those who are in it and the admins, and for nobody else in the space', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    await using inside = await openSocket(ben);
    await using outside = await openSocket(cleo);
    const sub_space_id = await followed([ada, ben, cleo], () => only(space_id, 'Secret plan', ben));
    const told = await inside.waitForEvent('spaces.sub_space_opened');
    expect(told.topic).toBe(`employee:${ben.employee_id}`);
    expect(told.payload).toMatchObject({ sub_space: { is_private: true, sub_space_name: 'Secret plan' } });
    expect(await peopleIn(ben, sub_space_id)).toEqual(ids(ada, ben).toSorted());
    const at = into(space_id, sub_space_id);
    await followed([ada, ben, cleo], () => send(ben, at, 'Between us'));
    await ada.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Secret still' });
    await inside.waitForEvent('spaces.private_sub_space_updated');
    await followed([ada, ben, cleo], () => archive(ada, sub_space_id));
    await archive(ada, sub_space_id, false);
    const b = await add(space_id, 'Open');
    await followed([ada, ben, cleo], () =>
      ada.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [b, sub_space_id] }),
    );

    // Cleo: not by any call, not by any event.
    await send(ada, into(space_id), 'fence');
    await outside.waitFor((m): m is typeof m => m.type === 'event' && JSON.stringify(m).includes('fence'));
    expect(JSON.stringify(outside.messages)).not.toContain(sub_space_id);
    expect(JSON.stringify(outside.messages)).not.toContain('Secret');
    expect(await namesFor(cleo, space_id)).toEqual(['General', 'Open']);
    expect(JSON.stringify(await entryOf(cleo, space_id))).not.toContain(sub_space_id);
    const employee_id = cleo.employee_id;
    for (const call of [
      () => send(cleo, at, 'x'),
      () => read(cleo, at),
      () => peopleIn(cleo, sub_space_id),
      () => archive(cleo, sub_space_id),
      () => cleo.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'x' }),
      () => cleo.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: [employee_id] }),
      () => cleo.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id }),
    ])
      await expect(call()).rejects.toMatchObject(notFound);
    // Nor for who manages spaces and is not in.
    expect(await namesFor(owner, space_id)).toEqual(['General', 'Open']);
    await expect(archive(owner, sub_space_id)).rejects.toMatchObject(notFound);
    await expect(
      owner.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [b, sub_space_id] }),
    ).rejects.toMatchObject(notFound);
  });

  test('takes members of the space in and out; each is told personally', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    const sub_space_id = await only(space_id, 'Few', ben);
    const at = into(space_id, sub_space_id);
    await send(ben, at, 'Before');
    await using socket = await openSocket(cleo);
    await using other = await openSocket(ben);
    await followed([ada, ben, cleo], () =>
      ada.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: ids(cleo, ben) }),
    );
    expect((await socket.waitForEvent('spaces.sub_space_opened')).payload).toMatchObject({
      conversation: { last_seq: 1, read_seq: 1 },
    });
    expect((await other.waitForEvent('spaces.sub_space_members_changed')).payload).toEqual({ sub_space_id });
    await send(ben, at, 'Hello Cleo');
    await socket.waitForEvent('chat.message_created');
    await followed([ada, ben, cleo], () =>
      ada.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id: cleo.employee_id }),
    );
    expect((await socket.waitForEvent('spaces.sub_space_closed')).payload).toEqual({ space_id, sub_space_id });
    const before = socket.events.length;
    await send(ben, at, 'Without Cleo');
    await send(ben, into(space_id), 'fence');
    await socket.waitFor((m): m is typeof m => m.type === 'event' && JSON.stringify(m).includes('fence'));
    expect(JSON.stringify(socket.events.slice(before))).not.toContain(sub_space_id);
    await expect(read(cleo, at)).rejects.toMatchObject(notFound);
  });

  test('is a part of the space: nobody from outside, and whoever leaves the space leaves it', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const outsider = { code: 'EMPLOYEE_NOT_FOUND', status: 404 };
    await expect(only(space_id, 'X', cleo)).rejects.toMatchObject(outsider);
    const sub_space_id = await only(space_id, 'Few', ben);
    const adding = { sub_space_id, employee_ids: ids(cleo) };
    await expect(ada.call(spaces.addSubSpaceMembers, adding)).rejects.toMatchObject(outsider);
    await ada.call(spaces.removeMember, { space_id, employee_id: ben.employee_id });
    expect(await peopleIn(ada, sub_space_id)).toEqual(ids(ada));
    // Coming back into the space is not coming back into it.
    await followed([ada, ben], () => ben.call(spaces.join, { space_id }));
    await followed([ada, cleo], () => cleo.call(spaces.join, { space_id }));
    for (const by of [ben, cleo]) {
      expect(await namesFor(by, space_id)).toEqual(['General']);
      await expect(read(by, into(space_id, sub_space_id))).rejects.toMatchObject(notFound);
    }
  });

  test('always has the admins in it: a new one comes in, and none is taken out', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    const sub_space_id = await only(space_id, 'Few');
    const employee_id = ben.employee_id;
    const role = (of: 'admin' | 'member') => ada.call(spaces.updateMember, { space_id, employee_id, role: of });
    await followed([ada, ben, cleo], () => role('admin'));
    expect(await peopleIn(ben, sub_space_id)).toEqual(ids(ada, ben).toSorted());
    const take = () => ada.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id });
    await expect(take()).rejects.toMatchObject({ code: 'SUB_SPACE_ADMIN', status: 409 });
    await role('member');
    expect(await namesFor(ben, space_id)).toEqual(['General', 'Few']);
    await followed([ada, ben, cleo], take);
    await expect(take()).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  });

  test('is left by oneself; a member of it adds nobody', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    const sub_space_id = await only(space_id, 'Few', ben);
    const adding = { sub_space_id, employee_ids: ids(cleo) };
    await expect(ben.call(spaces.addSubSpaceMembers, adding)).rejects.toMatchObject(refused);
    const removing = { sub_space_id, employee_id: ada.employee_id };
    await expect(ben.call(spaces.removeSubSpaceMember, removing)).rejects.toMatchObject(refused);
    await followed([ada, ben], () =>
      ben.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id: ben.employee_id }),
    );
    expect(await namesFor(ben, space_id)).toEqual(['General']);
  });

  test('is made once for its id; what is public has no members of its own', async () => {
    const { space_id, sub_spaces } = await makeSpace(ada, { employee_ids: ids(ben) });
    const sub_space_id = uuid();
    const given = { space_id, sub_space_id, sub_space_name: 'Once', is_private: true, employee_ids: ids(ben) };
    const answers = await Promise.all([1, 2, 3].map(() => ada.call(spaces.createSubSpace, given)));
    expect(answers.filter(({ events }) => events.length)).toHaveLength(1);
    const general = sub_spaces[0]?.sub_space_id as string;
    const open = { code: 'SUB_SPACE_PUBLIC', status: 409 };
    await expect(peopleIn(ben, general)).rejects.toMatchObject(open);
    const adding = { sub_space_id: general, employee_ids: ids(ben) };
    await expect(ada.call(spaces.addSubSpaceMembers, adding)).rejects.toMatchObject(open);
  });
});
