// The list that those who manage people work in: every filter and order, pages without gaps, many rows, many changed at once.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { update } from '#contract/company.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as bulk from '#contract/people/bulk.ts';
import { createDepartment } from '#contract/people/departments.ts';
import type { LastSeen } from '#contract/people/finding/views.ts';
import { createGroup } from '#contract/people/groups.ts';
import * as people from '#contract/people.ts';
import { sweep } from '#server/features/auth/repo/sweep-repo.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { waitForMail } from '#tests/kit/mails.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

type Asked = RequestOf<typeof people.list>;
const person = async (by: TestClient, first_name: string, more: object = {}): Promise<string> => {
  const name = { employee_id: uuid(), first_name, last_name: 'X', work_email_id: `${uuid()}@people.example` };
  return (await by.call(people.create, { ...name, send_invitation: false, ...more })).employee.employee_id;
};
const names = async (by: TestClient, input: Asked): Promise<string[]> =>
  (await by.call(people.list, input)).items.map((one) => one.first_name);
const department = async (by: TestClient, department_name: string, parent_id: string | null = null) => {
  const department_id = uuid();
  await by.call(createDepartment, { department_id, department_name, parent_id });
  return department_id;
};
/** Written past the server: 10,000 people in 40 departments, as a company of years has them. */
async function crowd({ company_id }: TestClient): Promise<void> {
  await app.sql(
    `INSERT INTO department (company_id, department_id, name, parent_id)
     SELECT $1, md5('d' || n)::uuid, 'Department ' || n, CASE WHEN n > 8 THEN md5('d' || n % 8 + 1)::uuid END FROM generate_series(1, 40) n`,
    [company_id],
  );
  await app.sql(
    `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status,
       sort_name, search_text, location, joining_date, department_id)
     SELECT $1, md5('e' || n)::uuid, 'Ann' || n % 700, 'Of ' || n, n || '@x.example', n || '@x.example',
       (ARRAY['ACTIVE','ACTIVE','ACTIVE','INVITED','INACTIVE'])[n % 5 + 1], 'ann' || n % 700 || ' of ' || n,
       'ann' || n % 700 || ' of ' || n, 'Site ' || n % 12, date '2010-01-01' + n % 3000, md5('d' || n % 40 + 1)::uuid
     FROM generate_series(1, 10000) n`,
    [company_id],
  );
  await app.sql('ANALYZE employee');
}

test('filters by department with what is below, group, and a name with a slip; orders and their reverse', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const trade = await department(owner, 'Trade');
  const shops = await department(owner, 'Shops', trade);
  const ada = await person(owner, 'Ada', { department_id: trade, joining_date: '2020-01-01' });
  await person(owner, 'Bartholomew', { department_id: shops, joining_date: '2021-01-01' });
  const group_id = uuid();
  await owner.call(createGroup, { group_id, group_name: 'First aiders' });
  await owner.call(bulk.bulkGroup, { employee_ids: [ada], group_id });
  expect(await names(owner, { filters: { department_ids: [trade] } })).toEqual(['Ada', 'Bartholomew']);
  expect(await names(owner, { filters: { department_ids: [shops] } })).toEqual(['Bartholomew']);
  expect(await names(owner, { filters: { group_ids: [group_id] } })).toEqual(['Ada']);
  expect(await names(owner, { filters: { group_ids: [] } })).toEqual([]);
  expect(await names(owner, { query: 'bartolomew' })).toEqual(['Bartholomew']);
  expect(await names(owner, { sort: 'name', reverse: true })).toEqual(['Olive', 'Bartholomew', 'Ada']);
  expect(await names(owner, { sort: 'department' })).toEqual(['Bartholomew', 'Ada', 'Olive']);
  expect(await names(owner, { sort: 'status' })).toEqual(['Olive', 'Ada', 'Bartholomew']);
  expect(await names(owner, { sort: 'last_seen' })).toHaveLength(3);
  expect((await names(owner, { sort: 'last_seen' }))[0]).toBe('Olive');
  expect(await names(owner, { sort: 'joining_date', reverse: true })).toEqual(['Olive', 'Ada', 'Bartholomew']);
  const { items, total } = await owner.call(people.list, { select: ['department_id', 'role_ids', 'last_seen_at'] });
  expect(total).toBe(3);
  expect(items[0]).toMatchObject({ department_id: trade, role_ids: [expect.any(String)], last_seen_at: null });
  expect(items[2]?.last_seen_at).toEqual(expect.any(String));
  const choices = await owner.call(people.dropdown, { kinds: ['departments', 'groups', 'managers', 'statuses'] });
  expect(choices.departments?.map((one) => one.label)).toEqual(['Shops', 'Trade']);
  expect(choices.groups).toEqual([{ id: group_id, label: 'First aiders' }]);
});

