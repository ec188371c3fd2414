// What was typed into a notification and could not be sent is found again by the page that is opened, and by nobody else.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/auth.ts';
import { accountOf } from '#src/offline/databases.ts';
import { readShared } from '#src/offline/files/shared.ts';
import { writeMirror } from '#src/offline/session-mirror.ts';
import { pathOfUnsaid } from './unsaid.ts';

const who = { company_id: 'company', employee_id: 'who-typed' };
const account = accountOf(who);
let isFull = false;

/** The browser's, as far as it is asked here. */
class MemoryCache {
  readonly #kept = new Map<string, Response>();
  keys = async () => [];
  match = async (path: string) => this.#kept.get(path)?.clone();
  put = async (path: string, answer: Response) => {
    if (isFull) throw new DOMException('Full', 'QuotaExceededError');
    this.#kept.set(path, answer);
  };
}

beforeEach(async () => {
  isFull = false;
  const cache = new MemoryCache();
  vi.stubGlobal('caches', { open: async () => cache });
  await writeMirror({ ...who, session_id: 'one', access_token: 'token' } as Session, 'https://app.example/api');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await writeMirror(null, '', 'one');
});

test('the page it leads to has the words, for who typed them', async () => {
  const [path, id = ''] = (await pathOfUnsaid(account, 'One\ntwo'))?.split('?id=') ?? [];
  expect(path).toBe('/share');
  expect(await readShared(id, account)).toMatchObject({ text: 'One\ntwo', title: '', url: '', files: [] });
  expect(await readShared(id, 'company/other')).toBeUndefined();
});

test('nothing is kept for who is not signed in here, and where there is no room', async () => {
  isFull = true;
  expect(await pathOfUnsaid(account, 'typed')).toBeUndefined();
  isFull = false;
  expect(await pathOfUnsaid('company/other', 'typed')).toBeUndefined();
  await writeMirror(null, '', 'one');
  expect(await pathOfUnsaid(account, 'typed')).toBeUndefined();
});
