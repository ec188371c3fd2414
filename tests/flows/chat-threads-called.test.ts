// An answer that calls somebody only since it was edited: they follow its thread by that, and are told, as if it had been sent so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as threads from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { agrees, calling, listed, told } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import { type Cast, gather, ids, into, makeSpace, say, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

/** A space of three people, in it a message with an answer of Ben. */
async function room() {
  const { owner, ada, ben, cleo } = cast;
  const at = into((await makeSpace(owner, { visibility: 'private', employee_ids: ids(ada, ben) })).space_id);
  const root = await say(ada, at, 'Who has the keys?');
  const thread = under(root);
  const answer = await say(ben, thread, 'one');
  const edit = async (body: RichText) => {
    await ben.call(chat.edit, { message_id: answer.message_id, body });
    await told(app);
  };
  const follow = (by: TestClient, following: boolean) =>
    by.call(threads.follow, { message_id: root.message_id, following });
  const stateOf = async (by: TestClient) =>
    (await by.call(threads.listThreads, {})).items.find((one) => one.root.message_id === root.message_id)?.state;
  const entriesOf = async (by: TestClient) => (await listed(by)).filter(({ path }) => path.includes(answer.message_id));
  return { owner, ada, ben, cleo, at, root, thread, answer, edit, follow, stateOf, entriesOf };
}

test('whom it calls by name follows it with that answer and all after it unread; who may not read it does not', async () => {
  const { owner, ada, ben, cleo, at, thread, edit, stateOf, entriesOf } = await room();
  await say(ada, thread, 'two');
  const replicas = await Promise.all([owner, ada, ben].map((one) => Replica.load(one, [at, thread])));
  await edit(calling('all'));
  expect(await stateOf(owner)).toBeUndefined();
  await edit(calling([ben, cleo]));
  expect(await stateOf(owner)).toBeUndefined();
  await edit(calling([owner, cleo]));
  const state = await stateOf(owner);
  expect(state).toMatchObject({ read_seq: 0, last_seq: 2, mention_seqs: [1] });
  expect(state && chat.unreadOf(state)).toBe(2);
  expect(await entriesOf(owner)).toMatchObject([{ kind: 'mention', read: false }]);
  expect(await stateOf(cleo)).toBeUndefined();
  for (const replica of replicas) await agrees(app, replica);
});

test('an own answer after it is not unread; whom it called before is not called again', async () => {
  const { owner, ben, at, thread, edit, follow, stateOf } = await room();
  await say(owner, thread, 'two');
  await say(ben, thread, 'three');
  await follow(owner, false);
  const replica = await Replica.load(owner, [at, thread]);
  await edit(calling([owner]));
  const state = await stateOf(owner);
  expect(state && chat.unreadOf(state)).toBe(2);
  expect(state?.mention_seqs).toEqual([1]);
  await agrees(app, replica);
  await follow(owner, false);
  await edit(calling([owner], 'again'));
  expect(await stateOf(owner)).toBeUndefined();
});

test('who came to follow it after that answer is told of it as well, and of no other edit', async () => {
  const { owner, edit, follow, stateOf, entriesOf } = await room();
  await follow(owner, true);
  await edit(docOf('once'));
  expect(await entriesOf(owner)).toEqual([]);
  await edit(calling([owner]));
  expect(await entriesOf(owner)).toMatchObject([{ kind: 'mention', read: true }]);
  expect(await stateOf(owner)).toMatchObject({ read_seq: 1 });
});
