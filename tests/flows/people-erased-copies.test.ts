// What others said of somebody who is erased is shown in many places besides the message: whoever was there asks for every one of
// them, and reads all that they were ever told from its beginning.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listThreads } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { list } from '#contract/notifications.ts';
import * as leaving from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { docOf, type Paragraph, type RichText } from '#contract/rich-text.ts';
import { search } from '#contract/search.ts';
import { sync } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { told } from './notifications.fixture.ts';
import { into, makeSpace, PATIENCE, read, to, under } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Calls the one where what somebody else said is quoted, and the other after that. */
const calling = (one: TestClient, other: TestClient): RichText => {
  const call = ({ employee_id: id }: TestClient, label: string): Paragraph => ({
    type: 'paragraph',
    content: [{ type: 'mention', attrs: { kind: 'employee', id, label } }],
  });
  const quoted = call(one, 'Canaryfirst Canarylast');
  return { type: 'doc', content: [{ type: 'blockquote', content: [quoted] }, call(other, 'A colleague')] };
};

/** By name, what `by` can ask for: what is there by now, and all that they were told. */
async function copies(by: TestClient, at: chat.Address, root: chat.Message, other: TestClient) {
  const conversations = await by.call(chat.listConversations, {});
  const followed = await by.call(listThreads, {});
  const held = [
    ...conversations.items.flatMap((entry) => entry.conversations),
    ...followed.items.map((one) => one.state),
  ];
  const topics = [
    `employee:${by.employee_id}`,
    ...held.map(({ conversation_id }) => `conversation:${conversation_id}`),
  ];
  return {
    conversations,
    followed,
    messages: await read(by, at),
    thread: await read(by, under(root)),
    forwarded: await read(by, to(other)),
    notifications: await by.call(list, {}),
    found: await by.call(search, { query: 'colleague' }),
    told: (await by.call(sync, { topics: Object.fromEntries(topics.map((topic) => [topic, 0])) })).topics,
  };
}

test('the name goes from every copy: quotes, roots of threads, lists, forwards and what was told of them', async () => {
  const { owner } = await registerCompany(app);
  const gone = await addPerson(app, owner, { first_name: 'Canaryfirst', last_name: 'Canarylast' });
  const [ada, ben] = [await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  const at = into((await makeSpace(owner, { visibility: 'private', employee_ids: [ada.employee_id] })).space_id);
  const body = calling(gone, ada);
  const write = async (
    by: TestClient,
    where: chat.Address,
    more: { body: RichText } & Partial<{ reply_to: string; forward_of: string }>,
  ) => (await by.call(chat.send, { ...where, message_id: uuid(), ...more })).message;
  const root = await write(owner, at, { body });
  const answer = await write(ada, under(root), { body: calling(gone, owner) });
  for (const where of [at, under(root)])
    await write(ada, where, { body: docOf('Yes'), reply_to: where === at ? root.message_id : answer.message_id });
  const { message_id } = await write(owner, at, { body: docOf('Plain') });
  await owner.call(chat.edit, { message_id, body });
  for (const by of [owner, ada]) await write(by, to(ben), { body, forward_of: root.message_id });
  await told(app);
  for (const by of [owner, ada])
    for (const [name, copy] of Object.entries(await copies(by, at, root, ben)))
      expect(JSON.stringify(copy), `${name}, before`).toContain('Canaryfirst');

  await owner.call(people.remove, { employee_id });
  await owner.call(leaving.eraseLeaver, { employee_id });
  const walked = 'SELECT 1 FROM erased_person WHERE employee_id = $1 AND cleaned_at IS NOT NULL';
  await vi.waitUntil(async () => (await app.sql(walked, [employee_id])).length, { timeout: PATIENCE });
  for (const by of [owner, ada])
    for (const [name, copy] of Object.entries(await copies(by, at, root, ben))) {
      expect(JSON.stringify(copy), name).toContain('Former employee');
      expect.soft(JSON.stringify(copy).match(/.{0,300}Canary.{0,40}/)?.[0], name).toBeUndefined();
    }
});
