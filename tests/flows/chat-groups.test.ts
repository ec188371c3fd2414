// Groups over real HTTP: how one begins, who is in it, who reads it; and that devices which hear of it hold what a fresh read gives.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as groups from '#contract/chat/groups.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { listThreads } from '#contract/chat/threads.ts';
import type { EntryAddress } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { remove } from '#contract/people.ts';
import { search } from '#contract/search.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { agrees } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import { type Cast, entryOf, gather, ids, nobody, PATIENCE, read, say, stateOf, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const begin = async (by: TestClient, others: readonly TestClient[], name?: string, conversation_id = uuid()) =>
  (await by.call(groups.createGroup, { conversation_id, employee_ids: ids(...others), ...(name && { name }) })).entry;
const at = ({ entity_id }: Pick<chat.Entry, 'entity_id'>): EntryAddress => ({ entity_type: 'group', entity_id });
/** Three who have never written to each other. */
const three = () =>
  Promise.all([0, 1, 2].map(() => addPerson(app, cast.owner))) as Promise<[TestClient, TestClient, TestClient]>;

async function followed(
  people: readonly TestClient[],
  addresses: readonly chat.Address[],
  work: () => Promise<unknown>,
) {
  const replicas = await Promise.all(people.map((one) => Replica.load(one, addresses)));
  await work();
  for (const replica of replicas) {
    await agrees(app, replica);
  }
}

