// How much one session, one socket and one company may take of a server.
// @module-tag long
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as company from '#contract/company.ts';
import { close, ticket } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { verdict } from './auth.fixture.ts';

let app: TestApp;
let owner: TestClient;
let email: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, email } = await registerCompany(app));
});
afterAll(() => app?.close());
afterEach(() => {
  vi.useRealTimers();
});

const LIMIT = '429 TOO_MANY_REQUESTS';
const pongs = ({ messages }: TestSocket) => messages.filter(({ type }) => type === 'pong').length;
const opened = async (client: TestClient, many: number) => {
  const sockets: TestSocket[] = [];
  while (sockets.length < many) sockets.push(await openSocket(client));
  return sockets;
};

test('of a session’s sockets the oldest goes when there are too many; others of the person stay', async () => {
  const elsewhere = await openSocket(await signIn(app.url, email));
  const [oldest, ...others] = await opened(owner, 41);
  expect(await oldest?.closed).toBe(close.replaced);
  await owner.call(company.update, { company_name: 'Five of them' });
  for (const socket of [...others, elsewhere]) {
    await socket.waitForEvent('company.config_changed');
    socket.close();
  }
});

test('fifty frames at once are none too many', async () => {
  const [socket] = (await opened(owner, 1)) as [TestSocket];
  for (let n = 0; n < 50; n++) socket.say({ type: 'ping' });
  await expect.poll(() => pongs(socket)).toBe(50);
  for (let n = 0; n < 10; n++) socket.say({ type: 'ping' });
  expect(await socket.closed).toBe(close.flood);
});

test('a browser that restores thirty tabs, and again, and again, is told everything in each of them', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const { owner: restored } = await registerCompany(strict);
  for (const company_name of ['At first', 'Again', 'And again']) {
    const tabs = await Promise.all(Array.from({ length: 30 }, () => openSocket(restored)));
    await restored.call(company.update, { company_name });
    const told = await Promise.all(tabs.map((tab) => tab.waitForEvent('company.config_changed')));
    expect(told.map(({ payload }) => (payload as { company_name?: string }).company_name)).toEqual(
      tabs.map(() => company_name),
    );
    await Promise.all(tabs.map((tab) => tab[Symbol.asyncDispose]()));
  }
});

test('tickets are counted for each device', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const { owner: here, email: address } = await registerCompany(strict);
  const there = await signIn(strict.url, address);
  const began = Date.now();
  for (let n = 0; n < 90; n++) await here.call(ticket, {});
  const refused = await here.raw(ticket, {});
  expect(verdict(refused)).toBe(LIMIT);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(60 - (Date.now() - began) / 1000);
  expect(verdict(await there.raw(ticket, {}))).toBe('200');
});

test('a company that floods the server leaves room for its neighbour, and alone it has all of it', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const { owner: loud } = await registerCompany(strict);
  const [quiet, mate] = [(await registerCompany(strict)).owner, await addPerson(strict, loud)];
  const flood = async () => {
    const calls = Array.from({ length: 600 }, (_, n) => (n % 2 ? loud : mate).raw(company.get, {}));
    const answers = await Promise.all(calls);
    return { said: new Set(answers.map(verdict)), answers };
  };
  // All of a flood comes within a second, however slow the machine is. In this one nobody has called yet, as in the one before.
  vi.useFakeTimers({ toFake: ['performance'] });
  expect((await flood()).said).toEqual(new Set(['200']));
  vi.advanceTimersByTime(1_000);
  let going = true;
  const neighbour = async () => {
    const said = new Set<string>();
    while (going) said.add(verdict(await quiet.raw(company.get, {})));
    return said;
  };
  const beside = neighbour();
  await quiet.call(company.get, {});
  const { said, answers } = await flood();
  going = false;
  expect(await beside).toEqual(new Set(['200']));
  expect(said).toEqual(new Set(['200', LIMIT]));
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
}, 240_000);
