// What goes for what is unsent, in which order, and that what the disk says in the end is told.
import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { accountOf, CACHE_SHAPE, cacheDatabase } from '../databases.ts';
import { makeRoom } from './make-room.ts';
import { ownWordsKey } from './own-words.ts';

let accounts = 0;

/** Eight conversations, of which the first was said longest ago, and the list of them. */
async function filled() {
  const account = accountOf({ company_id: 'room', employee_id: `${accounts++}` });
  const db = cacheDatabase(account);
  const keep = (id: string, key: string[], at: number) =>
    db.run((d) => d.put('live', { shape: CACHE_SHAPE, key, json: '{}', at }, id));
  await keep('list', ['chat', 'conversations'], 0);
  for (let n = 1; n <= 8; n++) await keep(`${n}`, ['chat', 'messages', `${n}`], n);
  await db.run((d) => d.put('query', 'can be fetched again', 'q'));
  const left = async () => [
    await db.run((d) => d.count('query')),
    (await db.run((d) => d.getAllKeys('live'))).join(' '),
  ];
  return { account, db, left };
}
const full = () => new DOMException('No room', 'QuotaExceededError');

test('files, other queries, the older conversations, and at last everything: until it fits', async () => {
  const { account, db, left } = await filled();
  const seen: unknown[] = [];
  const work = async () => {
    seen.push(await left());
    if (seen.length < 7) throw full();
    return 'stored';
  };
  expect(await makeRoom(work, db, account)).toBe('stored');
  expect(seen).toEqual([
    [1, '1 2 3 4 5 6 7 8 list'],
    [1, '1 2 3 4 5 6 7 8 list'],
    [0, '1 2 3 4 5 6 7 8 list'],
    [0, '5 6 7 8 list'],
    [0, '7 8 list'],
    [0, '8 list'],
    [0, ''],
  ]);
  db.close();
});

test('no more than is needed, and what else is wrong is told at once', async () => {
  const { account, db, left } = await filled();
  let tries = 0;
  const work = async () => {
    if (++tries < 3) throw full();
  };
  await makeRoom(work, db, account);
  expect(await left()).toEqual([0, '1 2 3 4 5 6 7 8 list']);
  const broken = new DOMException('Closed', 'InvalidStateError');
  await expect(makeRoom(() => Promise.reject(broken), db, account)).rejects.toBe(broken);
  await expect(makeRoom(() => Promise.reject(full()), db, account)).rejects.toMatchObject({
    name: 'QuotaExceededError',
  });
  expect(await left()).toEqual([0, '']);
  db.close();
});

test('what was typed here and is not sent is nothing that can be fetched again', async () => {
  const { account, db, left } = await filled();
  const own = `q-${hashKey(ownWordsKey)}`;
  await db.run((d) => d.put('query', 'half a sentence', own));
  await expect(makeRoom(() => Promise.reject(full()), db, account)).rejects.toMatchObject({
    name: 'QuotaExceededError',
  });
  expect(await left()).toEqual([1, '']);
  expect(await db.run((d) => d.get('query', own))).toBe('half a sentence');
  db.close();
});
