// The log of a real server at its most talkative: a line per request with what an operator needs, and nothing of what people sent.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as chat from '#contract/chat.ts';
import * as people from '#contract/people.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { TestClient } from '../kit/client.ts';
import { PASSWORD, registerCompany } from '../kit/factory.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { paragraph } from '../matrix/world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const canary = (what: string) => `canary${what}${randomUUID().slice(0, 8)}`;
const dataDir = mkdtempSync(join(tmpdir(), 'limelight-logs-'));
let server: ServerProcess;
let owner: TestClient;
let email: string;

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly request_id?: string;
  readonly [more: string]: unknown;
}
const linesNow = (): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
/** The line of one request, which comes after its answer. */
const lineOf = async (request_id: string | null): Promise<Line> => {
  const find = () => linesNow().find((line) => line.msg === 'request' && line.request_id === request_id);
  await expect.poll(find).toBeDefined();
  return find() as Line;
};

beforeAll(async () => {
  server = await startServerProcess({ dataDir, env: { LOG_LEVEL: 'trace', TRUSTED_PROXIES: '1' } });
  ({ owner, email } = await registerCompany({ url: server.url, dataDir }));
});
afterAll(async () => {
  await server?.stop();
  await (await startEmbedded({ dataDir })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('standard output has the ready line and what people need, no JSON; the log is elsewhere', async () => {
  const plain = server
    .output()
    .split('\n')
    .filter((line) => line && !line.startsWith('{'));
  expect(plain).toContain(`Limelight is ready: http://localhost:${server.port}`);
  expect(linesNow().length).toBeGreaterThan(0);
});

describe('a request leaves one line', () => {
  test('with its id, route, status, time and who, by ids', async () => {
    const { headers } = await owner.raw(chat.listConversations, {});
    const id = headers.get('x-request-id');
    expect(id).toMatch(UUID);
    const line = await lineOf(id);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      msg: 'request',
      request_id: id,
      method: 'GET',
      route: `/api${chat.listConversations.path}`,
      status: 200,
      duration_ms: expect.any(Number),
      company_id: owner.company_id,
      actor_id: owner.employee_id,
    });
    expect(linesNow().filter((one) => one.request_id === id)).toHaveLength(1);
  });

  test('without who, where nobody is known', async () => {
    const { headers, status } = await new TestClient(server.url).raw(chat.listConversations, {});
    expect(status).toBe(401);
    const line = await lineOf(headers.get('x-request-id'));
    expect(Object.keys(line)).not.toContain('actor_id');
    expect(line).toMatchObject({ status: 401, route: `/api${chat.listConversations.path}` });
  });

  test('an id of a proxy is taken over if it is one, and made anew if not', async () => {
    const ask = async (id: string) =>
      (await fetch(`${server.url}/api/health/live`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await ask('from-the-proxy.17')).toBe('from-the-proxy.17');
    for (const bad of ['short', 'x'.repeat(65), 'with space in it', '{"a":"bbbbbbbb"}'])
      expect(await ask(bad)).toMatch(UUID);
  });
});

test('what people send, well or badly, is in no line', async () => {
  const secret = {
    password: canary('Password9'),
    mail: `${canary('mail').toLowerCase()}@${canary('host').toLowerCase()}.example`,
    text: canary('Text'),
    query: canary('Query'),
    header: canary('Header'),
    path: canary('Path'),
    cut: canary('Cut'),
  };
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const nobody = new TestClient(server.url);
  await nobody.raw(auth.login, { email_id: secret.mail, password: secret.password });
  await nobody.raw(auth.login, { email_id: [secret.mail], password: { a: secret.password } });
  await post('/api/auth/login', `{"email_id": "${secret.mail}", "password": "${secret.password}" broken`);
  await post('/api/auth/login', secret.text, { 'content-type': `text/${secret.header}` });
  await nobody.raw(auth.reset, { token: secret.query, password: secret.password, confirm_password: secret.password });
  const message = { entity_type: 'employee', entity_id: owner.employee_id, message_id: uuid() };
  await owner.raw(chat.send, { ...message, body: paragraph(secret.text) });
  await owner.raw(chat.send, { ...message, body: { type: secret.text } });
  await owner.raw(people.create, {
    employee_id: uuid(),
    first_name: secret.text,
    last_name: 'X',
    work_email_id: secret.mail,
  });
  await owner.raw(people.create, {
    employee_id: uuid(),
    first_name: secret.text,
    last_name: 'X',
    work_email_id: secret.mail,
  });
  await fetch(`${server.url}/api/people/${secret.path}?q=${secret.query}`);
  await fetch(`${server.url}/api/health/live?token=${secret.query}`, {
    headers: { authorization: `Bearer ${secret.header}`, cookie: `a=${secret.header}` },
  });
  await owner.raw(chat.listMessages, { entity_type: 'employee', entity_id: secret.query });
  await owner.raw(chat.listConversations, {}, { headers: { access_token: secret.header } });
  // What is not even HTTP, and what breaks off.
  for (const raw of [
    `${secret.cut} /x?${secret.cut} HTTP/1.1\r\nBad Header: ${secret.cut}\r\n\r\n`,
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"password": "${secret.cut}`,
  ])
    await new Promise<void>((done) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(raw, () => setTimeout(() => socket.destroy(), 100)),
      );
      socket.on('error', () => undefined);
      socket.on('close', () => done());
    });
  const last = await fetch(`${server.url}/api/health/ready`);
  await lineOf(last.headers.get('x-request-id'));

  // The server's own address is no secret.
  const output = server
    .output()
    .toLowerCase()
    .replace(/^.*server listening at.*$/gm, '');
  const given = Object.entries(secret).map(([what, value]) => [what, value] as const);
  const own = [
    ['owner’s password', PASSWORD],
    ['owner’s mail', email],
    ['token', owner.session?.access_token ?? '?'],
  ] as const;
  for (const [what, value] of [...given, ...own]) {
    const parts = value.includes('@') ? value.split('@') : [value];
    for (const part of parts) expect(output.includes(part.toLowerCase()), what).toBe(false);
  }
  for (const address of ['127.0.0.1', '::1', 'user-agent']) expect(output.includes(address), address).toBe(false);
  const known = [
    'level',
    'time',
    'msg',
    'request_id',
    'method',
    'route',
    'status',
    'duration_ms',
    'company_id',
    'actor_id',
  ];
  const more = linesNow()
    .filter((line) => line.msg === 'request')
    .flatMap((line) => Object.keys(line))
    .filter((key) => !known.includes(key));
  expect(more).toEqual([]);
});

test('a level that there is not ends the start with a sentence', async () => {
  const started = startServerProcess({ dataDir: join(dataDir, 'never'), env: { LOG_LEVEL: 'loud' } });
  await expect(started).rejects.toThrow('LOG_LEVEL must be one of');
});
