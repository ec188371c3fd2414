// What is on the line: long answers of the API are compressed for whoever takes it, and are the same for everybody.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { API_BASE, sessionHeaders } from '#contract/kernel/envelope.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { writeTalks } from '#tests/kit/history.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const company = await registerCompany(app);
  owner = company.owner;
  await writeTalks(app.sql, company.company_id, owner.employee_id, 200);
});
afterAll(() => app.close());

type Headers = Record<string, string>;

/** As it comes, without anything that unpacks it. */
async function ask({ path, method }: Pick<Endpoint, 'path' | 'method'>, headers: Headers, body?: Buffer) {
  const own: Headers = {};
  for (const field of ['session_id', 'access_token', 'company_id', 'employee_id'] as const)
    own[sessionHeaders[field]] = owner.session?.[field] ?? '';
  const asked = request(app.url + API_BASE + path, { method, headers: { ...own, ...headers } });
  asked.end(body);
  const answer = await new Promise<import('node:http').IncomingMessage>((done, fail) =>
    asked.on('response', done).on('error', fail),
  );
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test('a long one, for who takes it', async () => {
  const plain = await ask(chat.listConversations, {});
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.length).toBeGreaterThan(100_000);
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const packed = await ask(chat.listConversations, { 'accept-encoding': accepted });
    expect(packed).toMatchObject({
      status: 200,
      headers: { 'content-encoding': encoding, 'cache-control': 'no-store' },
    });
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(packed.body.length).toBeLessThan(plain.body.length / 5);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
  }
});

test('one that has not changed is nothing, however it was packed', async () => {
  const first = await ask(chat.listConversations, { 'accept-encoding': 'br' });
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^W\/"/);
  for (const accepted of ['br', 'gzip', 'identity']) {
    const again = await ask(chat.listConversations, { 'accept-encoding': accepted, 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
  }
});

test('a short one stays as it is', async () => {
  const answer = await ask({ method: 'GET', path: '/nowhere' }, { 'accept-encoding': 'br' });
  expect(answer).toMatchObject({ status: 404 });
  expect(answer.headers['content-encoding']).toBeUndefined();
  const refused = await ask(chat.listMessages, { 'accept-encoding': 'br' });
  expect(refused.status).toBe(400);
  expect(refused.headers['content-encoding']).toBeUndefined();
});

test('what comes in compressed is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
  const answer = await ask(
    chat.send,
    { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': String(bomb.length) },
    bomb,
  );
  expect(answer.status).toBe(400);
});