describe('a group', () => {
  test('comes to the lists of all, and what is said in it is read by them and nobody else', async () => {
    const [ada, ben, cleo] = await three();
    let made: chat.Entry | undefined;
    await followed([ada, ben, cleo], [], async () => {
      made = await begin(ada, [ben, cleo], '  Lunch ');
    });
    const group = { name: 'Lunch', employee_ids: ids(ada, ben, cleo).sort() };
    expect(made).toMatchObject({ entity_type: 'group', space: null, group, unread_message_count: 0 });
    const there = at(made as chat.Entry);
    await followed([ada, ben, cleo], [there], () => say(ben, there, 'cnry noon'));
    for (const one of [ada, cleo])
      expect(await entryOf(one, there.entity_id)).toMatchObject({
        unread_message_count: 1,
        latest_message: 'cnry noon',
      });
    const hits = async (by: TestClient, filters = {}) => {
      const { groups: found } = await by.call(search, { query: 'cnry', types: ['messages'], filters });
      return found.flatMap<unknown>(({ items }) => items);
    };
    expect(await hits(cleo)).toMatchObject([{ ...there, thread_id: null }]);
    expect(await hits(cleo, { in: there })).toHaveLength(1);
    for (const by of [cast.owner, cast.stranger]) {
      expect(await hits(by)).toEqual([]);
      await expect(read(by, there)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' });
      await expect(say(by, there, 'No')).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' });
    }
    await expect(read(ada, { ...there, sub_space_id: uuid() })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const direct = await say(ada, { entity_type: 'employee', entity_id: ben.employee_id }, 'Only you');
    await expect(read(ada, at({ entity_id: direct.conversation_id }))).rejects.toMatchObject({
      code: 'GROUP_NOT_FOUND',
    });
  });

  test('in which nothing was said stands where it was made, also once it has another name and other people', async () => {
    const [ada, ben, cleo, dora] = [...(await three()), await addPerson(app, cast.owner)] as const;
    const early = await begin(ada, [ben, cleo]);
    const direct = { entity_type: 'employee', entity_id: ben.employee_id } as const;
    await say(ada, direct, 'Good morning');
    const middle = await begin(ada, [cleo, dora]);
    await say(ada, { ...direct, entity_id: cleo.employee_id }, 'Good morning, too');
    let late: chat.Entry | undefined;
    await followed([ada, ben, dora], [], async () => {
      late = await begin(ada, [ben, dora]);
    });
    const order = async () => (await ada.call(chat.listConversations, {})).items.map(({ entity_id }) => entity_id);
    const made = [late?.entity_id, cleo.employee_id, middle.entity_id, ben.employee_id, early.entity_id];
    expect(await order()).toEqual(made);
    await followed([ada, ben, cleo], [], async () => {
      await ben.call(groups.renameGroup, { conversation_id: early.entity_id, name: 'Lunch' });
      await ben.call(groups.addToGroup, { conversation_id: early.entity_id, employee_ids: ids(dora) });
      await cleo.call(groups.leaveGroup, { conversation_id: middle.entity_id });
    });
    expect(await order()).toEqual(made);
    expect((await entryOf(dora, early.entity_id))?.group?.created_at).toBe(early.group?.created_at);
  });

  test('of the same people is the one that they have, begun twice at once as well', async () => {
    const [ada, ben, cleo] = await three();
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => begin(ada, [ben, cleo])),
      ...Array.from({ length: 5 }, () => begin(ben, [cleo, ada, ben], 'Another name')),
    ]);
    expect(new Set(all.map(({ entity_id }) => entity_id)).size).toBe(1);
    expect((await ada.call(chat.listConversations, {})).items).toHaveLength(1);
  });

  test('needs three who are here', async () => {
    const [ada, ben, cleo] = await three();
    const refused = (others: readonly string[]) =>
      ada.call(groups.createGroup, { conversation_id: uuid(), employee_ids: [...others] });
    await expect(refused(ids(ben, ada))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(refused([...ids(ben), nobody])).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
    await expect(refused(ids(ben, cast.stranger))).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
    await cast.owner.call(remove, { employee_id: cleo.employee_id });
    await expect(refused(ids(ben, cleo))).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
    expect((await ben.call(chat.listConversations, {})).items).toEqual([]);
  });

  test('is renamed, and takes more people in, who read what was said before; none of it is unread', async () => {
    const [ada, ben, cleo] = await three();
    const there = at(await begin(ada, [ben, cleo]));
    const { entity_id: conversation_id } = there;
    await say(ada, there, 'Before');
    const late = await addPerson(app, cast.owner);
    await followed([ada, ben], [there], () => cleo.call(groups.renameGroup, { conversation_id, name: 'Bakers' }));
    await followed([ada, ben, late], [there].slice(0, 0), () =>
      ben.call(groups.addToGroup, { conversation_id, employee_ids: ids(late, ada) }),
    );
    const people = ids(ada, ben, cleo, late).sort();
    for (const one of [ada, late])
      expect(await entryOf(one, conversation_id)).toMatchObject({ group: { name: 'Bakers', employee_ids: people } });
    expect(await stateOf(late, conversation_id)).toMatchObject({ last_seq: 1, read_seq: 1 });
    expect((await read(late, there)).items).toHaveLength(1);
    expect((await ada.call(groups.renameGroup, { conversation_id, name: '  ' })).entry.group?.name).toBe('');
    // Those with whom it began begin another one now.
    expect((await begin(ada, [ben, cleo])).entity_id).not.toBe(conversation_id);
    const six = await Promise.all(Array.from({ length: 6 }, () => addPerson(app, cast.owner)));
    const employee_ids = ids(...six);
    await expect(ada.call(groups.addToGroup, { conversation_id, employee_ids })).rejects.toMatchObject({
      code: 'GROUP_FULL',
    });
    const ends = await Promise.allSettled([
      cast.owner.call(groups.renameGroup, { conversation_id, name: 'Mine' }),
      cast.owner.call(groups.addToGroup, { conversation_id, employee_ids: ids(cast.owner) }),
      cast.owner.call(groups.leaveGroup, { conversation_id }),
    ]);
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'GROUP_NOT_FOUND' }) };
    expect(ends).toEqual([refused, refused, refused]);
  });

  test('is left at once, with its threads; the others hear who is still there', async () => {
    const [ada, ben, cleo] = await three();
    const there = at(await begin(ada, [ben, cleo]));
    const { entity_id: conversation_id } = there;
    const root = await say(ada, there, 'The root');
    await say(cleo, under(root), 'An answer');
    await cleo.call(marks.updateEntry, { ...there, muted: true, pinned: true });
    expect((await cleo.call(listThreads, {})).items).toMatchObject([{ ...there, sub_space_id: null }]);
    const replicas = [await Replica.load(ada, [there]), await Replica.load(cleo, [there, under(root)])];
    const socket = await openSocket(cleo);
    await cleo.call(groups.leaveGroup, { conversation_id });
    await say(ben, there, 'cnry after');
    await say(ben, under(root), 'cnry in the thread');
    for (const replica of replicas) {
      await agrees(app, replica);
    }
    expect(await entryOf(ada, conversation_id)).toMatchObject({ group: { employee_ids: ids(ada, ben).sort() } });
    expect([await entryOf(cleo, conversation_id), (await cleo.call(listThreads, {})).items]).toEqual([undefined, []]);
    await expect(read(cleo, there)).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' });
    await expect(read(cleo, under(root))).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    const last = () => socket.events.at(-1);
    await expect.poll(last, { timeout: PATIENCE }).toMatchObject({ name: 'chat.entry_removed' });
    expect(JSON.stringify(socket.events)).not.toContain('cnry');
    socket.close();
    // Who comes back finds it as everybody finds it.
    const { employee_id } = cleo;
    await ada.call(groups.addToGroup, { conversation_id, employee_ids: [employee_id] });
    expect(await entryOf(cleo, conversation_id)).toMatchObject({
      muted: false,
      pinned: false,
      unread_message_count: 0,
    });
  });
});
