// Whoever goes away in the middle of a call leaves all of it or nothing, and no connection that nobody uses; and whoever says too
// much before it begins is not heard.
import http from 'node:http';
import net from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { IDEMPOTENCY_HEADER } from '#contract/kernel/envelope.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { type Call, callOf, send } from '../matrix/http.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner } = await registerCompany(app));
  member = await addPerson(app, owner);
});
afterAll(() => app?.close());

/** When the caller goes: with half of the body sent, so many milliseconds after all of it, or with the first of the answer. */
type Moment = 'half' | 'answered' | number;
const moments: readonly Moment[] = ['half', 0, 1, 2, 4, 8, 16, 32, 'answered'];

function leave(call: Call, moment: Moment): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const body = String(call.body);
  const headers = { ...call.headers, 'content-length': String(Buffer.byteLength(body)) } as http.OutgoingHttpHeaders;
  return new Promise((done) => {
    const request = http.request({ hostname, port, method: call.method, path: call.path, headers, agent: false });
    request.on('error', () => undefined);
    request.on('close', done);
    request.on('response', () => request.destroy());
    const sent = moment === 'half' ? body.slice(0, body.length / 2) : body;
    request.write(sent, () => {
      if (moment !== 'answered') setTimeout(() => request.destroy(), moment === 'half' ? 5 : moment);
    });
  });
}

/** How many lines of each kind there are of it. */
async function traces(space_id: string, key: string): Promise<Record<string, number>> {
  const [found] = await app.sql<Record<string, number>>(
    `SELECT (SELECT count(*) FROM space WHERE space_id = $1)::int AS spaces,
      (SELECT count(*) FROM space_member WHERE space_id = $1)::int AS members,
      (SELECT count(*) FROM event WHERE payload::text LIKE '%' || $1 || '%')::int AS events,
      (SELECT count(*) FROM idempotency_key WHERE key = $2::uuid)::int AS answers`,
    [space_id, key],
  );
  return found ?? {};
}

test('a caller who goes away leaves all or nothing, and finds it done once who comes back', async () => {
  const made = Array.from({ length: 4 }, () => moments).flat();
  const left = await Promise.all(
    made.map(async (moment, n) => {
      const space_id = uuid();
      const call = callOf(spaces.create, owner, {
        space_id,
        space_name: `Space ${n}`,
        space_description: '',
        visibility: 'private',
        employee_ids: [member.employee_id],
      });
      await leave(call, moment);
      return { moment, space_id, call, key: call.headers[IDEMPOTENCY_HEADER] ?? '' };
    }),
  );
  const { db } = app.app.context;
  await expect.poll(() => db.load(), { timeout: 20_000 }).toMatchObject({ in_use: 0, waited_for: 0 });
  const whole = await whatAllLeaves(left.find(({ moment }) => moment === 'answered'));
  const found = await Promise.all(left.map(async (one) => ({ ...one, of: await traces(one.space_id, one.key) })));
  for (const { moment, of } of found) {
    const nothing = Object.values(of).every((count) => count === 0);
    if (moment === 'half') expect(nothing, 'of half a call').toBe(true);
    else if (moment === 'answered' || !nothing) expect(of, `gone after ${moment}`).toEqual(whole);
  }
  for (const { moment, space_id, call, key } of left) {
    expect((await send(app.url, call)).status, `again, after ${moment}`).toBe(200);
    expect(await traces(space_id, key), `again, after ${moment}`).toEqual(whole);
  }
  const busy = await app.sql(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'",
  );
  expect(busy, 'transactions that nobody ends').toEqual([]);
  await expect.poll(() => connectionsOf(app)).toBeLessThan(5);
});

async function whatAllLeaves(one: { space_id: string; key: string } | undefined): Promise<Record<string, number>> {
  const whole = await traces(one?.space_id ?? '', one?.key ?? '');
  expect(whole).toMatchObject({ spaces: 1, members: 2, answers: 1 });
  expect(whole['events']).toBeGreaterThan(0);
  return whole;
}

const connectionsOf = ({ app: { http: server } }: TestApp): Promise<number> =>
  new Promise((done, fail) => {
    server.server.getConnections((error, count) => (error ? fail(error) : done(count)));
  });

test('20 kB of headers are not heard, nor their caller let in', async () => {
  const call = callOf(company.get, owner, {});
  // On a connection of its own: the server ends the one on which it was said.
  const said = (bytes: number) =>
    send(app.url, { ...call, headers: { ...call.headers, 'x-more': 'x'.repeat(bytes) } }, true);
  expect((await said(10_000)).status).toBe(200);
  const refused = await said(20_000);
  expect(refused.status).toBe(431);
  expect(JSON.parse(refused.text)).toEqual({
    status: 'error',
    error_code: 'PAYLOAD_TOO_LARGE',
    message: 'The headers are too large',
  });
  expect((await said(0)).status, 'the server goes on').toBe(200);
});

test('what is no request, or asks for no address, is told so in the envelope, and nothing of it comes back', async () => {
  const { hostname, port } = new URL(app.url);
  const said = (text: string): Promise<string> =>
    new Promise((done, fail) => {
      const socket = net.connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
      });
      socket.on('close', () => done(answer)).on('error', fail);
    });
  const closing = 'host: x\r\nconnection: close\r\n\r\n';
  for (const [text, message] of [
    ['canary\r\n\r\n', 'Not an HTTP request'],
    [`GET /api/canary%zz HTTP/1.1\r\n${closing}`, 'Not an address'],
    [`GET /%E0%A4canary HTTP/1.1\r\n${closing}`, 'Not an address'],
  ] as const) {
    const answer = await said(text);
    expect(answer, text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).not.toContain('canary');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      status: 'error',
      error_code: 'INVALID_REQUEST',
      message,
    });
  }
  await owner.call(company.get, {});
});