test('who does not manage people sees active colleagues only, and no groups', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const colleague = await addPerson(app, owner, { first_name: 'Pat' });
  await person(owner, 'Invited');
  expect(await names(colleague, {})).toEqual(['Olive', 'Pat']);
  expect(await names(colleague, { filters: { statuses: ['INVITED', 'DELETED'] } })).toEqual([]);
  expect((await colleague.call(people.dropdown, { kinds: ['groups'] })).groups).toEqual([]);
  const refused = { code: 'NO_PERMISSION' };
  for (const input of [
    { filters: { group_ids: [uuid()] } },
    { sort: 'last_seen' },
    { select: ['last_seen_at'] },
    { select: ['invited_at'] },
    { select: ['group_ids'] },
    { filters: { last_seen: 'never' } },
  ] satisfies Asked[])
    await expect(colleague.call(people.list, input)).rejects.toMatchObject(refused);
});

test('filters by when somebody was last here, also once their sessions are swept away', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const days = { Pia: 3, Quin: 20, Rosa: 40, Sven: 500 };
  for (const [first_name, ago] of Object.entries(days)) {
    const { employee_id } = await addPerson(app, owner, { first_name });
    await app.sql(
      `UPDATE session SET last_used_at = now() - make_interval(days => $2), ended_at = now() - make_interval(days => $2)
       WHERE employee_id = $1`,
      [employee_id, ago],
    );
  }
  await person(owner, 'Tove', { department_id: await department(owner, 'Trade') });
  const found = (last_seen: LastSeen, more: Asked = {}) =>
    names(owner, { ...more, filters: { ...more.filters, last_seen } });
  const check = async () => {
    expect(await found('week')).toEqual(['Olive', 'Pia']);
    expect(await found('month')).toEqual(['Olive', 'Pia', 'Quin']);
    expect(await found('not_month')).toEqual(['Rosa', 'Sven', 'Tove']);
    expect(await found('never')).toEqual(['Tove']);
    expect(await found('not_month', { sort: 'last_seen' })).toEqual(['Rosa', 'Sven', 'Tove']);
    expect(await found('not_month', { sort: 'department' })).toEqual(['Tove', 'Rosa', 'Sven']);
    expect(await found('not_month', { filters: { statuses: ['ACTIVE'] } })).toEqual(['Rosa', 'Sven']);
  };
  await check();
  await app.app.context.db.system(sweep);
  const kept = 'SELECT 1 FROM session WHERE employee_id IN (SELECT employee_id FROM last_seen) AND company_id = $1';
  expect(await app.sql(kept, [owner.company_id]), 'they are gone').toEqual([]);
  expect(await app.sql('SELECT 1 FROM last_seen WHERE company_id = $1', [owner.company_id])).toHaveLength(2);
  await check();
  await app.app.context.db.system(sweep);
  await check();

  const input: Asked = { filters: { last_seen: 'not_month' }, by_department: true, limit: 2 };
  const first = await owner.call(people.list, input);
  expect(first).toMatchObject({ total: 3, departments: expect.arrayContaining([{ department_id: null, people: 2 }]) });
  const rest = await owner.call(people.list, { ...input, cursor: first.next_cursor ?? '' });
  expect(rest.items.map((one) => one.first_name)).toEqual(['Tove']);

  // The year is the company's: at its first moment, a second before it, and a second after.
  await owner.call(update, { settings: { time_zone: 'Pacific/Auckland' } });
  const [{ began } = { began: '' }] = await app.sql<{ began: string }>(
    "SELECT (date_trunc('year', now() AT TIME ZONE 'Pacific/Auckland') AT TIME ZONE 'Pacific/Auckland')::text AS began",
  );
  await app.sql('UPDATE session SET last_used_at = now() WHERE employee_id = $1', [owner.employee_id]);
  for (const [seconds, there] of [
    [-1, ['Olive']],
    [0, ['Olive', 'Sven']],
    [1, ['Olive', 'Sven']],
  ] as const) {
    await app.sql(
      `UPDATE last_seen SET seen_at = $2::timestamptz + make_interval(secs => $3) WHERE employee_id =
       (SELECT employee_id FROM employee WHERE company_id = $1 AND first_name = 'Sven')`,
      [owner.company_id, began, seconds],
    );
    const all = await found('year');
    expect(all.filter((name) => name === 'Olive' || name === 'Sven')).toEqual(there);
  }
});

