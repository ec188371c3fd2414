// Threads over real HTTP: how they begin, who reads and follows them, what is unread; devices hold what a fresh read gives.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/marks.ts';
import * as threads from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { search } from '#contract/search.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { agrees } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import {
  type Cast,
  entryOf,
  gather,
  ids,
  into,
  makeSpace,
  nobody,
  ofChat,
  PATIENCE,
  pair,
  read,
  say,
  send,
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

/** A space of the owner with three people, and a message in it. */
async function room() {
  const { owner, ada, ben, cleo } = cast;
  const space = await makeSpace(owner, { employee_ids: ids(ada, ben, cleo) });
  const at = into(space.space_id);
  const root = await say(ada, at, 'Who has the keys?');
  return { owner, ada, ben, cleo, space, at, root, thread: under(root) };
}
const threadOf = async (by: TestClient, root: chat.Message) =>
  (await by.call(threads.listThreads, {})).items.find((one) => one.root.message_id === root.message_id);
const unreadIn = async (by: TestClient, root: chat.Message): Promise<number | undefined> => {
  const found = await threadOf(by, root);
  return found && chat.unreadOf(found.state);
};
const summaryOf = async (by: TestClient, at: chat.Address, root: chat.Message) =>
  (await read(by, at)).items.find(({ message_id }) => message_id === root.message_id)?.thread;
const follow = (by: TestClient, root: chat.Message, following: boolean) =>
  by.call(threads.follow, { message_id: root.message_id, following });
const calling = (whom: TestClient): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'mention', attrs: { kind: 'employee', id: whom.employee_id, label: 'You' } }],
    },
  ],
});

async function expectRefused(calls: readonly Promise<unknown>[], code: string): Promise<void> {
  const ends = await Promise.allSettled(calls);
  expect(ends).toEqual(calls.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code }) })));
}

/** Runs `work` between two reads of everything that each of the people holds, and compares. */
async function followed(people: readonly TestClient[], at: readonly chat.Address[], work: () => Promise<unknown>) {
  const replicas = await Promise.all(people.map((one) => Replica.load(one, at)));
  await work();
  for (const replica of replicas) {
    await agrees(app, replica);
  }
}

