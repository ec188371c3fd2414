// Hostile rich text on its way in: refused by sending and by editing, and nothing of it is anywhere; what is harmless as text
// comes back as it was. What a browser makes of documents that came in all the same is tests/e2e/hostile-text.e2e.ts.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import { API_BASE, IDEMPOTENCY_HEADER, sessionHeaders } from '#contract/kernel/envelope.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { hostile } from './hostile-text.ts';
import { type Cast, gather, read, say, to } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const countOf = async (by: TestClient, at: chat.Address) => (await read(by, at)).items.length;

describe('hostile rich text', () => {
  test.each(hostile.filter(({ isText }) => !isText))('$name: refused', async ({ doc }) => {
    const { ada, ben } = cast;
    const at = to(ben);
    const { message_id } = await say(ada, at, 'As it was');
    const before = await countOf(ada, at);
    const message = { ...at, message_id: uuid(), body: doc };
    const tries = [
      [chat.send, message],
      [chat.edit, { message_id, body: doc }],
      [scheduled.schedule, { ...message, due_at: new Date(Date.now() + 3_600_000).toISOString() }],
    ] as const;
    for (const [endpoint, input] of tries) {
      const { status, body } = await ada.raw(endpoint, input);
      expect([400, 413], `${endpoint.name}: ${status} ${body.error_code}`).toContain(status);
    }
    expect(await countOf(ada, at)).toBe(before);
    expect((await read(ada, at)).items.at(-1)).toMatchObject({ body: docOf('As it was'), edited_at: null });
  });

  test.each(hostile.filter(({ isText }) => isText))('$name: text', async ({ doc }) => {
    const { ada, ben } = cast;
    const { message } = await ada.call(chat.send, { ...to(ben), message_id: uuid(), body: doc as RichText });
    expect(message.body).toEqual(doc);
    expect((await read(ben, to(ada))).items.at(-1)?.body).toEqual(doc);
  });

  test('30,000 levels: refused without falling over', async () => {
    const { ada, ben } = cast;
    const deep = `${'{"type":"blockquote","content":['.repeat(3_000)}${'['.repeat(27_000)}${']'.repeat(27_000)}${']}'.repeat(3_000)}`;
    const input = JSON.stringify({ ...to(ben), message_id: uuid(), body: 'BODY' });
    const headers: Record<string, string> = { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: uuid() };
    for (const [field, name] of Object.entries(sessionHeaders))
      headers[name] = String(ada.session?.[field as keyof typeof sessionHeaders]);
    const answer = await fetch(app.url + API_BASE + chat.send.path, {
      method: 'POST',
      headers,
      body: input.replace('"BODY"', deep),
    });
    expect([400, 413]).toContain(answer.status);
  });

  test('leaves nothing behind in the server', () => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(globalThis).not.toHaveProperty('pwned');
  });
});
