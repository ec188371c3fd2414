// Marks over real HTTP: answers, forwards, mentions, pins, earlier versions, markers set back, wishes for the list; and
// that devices which hear of them hold what a fresh read gives.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as marks from '#contract/chat/marks/marks.ts';
import type { Address, Message } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { join, leave } from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
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
  pair,
  read,
  say,
  send,
  stateOf,
  to,
} from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const answer = (by: TestClient, at: Address, reply_to: Message, text: string) =>
  by.call(chat.send, { ...at, message_id: uuid(), body: docOf(text), reply_to: reply_to.message_id });
const forward = (by: TestClient, at: Address, forward_of: string, message_id = uuid()) =>
  by.call(chat.send, { ...at, message_id, body: docOf('what I claim it said'), forward_of });
const calling = (...whom: ('all' | TestClient)[]): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: whom.map((one) => ({
        type: 'mention',
        attrs:
          one === 'all'
            ? { kind: 'all', id: 'all', label: 'all' }
            : { kind: 'employee', id: one.employee_id, label: 'Somebody' },
      })),
    },
  ],
});
const call = async (by: TestClient, at: Address, ...whom: ('all' | TestClient)[]) =>
  (await by.call(chat.send, { ...at, message_id: uuid(), body: calling(...whom) })).message;
const last = async (by: TestClient, at: Address) => (await read(by, at)).items.at(-1);

/** Runs `work` between two reads of everything that each of the people holds, and compares. */
async function followed(people: readonly TestClient[], at: (one: TestClient) => Address, work: () => Promise<unknown>) {
  const replicas = await Promise.all(people.map((one) => Replica.load(one, [at(one)])));
  await work();
  for (const replica of replicas) {
    await agrees(app, replica);
  }
}