describe('a thread', () => {
  test('begins with its first answer; who wrote the root and who answers follow it, others read it', async () => {
    const { ada, ben, cleo, at, root, thread } = await room();
    expect(await read(ben, thread)).toMatchObject({ conversation_id: null, items: [], root: { body: root.body } });
    const before = await entryOf(ada, at.entity_id);
    let first: chat.Message | undefined;
    // Who reads without following has nothing to follow yet.
    await followed([cleo], [at], () =>
      followed([ada, ben], [at, thread], async () => {
        first = await say(ben, thread, 'I do');
      }),
    );
    expect(first).toMatchObject({ seq: 1, thread: null });
    expect(first?.conversation_id).not.toBe(root.conversation_id);
    const summary = {
      conversation_id: first?.conversation_id,
      replies: 1,
      latest_at: first?.created_at,
      employee_ids: [ben.employee_id],
    };
    for (const one of [ada, ben, cleo]) {
      expect(await summaryOf(one, at, root)).toEqual(summary);
      expect((await read(one, thread)).items).toEqual([first]);
    }
    expect([await unreadIn(ada, root), await unreadIn(ben, root), await unreadIn(cleo, root)]).toEqual([
      1,
      0,
      undefined,
    ]);
    expect(await threadOf(ada, root)).toMatchObject({
      ...at,
      sub_space_id: root.conversation_id,
      root: { message_id: root.message_id, text: 'Who has the keys?', deleted: false },
      state: { last_seq: 1, latest: { text: 'I do' } },
    });
    // Nothing of it is unread, new or latest in the conversation itself.
    const after = await entryOf(ada, at.entity_id);
    expect(after).toMatchObject({ unread_message_count: 0, latest_message: 'Who has the keys?' });
    expect(after?.conversations[0]?.last_seq).toBe(before?.conversations[0]?.last_seq);
  });

  test('of a direct message is between the same two', async () => {
    const [left, right] = await pair(app, cast);
    const root = await say(left, to(right), 'Lunch?');
    await followed([left, right], [under(root)], () => say(right, under(root), 'At noon'));
    expect(await threadOf(left, root)).toMatchObject({ ...to(right), sub_space_id: null });
    expect(await threadOf(right, root)).toMatchObject({ ...to(left), sub_space_id: null });
    expect(await summaryOf(left, to(right), root)).toMatchObject({ replies: 1 });
    for (const by of [cast.ada, cast.owner, cast.stranger]) {
      const calls = [read(by, under(root)), send(by, under(root), 'Me too'), follow(by, root, true)];
      await expectRefused(calls, 'MESSAGE_NOT_FOUND');
    }
  });

  test('the same first answer twenty times at once makes one thread with one message', async () => {
    const { ada, ben, at, root, thread } = await room();
    const message_id = uuid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ben, thread, 'I do', message_id)));
    for (const { message } of answers) expect(message).toEqual(answers[0]?.message);
    expect((await read(ada, thread)).items).toHaveLength(1);
    expect(await summaryOf(ada, at, root)).toMatchObject({ replies: 1, employee_ids: [ben.employee_id] });
    expect(await unreadIn(ada, root)).toBe(1);
  });

  test('twenty first answers of several people at once are numbered without a gap', async () => {
    const { ada, ben, cleo, owner, at, root, thread } = await room();
    await followed([ada, ben, cleo, owner], [at, thread], () =>
      Promise.all([ada, ben, cleo, owner].flatMap((by) => [0, 1, 2, 3, 4].map((n) => send(by, thread, `answer ${n}`)))),
    );
    const { items } = await read(ada, thread);
    expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(await summaryOf(ada, at, root)).toMatchObject({ replies: 20, latest_at: items.at(-1)?.created_at });
    const first = [...new Set(items.map(({ sender_id }) => sender_id))].slice(0, 3);
    expect((await summaryOf(ada, at, root))?.employee_ids).toEqual(first);
  });

  test('has no threads in it, no sub-spaces, and answers only what stands in it', async () => {
    const { ben, at, root, thread } = await room();
    const answer = await say(ben, thread, 'I do');
    await expect(say(ben, under(answer), 'No')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(read(ben, under(answer))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(read(ben, { ...thread, sub_space_id: uuid() })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(read(ben, { ...at, sub_space_id: answer.conversation_id })).rejects.toMatchObject({
      code: 'SUB_SPACE_NOT_FOUND',
    });
    await expect(say(ben, under({ message_id: nobody }), 'No')).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    const quoting = (message: chat.Message, by = ben) =>
      by.call(chat.send, { ...thread, message_id: uuid(), body: docOf('Well'), reply_to: message.message_id });
    await expect(quoting(root)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    // Who has not answered in it so far may begin by quoting.
    expect((await quoting(answer, cast.cleo)).message).toMatchObject({ seq: 2, reply_to: { seq: 1, text: 'I do' } });
    await expect(quoting(root, cast.owner)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await read(ben, thread)).items).toHaveLength(2);
    expect(await threadOf(cast.owner, root)).toBeUndefined();
  });
});

describe('following', () => {
  test('comes with a mention, by asking for it, and ends by asking; what is unread is exact', async () => {
    const { owner, ada, ben, cleo, at, root, thread } = await room();
    const people = [owner, ada, ben, cleo];
    await say(ben, thread, 'one');
    await followed(people, [at, thread], () =>
      ben.call(chat.send, { ...thread, message_id: uuid(), body: calling(cleo) }),
    );
    expect(await unreadIn(cleo, root)).toBe(1);
    expect((await threadOf(cleo, root))?.state.mention_seqs).toEqual([2]);
    await followed(people, [at, thread], () => follow(owner, root, true));
    expect(await unreadIn(owner, root)).toBe(0);
    expect(await follow(owner, root, true)).toEqual({ following: true, events: [] });
    await followed(people, [at, thread], () => say(ben, thread, 'three'));
    const counts = async () => Promise.all(people.map((one) => unreadIn(one, root)));
    expect(await counts()).toEqual([1, 3, 0, 2]);
    const { conversation_id } = await read(ada, thread);
    if (!conversation_id) throw new Error('No thread');
    await followed(people, [at, thread], () => ada.call(chat.markRead, { conversation_id, read_seq: 2 }));
    expect(await counts()).toEqual([1, 1, 0, 2]);
    await followed(people, [at, thread], () => cleo.call(marks.markUnread, { conversation_id, read_seq: 0 }));
    expect(await counts()).toEqual([1, 1, 0, 3]);
    await followed(people, [at, thread], () => follow(ada, root, false));
    await followed(people, [at, thread], () => say(ben, thread, 'four'));
    expect(await counts()).toEqual([2, undefined, 0, 4]);
    await expect(ada.call(chat.markRead, { conversation_id, read_seq: 4 })).rejects.toMatchObject({
      code: 'CONVERSATION_NOT_FOUND',
    });
    // Answering makes one follow it again.
    await followed(people, [at, thread], () => say(ada, thread, 'five'));
    expect(await counts()).toEqual([3, 0, 1, 5]);
    expect(await entryOf(cleo, at.entity_id)).toMatchObject({ unread_message_count: 1, mention_count: 0 });
  });

  test('of what is not there is not found', async () => {
    const { ben, root } = await room();
    await expectRefused([follow(ben, root, true)], 'THREAD_NOT_FOUND');
    await expectRefused([follow(ben, { ...root, message_id: nobody }, true)], 'MESSAGE_NOT_FOUND');
  });

  test('is heard at once on every device; who only reads hears of it where the root stands', async () => {
    const { ada, ben, cleo, root, thread } = await room();
    const [phone, laptop, other] = await Promise.all([openSocket(ada), openSocket(ada), openSocket(cleo)]);
    const answer = await say(ben, thread, 'I do');
    for (const socket of [phone, laptop]) {
      await expect
        .poll(() => ofChat(socket).map(({ name }) => name), { timeout: PATIENCE })
        .toEqual(['chat.thread_followed', 'chat.message_created', 'chat.thread_updated']);
    }
    await expect.poll(() => ofChat(other).length, { timeout: PATIENCE }).toBe(1);
    expect(ofChat(other)[0]).toMatchObject({
      topic: `conversation:${root.conversation_id}`,
      name: 'chat.thread_updated',
      payload: { message_id: root.message_id, seq: root.seq, revision: 1, thread: { replies: 1 } },
    });
    await follow(ada, root, false);
    await say(ben, thread, 'Still');
    await expect
      .poll(() => ofChat(phone).at(-1), { timeout: PATIENCE })
      .toMatchObject({ name: 'chat.thread_updated', revision: 3 });
    expect(phone.events.filter(({ topic }) => topic === `conversation:${answer.conversation_id}`)).toHaveLength(1);
    for (const socket of [phone, laptop, other]) socket.close();
  });
});

describe('what becomes of a thread', () => {
  test('edits, reactions, pins and earlier versions of answers work as anywhere', async () => {
    const { ada, ben, cleo, at, thread } = await room();
    const { message_id } = await say(ben, thread, 'I do');
    await followed([ada, ben, cleo], [at, thread], async () => {
      await ben.call(chat.edit, { message_id, body: docOf('I did') });
      await cleo.call(chat.react, { message_id, emoji: '👍' });
      await ada.call(marks.pin, { message_id });
      await cleo.call(chat.unreact, { message_id, emoji: '👍' });
    });
    expect((await cleo.call(marks.history, { message_id })).versions).toHaveLength(1);
    expect((await cleo.call(marks.listPins, thread)).items.map((one) => one.message_id)).toEqual([message_id]);
    expect((await cleo.call(marks.listPins, at)).items).toEqual([]);
    const forward = { ...to(ada), message_id: uuid(), body: docOf('x'), forward_of: message_id };
    expect((await cleo.call(chat.send, forward)).message).toMatchObject({ body: docOf('I did') });
  });

  test('a deleted answer counts no more; a deleted root leaves its thread', async () => {
    const { owner, ada, ben, cleo, at, root, thread } = await room();
    const [one, two] = [await say(ben, thread, 'one'), await say(cleo, thread, 'two')];
    const people = [owner, ada, ben, cleo];
    await followed(people, [at, thread], () => ben.call(chat.remove, { message_id: one.message_id }));
    expect(await summaryOf(owner, at, root)).toMatchObject({
      replies: 1,
      latest_at: two.created_at,
      employee_ids: [cleo.employee_id],
    });
    expect([await unreadIn(ada, root), await unreadIn(ben, root)]).toEqual([1, 1]);
    // The space's admin may take away what somebody else has answered.
    await followed(people, [at, thread], () => owner.call(chat.remove, { message_id: two.message_id }));
    expect(await summaryOf(owner, at, root)).toMatchObject({ replies: 0, latest_at: null, employee_ids: [] });
    expect(await unreadIn(ada, root)).toBe(0);
    await followed(people, [at, thread], () =>
      ada.call(chat.edit, { message_id: root.message_id, body: docOf('Keys') }),
    );
    expect((await threadOf(ben, root))?.root.text).toBe('Keys');
    await followed(people, [at, thread], () => ada.call(chat.remove, { message_id: root.message_id }));
    expect((await threadOf(ben, root))?.root).toMatchObject({ text: '', deleted: true });
    await followed(people, [at, thread], () => say(ben, thread, 'three'));
    expect((await read(owner, at)).items[0]).toMatchObject({ body: null, thread: { replies: 1 } });
    expect(await read(owner, thread)).toMatchObject({ root: { body: null }, items: [{}, {}, { seq: 3 }] });
  });

  test('who leaves the space loses it at once: list, messages, search, sockets', async () => {
    const { owner, ada, ben, cleo, space, at, root, thread } = await room();
    const answer = await say(ben, thread, 'cnry-before');
    await follow(cleo, root, true);
    const held = await Promise.all([Replica.load(ben, [at, thread]), Replica.load(cleo, [at, thread])]);
    const sockets = await Promise.all([openSocket(ben), openSocket(cleo)]);
    await owner.call(spaces.removeMember, { space_id: space.space_id, employee_id: ben.employee_id });
    await cleo.call(spaces.leave, { space_id: space.space_id });
    await say(ada, thread, 'cnry-after');
    const { message_id } = answer;
    for (const by of [ben, cleo]) {
      expect(await threadOf(by, root)).toBeUndefined();
      const found = await by.call(search, { query: 'cnry', types: ['messages'] });
      expect(found.groups).toMatchObject([{ items: [] }]);
      const calls = [
        read(by, thread),
        say(by, thread, 'No'),
        follow(by, root, true),
        by.call(marks.history, { message_id }),
        by.call(marks.pin, { message_id }),
        by.call(chat.react, { message_id, emoji: '👍' }),
        by.call(chat.edit, { message_id, body: docOf('No') }),
        by.call(chat.remove, { message_id }),
        by.call(chat.send, { ...to(ada), message_id: uuid(), body: docOf('x'), forward_of: message_id }),
        by.call(marks.listPins, thread),
      ];
      await expectRefused(calls, 'MESSAGE_NOT_FOUND');
      const { conversation_id } = answer;
      await expect(by.call(chat.markRead, { conversation_id, read_seq: 1 })).rejects.toMatchObject({
        code: 'CONVERSATION_NOT_FOUND',
      });
    }
    for (const replica of held) {
      await agrees(app, replica);
      expect(JSON.stringify(replica.whole())).not.toContain('cnry-after');
    }
    for (const socket of sockets) {
      expect(JSON.stringify(socket.events)).not.toContain('cnry-after');
      socket.close();
    }
    // Coming back does not bring what one followed before.
    await owner.call(spaces.addMembers, { space_id: space.space_id, employee_ids: ids(ben) });
    expect(await threadOf(ben, root)).toBeUndefined();
    expect((await read(ben, thread)).items).toHaveLength(2);
  });

  test('who is taken out of a private sub-space loses its threads, and no others', async () => {
    const { owner, ada, ben, space, root } = await room();
    const sub_space_id = uuid();
    const few = { space_id: space.space_id, sub_space_id, sub_space_name: 'Few', is_private: true };
    await owner.call(spaces.createSubSpace, { ...few, employee_ids: ids(ada, ben) });
    const secret = await say(ada, into(space.space_id, sub_space_id), 'cnry-secret');
    const inside = await say(ben, under(secret), 'cnry-inside');
    await say(ben, under(root), 'Outside');
    expect(await threadOf(ben, secret)).toMatchObject({ sub_space_id });
    const replica = await Replica.load(ben, [under(root)]);
    await owner.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id: ben.employee_id });
    await agrees(app, replica);
    expect([await threadOf(ben, secret), await unreadIn(ben, root)]).toEqual([undefined, 0]);
    await expect(read(ben, under(secret))).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    await expect(read(cast.cleo, under(secret))).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    const { message_id } = inside;
    await expect(cast.cleo.call(chat.react, { message_id, emoji: '👍' })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
  });

  test('an archived sub-space’s can be read and followed, not written in', async () => {
    const { owner, ada, ben, space } = await room();
    const sub_space_id = uuid();
    await owner.call(spaces.createSubSpace, { space_id: space.space_id, sub_space_id, sub_space_name: 'Old' });
    const root = await say(ada, into(space.space_id, sub_space_id), 'The root');
    const other = await say(ada, into(space.space_id, sub_space_id), 'Without a thread');
    const { message_id } = await say(ben, under(root), 'An answer');
    await owner.call(spaces.archiveSubSpace, { sub_space_id, archived: true });
    const calls = [
      say(ben, under(root), 'No'),
      say(owner, under(root), 'No'),
      say(ben, under(other), 'No'),
      ben.call(chat.edit, { message_id, body: docOf('No') }),
      ada.call(chat.react, { message_id, emoji: '👍' }),
    ];
    await expectRefused(calls, 'SUB_SPACE_ARCHIVED');
    expect((await read(owner, under(root))).items).toHaveLength(1);
    await follow(owner, root, true);
    await owner.call(spaces.archiveSubSpace, { sub_space_id, archived: false });
    await say(ben, under(other), 'Again');
    expect(await say(ben, under(root), 'Again')).toMatchObject({ seq: 2 });
  });

  test('is found by its words, with the thread that a hit stands in', async () => {
    const { ada, ben, cleo, space, root, thread } = await room();
    const word = `kestrel${Date.now().toString(36)}`;
    const hit = await say(ben, thread, `the ${word} flies`);
    for (const by of [ada, cleo])
      for (const filters of [{}, { in: into(space.space_id) }, { in: into(space.space_id, root.conversation_id) }]) {
        const { groups } = await by.call(search, { query: word, types: ['messages'], filters });
        expect(groups.flatMap<unknown>(({ items }) => items)).toMatchObject([
          {
            message_id: hit.message_id,
            seq: 1,
            entity_type: 'space',
            entity_id: space.space_id,
            sub_space_id: root.conversation_id,
            thread_id: root.message_id,
          },
        ]);
      }
    const foreign = await cast.stranger.call(search, { query: word, types: ['messages'] });
    expect(foreign.groups).toMatchObject([{ items: [] }]);
  });
});