test('who is invited has the time of the invitation that still works, and nobody else', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const ids = [await person(owner, 'Ada', { send_invitation: true }), await person(owner, 'Bo')];
  const invited = async () =>
    (await owner.call(people.list, { select: ['invited_at'] })).items.map((one) => one.invited_at);
  const [sent, ...others] = await invited();
  expect(Math.abs(Date.parse(sent ?? '') - Date.now())).toBeLessThan(60_000);
  expect(others).toEqual([null, null]);
  await app.sql("UPDATE reset_link SET created_at = created_at - interval '2 days' WHERE employee_id = $1", [ids[0]]);
  expect(Date.parse((await invited())[0] ?? '')).toBeLessThan(Date.parse(sent ?? ''));
  await owner.call(bulk.bulkInvite, { employee_ids: ids });
  for (const again of (await invited()).slice(0, 2))
    expect(Date.parse(again ?? '')).toBeGreaterThanOrEqual(Date.parse(sent ?? ''));
  await app.sql("UPDATE reset_link SET expires_at = now() - interval '1 second' WHERE employee_id = ANY ($1::uuid[])", [
    ids,
  ]);
  expect(await invited(), 'nobody can accept one that has run out').toEqual([null, null, null]);
});

test('10,000 people: every order is paged whole, and a page by name walks the index', {
  timeout: 120_000,
}, async () => {
  const { owner } = await registerCompany(app);
  await crowd(owner);
  for (const [sort, reverse] of [
    ['name', true],
    ['department', false],
    ['status', false],
    ['last_seen', false],
    ['joining_date', true],
  ] as const) {
    const seen = new Set<string>();
    let cursor: string | undefined;
    let rows = 0;
    do {
      const filters = { locations: ['Site 3'] };
      const input: Asked = { sort, reverse, limit: 100, filters, ...(cursor && { cursor }) };
      const page: Awaited<ReturnType<typeof owner.call<typeof people.list>>> = await owner.call(people.list, input);
      if (!cursor) expect(page.total).toBe(834);
      for (const { employee_id } of page.items) seen.add(employee_id);
      rows += page.items.length;
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect([seen.size, rows], sort).toEqual([834, 834]);
  }
  const plan = await app.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) SELECT employee_id FROM employee e
     WHERE company_id = $1 AND employee_account_status <> 'DELETED' AND (sort_name, employee_id) > ('ann5' COLLATE "C", $2::uuid)
     ORDER BY sort_name, employee_id LIMIT 51`,
    [owner.company_id, uuid()],
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('employee_name');
  expect(text).not.toContain('Seq Scan');
});

test('of many who are set active, who has never accepted is invited again, and the answer says who', async () => {
  await using limited = await startTestApp({ rateFactor: 1 });
  const { owner } = await registerCompany(limited);
  const ada = await addPerson(limited, owner, { first_name: 'Ada' });
  const address = `${uuid()}@people.example`;
  const ben = await person(owner, 'Ben', { work_email_id: address });
  const cleo = await person(owner, 'Cleo');
  const set = (employee_ids: string[], status: 'ACTIVE' | 'SUSPENDED') =>
    owner.call(bulk.bulkStatus, { employee_ids, status });
  expect(await set([ada.employee_id, ben], 'SUSPENDED')).toMatchObject({ results: [null, null], invited: [] });
  const all = [ada.employee_id, cleo, ben, owner.employee_id];
  const { results, invited } = await set(all, 'ACTIVE');
  expect([results, invited.toSorted()]).toEqual([[null, null, null, null], [ben, cleo].toSorted()]);
  expect(await names(owner, { filters: { statuses: ['SUSPENDED'] } })).toEqual([]);
  expect(await names(owner, { filters: { statuses: ['INVITED'] } })).toEqual(['Ben', 'Cleo']);
  await waitForMail(limited.dataDir, address);
  // As for whoever is invited by hand: not for the sixth time in an hour, and the account stays what it was.
  for (let i = 0; i < 4; i++) await set([ben], 'ACTIVE');
  await set([ben], 'SUSPENDED');
  expect(await set([ben, cleo], 'ACTIVE')).toMatchObject({ results: ['TOO_MANY_REQUESTS', null], invited: [cleo] });
  expect(await names(owner, { filters: { statuses: ['SUSPENDED'] } })).toEqual(['Ben']);
});

test('many at once: each wholly or not at all, with what became of it', async () => {
  const { owner } = await registerCompany(app);
  const trade = await department(owner, 'Trade');
  const [ada, ben, nobody] = [await person(owner, 'Ada'), await person(owner, 'Ben'), await person(owner, 'Gone')];
  await owner.call(people.remove, { employee_id: nobody });
  const employee_ids = [ada, nobody, ben, ada];
  const moved = await owner.call(bulk.bulkDepartment, { employee_ids, department_id: trade });
  expect(moved.results).toEqual([null, 'EMPLOYEE_NOT_FOUND', null, null]);
  expect(await names(owner, { filters: { department_ids: [trade] } })).toEqual(['Ada', 'Ben']);
  const status = await owner.call(bulk.bulkStatus, {
    employee_ids: [ada, owner.employee_id],
    status: 'SUSPENDED',
  });
  expect(status.results).toEqual([null, 'LAST_OWNER']);
  expect(await names(owner, { filters: { statuses: ['SUSPENDED'] } })).toEqual(['Ada']);
  expect((await owner.call(bulk.bulkInvite, { employee_ids: [ada, ben] })).results).toEqual(['INVALID_REQUEST', null]);
  const roles = (await owner.call(people.dropdown, { kinds: ['roles'] })).roles ?? [];
  const role_id = roles.find((one) => one.label === 'Communicator')?.id ?? '';
  expect((await owner.call(bulk.bulkRole, { employee_ids, role_id })).results[1]).toBe('EMPLOYEE_NOT_FOUND');
  expect(await names(owner, { filters: { role_ids: [role_id] } })).toEqual(['Ada', 'Ben']);
  const gone = await owner.call(bulk.bulkRemove, { employee_ids: [ben, owner.employee_id] });
  expect(gone.results).toEqual([null, 'LAST_OWNER']);
  expect(await names(owner, { filters: { department_ids: [trade] } })).toEqual(['Ada']);
  const refused = (ids: string[], department_id: string, code: string) =>
    expect(owner.call(bulk.bulkDepartment, { employee_ids: ids, department_id })).rejects.toMatchObject({ code });
  await refused(employee_ids, uuid(), 'DEPARTMENT_NOT_FOUND');
  await refused([owner.employee_id, uuid()], trade, 'EMPLOYEE_NOT_FOUND');
  expect(await names(owner, { filters: { department_ids: [trade] } })).toEqual(['Ada']);
});