describe('answers', () => {
  test('quote what they answer as it stands, and say so of what was deleted', async () => {
    const [left, right] = await pair(app, cast);
    const at = (one: TestClient) => to(one === left ? right : left);
    const asked = await say(left, to(right), 'Is oven 3 hot?');
    await followed([left, right], at, async () => {
      const { message } = await answer(right, to(left), asked, 'It is');
      const { message_id, seq, sender_id } = asked;
      expect(message.reply_to).toEqual({
        message_id,
        seq,
        sender_id,
        text: 'Is oven 3 hot?',
        label: '',
        deleted: false,
      });
    });
    await followed([left, right], at, () =>
      left.call(chat.edit, { message_id: asked.message_id, body: docOf('Is oven 4 hot?') }),
    );
    expect(await last(left, to(right))).toMatchObject({ reply_to: { text: 'Is oven 4 hot?', deleted: false } });
    await followed([left, right], at, () => left.call(chat.remove, { message_id: asked.message_id }));
    expect(await last(left, to(right))).toMatchObject({ reply_to: { text: '', deleted: true } });
    // It can still be answered by who had seen it.
    const { message } = await answer(right, to(left), asked, 'Too late');
    expect(message.reply_to).toMatchObject({ text: '', deleted: true });
  });

  test('a message of another conversation cannot be answered, nor one that nobody may read', async () => {
    const [left, right] = await pair(app, cast);
    const elsewhere = await say(left, to(cast.ada), 'Elsewhere');
    await say(left, to(right), 'Here');
    await expect(answer(left, to(right), elsewhere, 'No')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(answer(right, to(left), elsewhere, 'No')).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    await expect(answer(left, to(right), { ...elsewhere, message_id: nobody }, 'No')).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
    expect((await read(left, to(right))).items).toHaveLength(1);
  });
});

describe('forwards', () => {
  test('say what was written and by whom, whatever the request claims; a second one names the first writer', async () => {
    const [left, right] = await pair(app, cast);
    const { ada, ben } = cast;
    const said = await say(left, to(right), 'The lift is fixed');
    const { message } = await forward(right, to(ada), said.message_id);
    expect(message).toMatchObject({
      body: said.body,
      forwarded: { sender_id: left.employee_id, created_at: said.created_at },
      sender_id: right.employee_id,
    });
    const again = await forward(ada, to(ben), message.message_id);
    expect(again.message.forwarded).toEqual(message.forwarded);
    expect(await last(ben, to(ada))).toEqual(again.message);
    // It is somebody else's words.
    const { message_id } = message;
    await expect(right.call(chat.edit, { message_id, body: docOf('Not so') })).rejects.toMatchObject({
      code: 'NO_PERMISSION',
    });
  });

  test('a repeat is answered even when the first one is gone; without it, nothing is found', async () => {
    const [left, right] = await pair(app, cast);
    const said = await say(left, to(right), 'For a moment');
    const message_id = uuid();
    const first = await forward(right, to(cast.ada), said.message_id, message_id);
    await left.call(chat.remove, { message_id: said.message_id });
    const repeat = await forward(right, to(cast.ada), said.message_id, message_id);
    expect(repeat).toEqual(first);
    await expect(forward(right, to(cast.ada), said.message_id)).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    await expect(forward(cast.ben, to(cast.ada), message_id)).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  });

  test('call nobody anew', async () => {
    const [left, right] = await pair(app, cast);
    const called = await call(left, to(right), cast.cleo, 'all');
    await forward(right, to(cast.cleo), called.message_id);
    expect(await stateOf(cast.cleo, right.employee_id)).toMatchObject({ mention_seqs: [] });
    expect(await entryOf(cast.cleo, right.employee_id)).toMatchObject({ mention_count: 0, unread_message_count: 1 });
  });
});

describe('mentions', () => {
  test('are counted until they are read, for who is called; edits and deletions count', async () => {
    const { owner } = cast;
    const [left, right] = await pair(app, cast);
    const space = await makeSpace(owner, { employee_ids: ids(left, right) });
    const at = into(space.space_id);
    const count = async (who: TestClient) => (await entryOf(who, space.space_id))?.mention_count;
    await followed(
      [left, right],
      () => at,
      async () => {
        await call(owner, at, left);
        await call(owner, at, 'all');
        await say(owner, at, 'Nobody');
        await call(left, at, left, right);
      },
    );
    // Writing moved left's marker past everything.
    expect([await count(owner), await count(left), await count(right)]).toEqual([0, 0, 2]);
    const called = await call(owner, at, right);
    expect(await count(right)).toBe(3);
    await followed(
      [left, right],
      () => at,
      () => owner.call(chat.edit, { message_id: called.message_id, body: calling(left) }),
    );
    expect([await count(left), await count(right)]).toEqual([1, 2]);
    await followed(
      [left, right],
      () => at,
      () => owner.call(chat.remove, { message_id: called.message_id }),
    );
    expect([await count(left), await count(right)]).toEqual([0, 2]);
    const { conversation_id, seq } = called;
    await followed(
      [right],
      () => at,
      () => right.call(chat.markRead, { conversation_id, read_seq: seq }),
    );
    expect(await count(right)).toBe(0);
  });
});

describe('the marker set back', () => {
  test('what others said is unread again, one’s own is not; the other person is told nothing', async () => {
    const [left, right] = await pair(app, cast);
    const first = await say(left, to(right), 'one');
    await say(right, to(left), 'mine');
    const gone = await say(left, to(right), 'gone');
    await call(left, to(right), right);
    await left.call(chat.remove, { message_id: gone.message_id });
    const { conversation_id } = first;
    await right.call(chat.markRead, { conversation_id, read_seq: 4 });
    const at = (one: TestClient) => to(one === left ? right : left);
    await followed([left, right], at, () => right.call(marks.markUnread, { conversation_id, read_seq: 0 }));
    expect(await entryOf(right, left.employee_id)).toMatchObject({ unread_message_count: 2, mention_count: 1 });
    expect(await stateOf(right, left.employee_id)).toMatchObject({
      read_seq: 0,
      deleted_seqs: [2, 3],
      mention_seqs: [4],
    });
    expect(await stateOf(left, right.employee_id)).toMatchObject({ seen_seq: 4 });
    // Not forward: for that there is reading.
    expect(await right.call(marks.markUnread, { conversation_id, read_seq: 3 })).toEqual({ events: [] });
    await followed([left, right], at, () => right.call(chat.markRead, { conversation_id, read_seq: 3 }));
    expect(await entryOf(right, left.employee_id)).toMatchObject({ unread_message_count: 1, mention_count: 1 });
    await followed([left, right], at, () => say(right, to(left), 'here again'));
    expect(await entryOf(right, left.employee_id)).toMatchObject({ unread_message_count: 0, mention_count: 0 });
  });
});

describe('pins', () => {
  test('by any member, seen by all, latest first; gone with the message', async () => {
    const [left, right] = await pair(app, cast);
    const at = (one: TestClient) => to(one === left ? right : left);
    const [a, b] = [await say(left, to(right), 'a'), await say(left, to(right), 'b')];
    await followed([left, right], at, async () => {
      const { message } = await right.call(marks.pin, { message_id: a.message_id });
      expect(message.pinned?.employee_id).toBe(right.employee_id);
      // A second pin leaves the first.
      expect(await left.call(marks.pin, { message_id: a.message_id })).toEqual({ message, events: [] });
      await left.call(marks.pin, { message_id: b.message_id });
    });
    const pinned = async () => (await left.call(marks.listPins, to(right))).items.map(({ message_id }) => message_id);
    expect(await pinned()).toEqual([b.message_id, a.message_id]);
    await followed([left, right], at, () => left.call(marks.unpin, { message_id: b.message_id }));
    expect(await pinned()).toEqual([a.message_id]);
    await followed([left, right], at, () => left.call(chat.remove, { message_id: a.message_id }));
    expect(await pinned()).toEqual([]);
    await expect(left.call(marks.pin, { message_id: a.message_id })).rejects.toMatchObject({
      code: 'MESSAGE_NOT_FOUND',
    });
  });

  test('a hundred, however many ask at once', async () => {
    const [left, right] = await pair(app, cast);
    const messages = await Promise.all(Array.from({ length: 104 }, (_, n) => send(left, to(right), `${n}`)));
    const asked = messages.map(({ message }) => left.call(marks.pin, { message_id: message.message_id }));
    const done = await Promise.allSettled(asked);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    const refused = done
      .filter((one) => one.status === 'rejected')
      .map(({ reason }) => (reason as { code: string }).code);
    expect(new Set(refused)).toEqual(new Set(['TOO_MANY_PINS']));
    expect((await right.call(marks.listPins, to(left))).items).toHaveLength(100);
  });

  test('nothing is pinned where nobody has written', async () => {
    const [left, right] = await pair(app, cast);
    expect(await left.call(marks.listPins, to(right))).toEqual({ items: [] });
    await expect(left.call(marks.listPins, into(nobody))).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  });
});

describe('earlier versions', () => {
  test('oldest first, each with its time; nothing of a deleted message', async () => {
    const [left, right] = await pair(app, cast);
    const { message_id, created_at, body } = await say(left, to(right), 'one');
    const versions = async (by = right) => (await by.call(marks.history, { message_id })).versions;
    expect(await versions()).toEqual([]);
    const second = await left.call(chat.edit, { message_id, body: docOf('two') });
    await left.call(chat.edit, { message_id, body: docOf('three') });
    expect(await versions()).toEqual([
      { body, at: created_at },
      { body: docOf('two'), at: second.message.edited_at },
    ]);
    await expect(versions(cast.ada)).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    await left.call(chat.remove, { message_id });
    await expect(versions()).rejects.toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  });
});

describe('wishes for the list', () => {
  test('are one’s own, and what is not given stays; a space that one leaves forgets them', async () => {
    const { owner } = cast;
    const [left, right] = await pair(app, cast);
    const space = await makeSpace(owner, { visibility: 'public', employee_ids: ids(left, right) });
    const entry = { entity_type: 'space', entity_id: space.space_id } as const;
    await followed(
      [left, right],
      () => into(space.space_id),
      () => left.call(marks.updateEntry, { ...entry, muted: true }),
    );
    expect(await left.call(marks.updateEntry, { ...entry, pinned: true })).toMatchObject({ muted: true, pinned: true });
    expect(await entryOf(left, space.space_id)).toMatchObject({ muted: true, pinned: true });
    expect(await entryOf(right, space.space_id)).toMatchObject({ muted: false, pinned: false });
    await left.call(leave, { space_id: space.space_id });
    await expect(left.call(marks.updateEntry, { ...entry, muted: true })).rejects.toMatchObject({
      code: 'CONVERSATION_NOT_FOUND',
    });
    await left.call(join, { space_id: space.space_id });
    expect(await entryOf(left, space.space_id)).toMatchObject({ muted: false, pinned: false });
    await expect(
      left.call(marks.updateEntry, { entity_type: 'employee', entity_id: right.employee_id, muted: true }),
    ).rejects.toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
    await say(left, to(right), 'hello');
    await followed(
      [left],
      () => to(right),
      () => left.call(marks.updateEntry, { entity_type: 'employee', entity_id: right.employee_id, pinned: true }),
    );
    expect(await entryOf(left, right.employee_id)).toMatchObject({ muted: false, pinned: true });
  });
});
