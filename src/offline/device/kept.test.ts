// Clearing what can be fetched again: what was typed here and is not sent cannot.
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ownWordsKey } from '../cache/own-words.ts';
import { createQueryPersister } from '../cache/query-persister.ts';
import { accountOf, CACHE_SHAPE, cacheDatabase } from '../databases.ts';
import { clearKept } from './kept.ts';

test('everything that was read goes, and what is being typed stays', async () => {
  vi.stubGlobal('caches', {
    open: async () => ({ keys: async () => [], match: async () => undefined }),
    delete: async () => true,
  });
  const account = accountOf({ company_id: 'kept', employee_id: 'one' });
  const db = cacheDatabase(account);
  await db.run((d) => d.put('live', { shape: CACHE_SHAPE, key: ['chat'], json: '{}', at: 0 }, 'id'));
  await db.run((d) => d.put('revisions', new Map(), 'id'));
  const persister = createQueryPersister();
  const client = new QueryClient();
  persister.use(db);
  const end = persister.watch(client);
  client.setQueryData(ownWordsKey, { 'employee/one': 'half a sentence' });
  for (const key of [['a'], ['chat', 'saved'], ['chat', 'typed-other'], ['people']]) client.setQueryData(key, 'read');
  const queries = () => db.run((d) => d.getAll('query'));
  await expect.poll(async () => (await queries()).length).toBe(5);
  await clearKept(account);
  vi.unstubAllGlobals();
  expect(await queries()).toMatchObject([
    { queryKey: ownWordsKey, state: { data: { 'employee/one': 'half a sentence' } } },
  ]);
  expect(await db.run((d) => Promise.all([d.count('live'), d.count('revisions')]))).toEqual([0, 0]);
  end();
  client.clear();
  db.close();
});
