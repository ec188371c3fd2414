// What a device keeps of who is signed in on it no longer: nothing that can be read, and everything that is unsent.
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../api/request.ts';
import { accountOf, cacheDatabase, outboxDatabase } from '../databases.ts';
import { leaderLock, withLock } from '../locks.ts';
import type { OutboxDraft, OutboxRecord } from '../outbox/record.ts';
import { sweep } from './leaving/sweep.ts';
import { keepSealing, seal } from './seal.ts';

let n = 0;
const somebody = () => ({ company_id: 'seal', employee_id: `somebody-${n++}`, access_token: 't', session_id: 's' });
type Somebody = ReturnType<typeof somebody>;
afterEach(() => vi.unstubAllGlobals());
const signIn = (who: Somebody | null) =>
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (who && key === 'userSession' ? JSON.stringify(who) : null),
  });

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
async function server() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey']);
  const data = {
    public_key: base64(await crypto.subtle.exportKey('raw', pair.publicKey)),
    private_key: base64(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
  };
  const answer = { status: 200, envelope: { status: 'success', data }, text: '', etag: null, retryAfter: undefined };
  return async () => ({ ...answer, fresh: {} }) as Answer;
}

const record = (id: string, more: Partial<OutboxRecord> = {}): OutboxDraft => ({
  id,
  account: 'a',
  scope: 's',
  method: 'POST',
  path: '/p',
  query: null,
  body: `body of ${id}`,
  app_version: 'v',
  created_at: '2026-11-22T05:00:00.000Z',
  attempts: 0,
  state: 'queued',
  error_code: null,
  predicted: [],
  target: null,
  replaces: null,
  frames: [],
  ...more,
});
async function write(account: string, ...drafts: OutboxDraft[]): Promise<void> {
  const db = outboxDatabase(account);
  for (const draft of drafts) await db.run((d) => d.add('outbox', draft as OutboxRecord));
  db.close();
}
async function idsIn(account: string): Promise<string[]> {
  const db = outboxDatabase(account);
  const all = await db.run((d) => d.getAll('outbox'));
  db.close();
  return all.map(({ id }) => id);
}
const names = async (word: string) =>
  (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.includes(word));

test('caches of others are swept away, and outboxes with nothing unsent; what is unsent stays even without a key', async () => {
  const [mine, theirs, done] = [somebody(), somebody(), somebody()].map(accountOf) as [string, string, string];
  for (const account of [mine, theirs]) {
    const cache = cacheDatabase(account);
    await cache.run((d) => d.put('meta', 1, 'a'));
    cache.close();
  }
  await write(theirs, record('unsent'));
  await write(done, record('sent', { state: 'acked' }));
  expect(await sweep(mine)).toBe(true);
  expect(await names(mine)).toEqual([`limelight-cache:${mine}`]);
  expect(await names(theirs)).toEqual([`limelight-outbox:${theirs}`]);
  expect(await idsIn(done)).toEqual([]);
  await sweep(mine);
  expect(await names(done)).toEqual([]);
  expect(await idsIn(theirs)).toEqual(['unsent']);
});

test('a tab that holds the cache and hears nothing keeps neither its words, nor what is unsent from being locked away', async () => {
  const who = somebody();
  const account = accountOf(who);
  signIn(who);
  await keepSealing(account, await server());
  await write(account, record('unsent'));
  const cache = cacheDatabase(account);
  await cache.run((d) => d.put('meta', 'words', 'a'));
  cache.close();
  const frozen = await openDB(`limelight-cache:${account}`);
  signIn(null);
  expect(await sweep(null)).toBe(true);
  expect(await frozen.getAll('meta')).toEqual([]);
  expect(await idsIn(account)).toEqual([]);
  frozen.close();
});

test('what is unsent is locked away, and comes back to its person before what they have written since', async () => {
  const [who, send] = [somebody(), await server()];
  const account = accountOf(who);
  signIn(who);
  expect(await keepSealing(account, send)).toBe(false);
  const file = { id: 'f', name: 'f.txt', key: 'k', file_id: null, there: false, tries: 0 };
  const ofDevice = record('device', { scope: 'device', replaces: 'device' });
  await write(account, record('one'), record('two', { files: [file] }), record('sent', { state: 'acked' }), ofDevice);
  const db = outboxDatabase(account);
  await db.run((d) => d.put('file', { blob: new Blob(['bytes'], { type: 'text/plain' }), at: 1 }, 'f'));
  db.close();

  // Still theirs: another tab may sweep when it likes.
  await sweep(null);
  expect(await idsIn(account)).toEqual(['one', 'two', 'sent', 'device']);
  signIn(null);
  await sweep(null);
  expect(await idsIn(account)).toEqual([]);
  await sweep(null);
  expect(await names(account)).toEqual([]);
  const other = somebody();
  signIn(other);
  expect(await keepSealing(accountOf(other), await server())).toBe(false);

  signIn(who);
  await write(account, record('later'));
  expect(await keepSealing(account, send)).toBe(true);
  expect(await idsIn(account)).toEqual(['one', 'two', 'later']);
  const again = outboxDatabase(account);
  const held = await again.run((d) => d.get('file', 'f'));
  expect([held?.blob.type, await held?.blob.text()]).toEqual(['text/plain', 'bytes']);
  again.close();
  expect(await keepSealing(account, send), 'once').toBe(false);
});

test('with another key than it was locked with it stays locked', async () => {
  const [who, send] = [somebody(), await server()];
  const account = accountOf(who);
  signIn(who);
  await keepSealing(account, send);
  await write(account, record('one'));
  signIn(null);
  await sweep(null);
  signIn(who);
  expect(await keepSealing(account, await server())).toBe(false);
  expect(await idsIn(account)).toEqual([]);
  expect(await keepSealing(account, send)).toBe(true);
  expect(await idsIn(account)).toEqual(['one']);
});

test('what a tab writes while another signs out is there, whenever it comes', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const [who, send] = [somebody(), await server()];
    const account = accountOf(who);
    signIn(who);
    await keepSealing(account, send);
    await write(account, record('sent', { state: 'acked' }));
    const tab = outboxDatabase(account);
    await tab.run((d) => d.count('outbox'));
    signIn(null);
    const late = async () => {
      for (let turn = 0; turn < turns; turn++) await new Promise((done) => setImmediate(done));
      await tab.run((d) => d.add('outbox', record('late') as OutboxRecord));
    };
    await Promise.all([seal(account), late()]);
    tab.close();
    signIn(who);
    await keepSealing(account, send);
    expect(await idsIn(account), `after ${turns} turns`).toContain('late');
  }
});

test('an outbox in which a tab may still write is not deleted, however empty; without the tab it is', async () => {
  const account = accountOf(somebody());
  const gone = Promise.withResolvers<void>();
  const tab = withLock(leaderLock(account), () => gone.promise);
  const db = outboxDatabase(account);
  expect(await db.run((d) => d.getAll('outbox'))).toEqual([]);
  await sweep(null);
  expect(await names(account)).toEqual([`limelight-outbox:${account}`]);
  db.close();
  gone.resolve();
  await tab;
  await sweep(null);
  expect(await names(account)).toEqual([]);
});

test('where nothing can be locked away, what is unsent stays, and what is sent goes', async () => {
  vi.stubGlobal('crypto', {});
  const [left, done] = [somebody(), somebody()].map(accountOf) as [string, string];
  await write(left, record('unsent'));
  await write(done, record('sent', { state: 'acked' }));
  await sweep(null);
  await sweep(null);
  expect(await idsIn(left)).toEqual(['unsent']);
  expect(await names(done)).toEqual([]);
});
