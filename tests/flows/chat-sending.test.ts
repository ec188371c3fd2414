// Sending a message exactly once, whatever comes twice or at the same time, over real HTTP and a real database.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, gather, ids, into, makeSpace, nobody, PATIENCE, pair, read, send, stateOf, to } from './talk.ts';

let app: TestApp;
let cast: Cast;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
  ({ ada, ben, cleo, stranger } = cast);
});
afterAll(() => app.close());

describe('sending', () => {
  test('gives 20 messages sent at once gapless seqs and revisions, the same for all', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    await using socket = await openSocket(cleo);
    const senders = [ada, ben, cleo];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(senders[i % 3] as TestClient, into(space.space_id), `m${i}`)),
    );
    const order = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(answers.map(({ message }) => message.seq).sort((a, b) => a - b)).toEqual(order);
    const [ofAda, ofBen] = await Promise.all([read(ada, into(space.space_id)), read(ben, into(space.space_id))]);
    expect(ofAda).toEqual(ofBen);
    expect(ofAda.items.map((m) => m.seq)).toEqual(order);
    expect(ofAda.revision).toBe(20);
    const heard = () => socket.events.filter(({ topic }) => topic === `conversation:${ofAda.conversation_id}`);
    await expect.poll(() => heard().length, { timeout: PATIENCE }).toBe(20);
    // Each is told once. Two that were committed at the same moment may be told the other way round: the revisions say
    // what the order is.
    const events = heard().toSorted((a, b) => a.revision - b.revision);
    expect(events.map(({ revision }) => revision)).toEqual(order);
    expect(events.map(({ payload }) => payload)).toEqual(ofAda.items);
  });

  test.each([
    ['as the first message', 1],
    ['as a later one', 2],
  ])('a message 20 times at once, %s, leaves one and answers the same to all', async (_, seq) => {
    const [left, right] = await pair(app, cast);
    if (seq === 2) await send(right, to(left), 'Earlier');
    const message_id = uuid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(left, to(right), 'Once', message_id)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const told = seq === 1 ? ['chat.entry_added', 'chat.message_created'] : ['chat.message_created'];
    expect(answers[0]?.events.map(({ name }) => name)).toEqual(told);
    const { items, revision } = await read(right, to(left));
    expect(items.slice(seq - 1)).toEqual([answers[0]?.message]);
    expect(revision).toBe(seq);
    expect(await stateOf(right, left.employee_id)).toMatchObject({ last_seq: seq });
  });

  test('again tells what the first time told, however quick both were', async () => {
    const [left, right] = await pair(app, cast);
    for (let n = 0; n < 80; n++) {
      const message_id = uuid();
      const first = await send(left, to(right), `${n}`, message_id);
      expect(first.events).not.toEqual([]);
      expect(await send(left, to(right), `${n}`, message_id)).toEqual(first);
    }
  });

  test('again answers what is stored, edited or deleted, and what the first time told as far as the log reaches back', async () => {
    const message_id = uuid();
    const { message, events } = await send(ada, to(ben), 'First version', message_id);
    expect(await send(ada, to(ben), 'First version', message_id)).toEqual({ message, events });
    const edited = await ada.call(chat.edit, { message_id, body: docOf('Second version') });
    expect(await send(ada, to(ben), 'First version', message_id)).toEqual({ message: edited.message, events });
    await app.sql('DELETE FROM event');
    const deleted = await ada.call(chat.remove, { message_id });
    expect(await send(ada, to(ben), 'First version', message_id)).toEqual({ message: deleted.message, events: [] });
    await expect(send(ada, to(ben), 'Second version', message_id)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('an id that belongs to another message is refused, and nothing is left of the attempt', async () => {
    const message_id = uuid();
    await send(ada, to(ben), 'Mine', message_id);
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const before = await stateOf(ben, ada.employee_id);
    const taken = { code: 'INVALID_REQUEST', data: [{ path: 'message_id', message: expect.any(String) }] };
    await expect(send(ada, to(ben), 'Other words', message_id)).rejects.toMatchObject(taken);
    await expect(send(ben, to(ada), 'Mine', message_id)).rejects.toMatchObject(taken);
    await expect(send(ada, to(cleo), 'Mine', message_id)).rejects.toMatchObject(taken);
    await expect(send(ada, into(space.space_id), 'Mine', message_id)).rejects.toMatchObject(taken);
    expect(await stateOf(ben, ada.employee_id)).toEqual(before);
    expect((await read(ada, into(space.space_id))).items).toEqual([]);
    // Two places at the same moment: one of them has it.
    const id = uuid();
    const both = await Promise.allSettled([
      send(ada, to(ben), 'Where', id),
      send(ada, into(space.space_id), 'Where', id),
      send(ada, to(cleo), 'Where', id),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of both) if (one.status === 'rejected') expect(one.reason).toMatchObject(taken);
    const counts = await app.sql('SELECT 1 FROM message WHERE message_id = $1', [id]);
    expect(counts).toHaveLength(1);
  });

  test('the same id in two companies is two messages', async () => {
    const message_id = uuid();
    const { message } = await send(ada, to(ben), 'Here', message_id);
    const other = await send(stranger, to(stranger), 'There', message_id);
    expect(other.message.conversation_id).not.toBe(message.conversation_id);
  });

  test('refuses what nobody can read, and an address that is none', async () => {
    for (const text of ['', '   ', '\n\n', '\u200b', '\u2800']) {
      await expect(send(ada, to(ben), text), JSON.stringify(text)).rejects.toMatchObject({ code: 'MESSAGE_EMPTY' });
    }
    const address = { ...to(ben), sub_space_id: nobody };
    await expect(send(ada, address, 'Where?')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
