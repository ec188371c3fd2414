// Who still has the name of somebody who is erased cannot put it anywhere again: what is written after the walk is right by itself.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepDraft, listDrafts } from '#contract/chat/drafts.ts';
import { listScheduled, reschedule, schedule } from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import * as leaving from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { PATIENCE, say, to } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let colleague: TestClient;
let calling: RichText;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner } = await registerCompany(app));
  colleague = await addPerson(app, owner);
  const { employee_id } = await addPerson(app, owner, { first_name: 'Canaryfirst', last_name: 'Canarylast' });
  const attrs = { kind: 'employee', id: employee_id, label: 'Canaryfirst Canarylast' } as const;
  calling = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'mention', attrs }] }] };
  await owner.call(people.remove, { employee_id });
  await owner.call(leaving.eraseLeaver, { employee_id });
  const walked = 'SELECT 1 FROM erased_person WHERE employee_id = $1 AND cleaned_at IS NOT NULL';
  await vi.waitUntil(async () => (await app.sql(walked, [employee_id])).length, { timeout: PATIENCE });
});
afterAll(() => app.close());

/** Neither kept, nor told to the devices that come back later. */
async function expectGone(shown: unknown, table: string) {
  expect(JSON.stringify(shown)).toContain('"label":"Former employee"');
  for (const from of [table, 'event'])
    expect(await app.sql(`SELECT to_jsonb(t) FROM ONLY ${from} t WHERE to_jsonb(t)::text LIKE '%Canary%'`)).toEqual([]);
}

test('in a draft', async () => {
  await owner.call(keepDraft, { ...to(colleague), body: calling, typed_at: new Date().toISOString() });
  await expectGone(await owner.call(listDrafts, {}), 'draft');
});

test('in what is planned, also by changing it', async () => {
  const planned = { ...to(colleague), due_at: new Date(Date.now() + 3_600_000).toISOString() };
  const message_id = uuid();
  await owner.call(schedule, { ...planned, message_id, body: calling });
  await expectGone(await owner.call(listScheduled, {}), 'scheduled_message');
  await owner.call(reschedule, { message_id, body: docOf('Plain') });
  await owner.call(reschedule, { message_id, body: calling });
  await expectGone(await owner.call(listScheduled, {}), 'scheduled_message');
});

test('in what is passed on before the walk has come to it', async () => {
  const { message_id } = await say(owner, to(colleague), 'Plain');
  const write = (body: RichText) =>
    app.sql('UPDATE message SET body = $2 WHERE message_id = $1', [message_id, JSON.stringify(body)]);
  await write(calling);
  const forward = { ...to(owner), message_id: uuid(), body: docOf('Plain'), forward_of: message_id };
  const { message } = await owner.call(chat.send, forward);
  await write(docOf('Plain'));
  await expectGone(message.body, 'message');
  expect((await owner.call(chat.send, forward)).message.body).toEqual(message.body);
});
