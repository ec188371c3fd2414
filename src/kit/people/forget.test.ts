// Whoever leaves, and whatever was read with rights that are over, is kept nowhere on the device but in what follows topics.
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { changed, removed } from '#contract/people/events.ts';
import { ownWordsKey } from '#src/offline/cache/own-words.ts';
import { createQueryPersister } from '#src/offline/cache/query-persister.ts';
import { accountOf, cacheDatabase } from '#src/offline/databases.ts';
import { celebrationsKey, forgetAbout } from './forget.ts';

const KWAME = '0198c5a1-0000-7000-8000-000000000001';
const ADA = '0198c5a1-0000-7000-8000-000000000002';

let accounts = 0;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const DETAIL = ['people', 'detail', KWAME];
const OTHER = ['people', 'detail', ADA];
const CHART = ['people', 'chart', 'top'];
const MEMBERS = ['chat', 'members', 'space'];
const ELSEWHERE = ['chat', 'members', 'other'];
const CONFIG = ['company', 'values'];
/** What is being written to them, and is nowhere else. */
const TYPED = [...ownWordsKey];

/** A device that has shown all this, and was restarted since: it is on the disk alone, but for what `open` names. */
async function device(...open: QueryKey[]) {
  const db = cacheDatabase(accountOf({ company_id: 'forget', employee_id: `${accounts++}` }));
  const persister = createQueryPersister();
  persister.use(db);
  const answers: [QueryKey, unknown][] = [
    [DETAIL, { location: 'Accra' }],
    [OTHER, { location: 'London' }],
    [CHART, { pages: [{ items: [{ person: { employee_id: KWAME, first_name: 'Kwame' } }] }] }],
    [MEMBERS, { pages: [{ items: [{ employee_id: KWAME }, { employee_id: ADA }] }] }],
    [ELSEWHERE, { pages: [{ items: [{ employee_id: ADA }] }] }],
    [CONFIG, { values: [KWAME] }],
    [TYPED, { [`employee/${KWAME}`]: { doc: {}, typed_at: '2026-01-01' } }],
    [celebrationsKey, { items: [{ employee_id: KWAME }] }],
  ];
  const client = () =>
    new QueryClient({
      defaultOptions: { queries: { persister: persister.persister as never, staleTime: 60_000, retry: false } },
    });
  const first = client();
  for (const [queryKey, answer] of answers) await first.fetchQuery({ queryKey, queryFn: () => answer });
  const kept = async () =>
    ((await db.run((d) => d.getAll('query'))) as { queryKey: QueryKey }[]).map(({ queryKey }) => queryKey.join(' '));
  await expect.poll(async () => (await kept()).length).toBe(answers.length);
  first.clear();
  const queryClient = client();
  const read: string[] = [];
  for (const queryKey of open) {
    const queryFn = () => {
      read.push(queryKey.join(' '));
      return null;
    };
    const leave = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
    ends.push(leave);
    await expect.poll(() => queryClient.getQueryData(queryKey)).toBeTruthy();
  }
  ends.push(
    () => queryClient.clear(),
    () => db.destroy(),
  );
  return { queryClient, db, kept, read };
}
const frame = (name: string, payload: unknown) => ({ topic: 'company' as const, revision: 2, name, payload });

test('of somebody who leaves nothing stays in any list, opened on this page or not', async () => {
  const here = await device(MEMBERS);
  await forgetAbout(here, frame(removed.name, { employee_id: KWAME }));
  await expect.poll(() => here.read).toEqual([MEMBERS.join(' ')]);
  expect(here.queryClient.getQueryData(MEMBERS)).toBeNull();
  const rest = [OTHER, ELSEWHERE, CONFIG, TYPED].map((key) => key.join(' '));
  await expect
    .poll(async () => (await here.kept()).filter((key) => key !== MEMBERS.join(' ')))
    .toEqual(rest.toSorted());
});

test('who is only switched off is celebrated no more, and known still', async () => {
  const here = await device();
  await forgetAbout(here, frame(changed.name, { employee_id: KWAME, employee_account_status: 'INACTIVE' }));
  expect(await here.queryClient.fetchQuery({ queryKey: celebrationsKey, queryFn: () => 'read anew' })).toBe(
    'read anew',
  );
  expect(
    await here.queryClient.fetchQuery({ queryKey: DETAIL, queryFn: () => 'read anew', staleTime: 60_000 }),
  ).toEqual({
    location: 'Accra',
  });
});

test('after what was missed, and with other rights, nothing that tells of people stays; the rest does', async () => {
  const here = await device();
  await forgetAbout(here);
  expect((await here.kept()).toSorted()).toEqual([CONFIG, TYPED].map((key) => key.join(' ')).toSorted());
});

test('what one is just typing is read by nobody anew: nobody else has it', async () => {
  const here = await device(TYPED);
  await forgetAbout(here, frame(removed.name, { employee_id: KWAME }));
  await forgetAbout(here);
  expect(here.queryClient.getQueryData(TYPED)).toMatchObject({ [`employee/${KWAME}`]: { typed_at: '2026-01-01' } });
  expect(here.read).toEqual([]);
});

test('of many who leave at once the disk is gone through once, and of who is invited never', async () => {
  const here = await device();
  let passes = 0;
  const counted = Object.assign(Object.create(here.db), {
    run: (work: Parameters<typeof here.db.run>[0]) => {
      passes++;
      return here.db.run(work);
    },
  });
  const kept = { ...here, db: counted };
  await forgetAbout(kept, frame(changed.name, { employee_id: ADA, employee_account_status: 'INVITED' }));
  expect(passes).toBe(0);
  await Promise.all([KWAME, ADA].map((employee_id) => forgetAbout(kept, frame(removed.name, { employee_id }))));
  expect(passes).toBe(1);
  expect((await here.kept()).toSorted()).toEqual([CONFIG, TYPED].map((key) => key.join(' ')).toSorted());
});
