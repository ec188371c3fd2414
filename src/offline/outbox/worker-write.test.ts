// What is written with every page closed, on a disk that takes nothing: it is sent all the same, or whoever wrote it is told.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/auth.ts';
import { disk, newAccount } from '#tests/kit/outbox-model.ts';
import { outboxDatabase } from '../databases.ts';
import { withLock } from '../locks.ts';
import { writeMirror } from '../session-mirror.ts';
import { openOutbox } from './store.ts';
import { type WorkerWrite, writeFromWorker } from './worker-write.ts';

let account: string;
/** What the server has, in the order in which it came; and what it says. */
let arrived: string[];
let answer: () => Response;
const success = () => Response.json({ status: 'success', data: { events: [] } });

beforeEach(async () => {
  account = newAccount();
  arrived = [];
  answer = success;
  const [company_id = '', employee_id = ''] = account.split('/');
  const session = { session_id: account, access_token: 'token', company_id, employee_id } as Session;
  await writeMirror(session, 'https://app.example/api');
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const given = answer();
    if (given.ok) arrived.push((JSON.parse(body) as { text: string }).text);
    return given;
  });
});
afterEach(async () => {
  disk.full = false;
  vi.unstubAllGlobals();
  await writeMirror(null, '');
});

const reply = (text: string): WorkerWrite => ({
  id: crypto.randomUUID(),
  scope: 'a',
  method: 'POST',
  path: '/chat/message/new',
  body: JSON.stringify({ text }),
  predicted: [],
});
const say = (text: string) => writeFromWorker(account, 'test', reply(text));
const away = (): Response => {
  throw new TypeError('Failed to fetch');
};

test('what a full disk refuses is sent from memory', async () => {
  disk.full = true;
  expect(await say('typed')).toMatchObject({ left: 0, stopped: null });
  expect(arrived).toEqual(['typed']);
});

test('and after what waits there already', async () => {
  answer = away;
  expect(await say('earlier')).toMatchObject({ left: 1 });
  disk.full = true;
  answer = success;
  await say('later');
  expect(arrived).toEqual(['earlier', 'later']);
});

test('and once a page that is sending has ended', async () => {
  disk.full = true;
  let end = () => {};
  const page = withLock(`limelight-drain:${account}`, () => new Promise<void>((done) => (end = done)));
  const said = say('typed');
  setTimeout(end, 50);
  expect(await said).toMatchObject({ left: 0 });
  await page;
  expect(arrived).toEqual(['typed']);
});

test('neither kept nor sent: it says so, and what is on the disk is left alone', async () => {
  answer = away;
  await say('on disk');
  disk.full = true;
  expect(await say('nowhere')).toBeNull();
  answer = () => Response.json({ status: 'error', error_code: 'SPACE_NOT_FOUND', message: '' }, { status: 404 });
  expect(await say('refused')).toBeNull();
  disk.full = false;
  const store = openOutbox(account);
  expect((await store.all()).map(({ body }) => body)).toEqual([JSON.stringify({ text: 'on disk' })]);
  store.close();
});

test('what can be fetched again makes room for it', async () => {
  const { clear } = IDBObjectStore.prototype;
  const freed = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
    if (this.name === 'live') disk.full = false;
    return clear.call(this);
  });
  disk.full = true;
  answer = away;
  expect(await say('kept')).toMatchObject({ left: 1 });
  freed.mockRestore();
  const db = outboxDatabase(account);
  expect(await db.run((d) => d.count('outbox'))).toBe(1);
  db.close();
});
