// A kept query is shown at once and read anew behind it; what becomes of that is the query's, and nobody else's error.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { accountOf, cacheDatabase } from '../databases.ts';
import { createQueryPersister } from './query-persister.ts';

let accounts = 0;

/** A client on a disk that has `old` under this key. */
async function restarted(queryKey: string[]) {
  const db = cacheDatabase(accountOf({ company_id: 'persister', employee_id: `${accounts++}` }));
  const persister = createQueryPersister();
  persister.use(db);
  const client = () =>
    new QueryClient({ defaultOptions: { queries: { persister: persister.persister as never, retry: false } } });
  await client().fetchQuery({ queryKey, queryFn: () => 'old' });
  await expect.poll(() => db.run((d) => d.getAllKeys('query'))).toHaveLength(1);
  return { client: client(), end: () => db.destroy() };
}

test('what is old is shown, and what is read anew takes its place', async () => {
  const { client, end } = await restarted(['a']);
  const seen: unknown[] = [];
  const leave = new QueryObserver(client, { queryKey: ['a'], queryFn: () => 'new' }).subscribe(({ data }) => {
    if (data !== undefined && data !== seen.at(-1)) seen.push(data);
  });
  await expect.poll(() => seen).toEqual(['old', 'new']);
  leave();
  await end();
});

test('what is fresh enough is not read again', async () => {
  const { client, end } = await restarted(['b']);
  let reads = 0;
  const options = { queryKey: ['b'], queryFn: () => `new ${++reads}`, staleTime: 60_000 };
  const leave = new QueryObserver(client, options).subscribe(() => undefined);
  await expect.poll(() => client.getQueryData(['b'])).toBe('old');
  await new Promise((done) => setTimeout(done, 50));
  expect(reads).toBe(0);
  leave();
  await end();
});

test('reading anew that fails, or that nobody waits for any more, leaves the copy and is an error nowhere else', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', note);
  const { client, end } = await restarted(['c']);
  const failing = () => Promise.reject(new Error('no connection'));
  const first = new QueryObserver(client, { queryKey: ['c'], queryFn: failing });
  const leave = first.subscribe(() => undefined);
  await expect.poll(() => first.getCurrentResult().error?.message).toBe('no connection');
  expect(first.getCurrentResult().data).toBe('old');
  leave();
  // With the signal asked for, leaving calls the reading off.
  let began = false;
  const endless = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((_, reject) => {
      began = true;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const other = await restarted(['d']);
  const away = new QueryObserver(other.client, { queryKey: ['d'], queryFn: endless }).subscribe(() => undefined);
  await expect.poll(() => began).toBe(true);
  away();
  await new Promise((done) => setTimeout(done, 50));
  process.off('unhandledRejection', note);
  expect(errors).toEqual([]);
  expect(other.client.getQueryData(['d'])).toBe('old');
  await Promise.all([end(), other.end()]);
});
