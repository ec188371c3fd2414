// Deactivated accounts are not kept for ever: who is deleted when, who is left to a person, and that the moment of being switched off is
// written down whichever way that happens.
// @module-tag long
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import * as company from '#contract/company.ts';
import * as companies from '#contract/operator/companies.ts';
import * as bulk from '#contract/people/bulk.ts';
import * as departments from '#contract/people/departments.ts';
import * as leaving from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import type { peopleFeature } from '#server/features/people/feature.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { migrationFolders } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { newOperator } from './operator.fixture.ts';
import { check, everybody, fileOf, run, staff, undo } from './people-import.fixture.ts';
import { newProvider, newUser, patch } from './provisioning.fixture.ts';
import { ids, makeSpace } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DAY = 86_400_000;
const address = () => `p${uuid().slice(-12)}@deactivated.example`;
const isPeople = (one: object): one is ReturnType<typeof peopleFeature> => 'removeDeactivated' in one;
/** What the server does each hour. */
const hour = async (): Promise<number> => (await app.app.features.find(isPeople)?.removeDeactivated()) ?? -1;
const set = (owner: TestClient, deactivated_days: number | null) =>
  owner.call(company.update, { settings: { deactivated_days } });
const settingOf = async (by: TestClient) => (await by.call(company.get, {})).settings.deactivated_days;
const detailOf = (by: TestClient, employee_id: string) =>
  by.call(people.meta, { employee_id, select: ['employee_account_status', 'deactivated_at', 'awaits_heir'] });
const switchTo = (by: TestClient, employee_id: string, status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED') =>
  by.call(people.setStatus, { employee_id, status });
/** As if that had been so many days ago. */
const age = (employee_id: string, days: number) =>
  app.sql("UPDATE employee SET deactivated_at = now() - $2 * interval '1 day' WHERE employee_id = $1", [
    employee_id,
    days,
  ]);
const isHere = async (by: TestClient, employee_id: string) =>
  (await by.raw(people.meta, { employee_id, select: ['first_name'] })).status === 200;
const linesOf = async (by: TestClient, employee_id: string, what: string) =>
  (await by.call(listAudit, { filters: { employee_id }, limit: 50 })).items.filter(({ action }) => action === what);
/** Switched off by the owner, so many days ago. */
async function off(owner: TestClient, days: number, given: Parameters<typeof addPerson>[2] = {}): Promise<TestClient> {
  const one = await addPerson(app, owner, given);
  await switchTo(owner, one.employee_id, 'INACTIVE');
  await age(one.employee_id, days);
  return one;
}

describe('the setting', () => {
  test('is 90 days in a new company; where nobody ever chose, nobody is deleted', async () => {
    const { owner, company_id } = await registerCompany(app);
    expect(await settingOf(owner)).toBe(90);
    const { employee_id } = await off(owner, 4000);
    // As a company has it that was there before the setting was.
    await app.sql("UPDATE company_config SET settings = settings - 'deactivated_days' WHERE company_id = $1", [
      company_id,
    ]);
    expect(await settingOf(owner)).toBeNull();
    await hour();
    expect(await isHere(owner, employee_id)).toBe(true);
  });

  test('whoever is deactivated when it comes counts from then on, and companies that were there keep everybody', async () => {
    const { template: _, ...server } = inject('database');
    const database = `test_before_${uuid().slice(-12)}`;
    const admin = new pg.Client({ ...server, database: 'postgres' });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database}`);
    const at = { ...server, database };
    const names = readMigrations(migrationFolders).map(({ name }) => name);
    await migrate(at, migrationFolders, new Set(names.filter((name) => name < '20261126T0545_deactivated.sql')));
    const client = new pg.Client(at);
    await client.connect();
    const [company_id, off, on] = [uuid(), uuid(), uuid()];
    await client.query("INSERT INTO company_config (company_id, color_theme) VALUES ($1, 'default')", [company_id]);
    for (const [employee_id, status] of [
      [off, 'INACTIVE'],
      [on, 'ACTIVE'],
    ])
      await client.query(
        `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status,
           sort_name, search_text, updated_at) VALUES ($1, $2::uuid, '', '', $2, $2, $3, '', '', '2020-02-02')`,
        [company_id, employee_id, status],
      );
    await migrate(at, migrationFolders);
    const { rows } = await client.query(
      "SELECT employee_id, deactivated_at > now() - interval '1 minute' AS now FROM employee ORDER BY now",
    );
    expect(rows).toEqual([
      { employee_id: off, now: true },
      { employee_id: on, now: null },
    ]);
    const settings = await client.query('SELECT settings FROM company_config');
    expect(settings.rows).toEqual([{ settings: {} }]);
    await client.end();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  });

  test.each([0, 7, 29, 36_501])('%d days are refused', async (deactivated_days) => {
    const { owner } = await registerCompany(app);
    const { status, body } = await owner.raw(company.update, { settings: { deactivated_days } });
    expect([status, body.error_code]).toEqual([400, 'INVALID_CONFIG_SETTING']);
    expect(body.data).toMatchObject([{ path: 'settings.deactivated_days' }]);
    expect(await settingOf(owner)).toBe(90);
  });

  test('is changed by who may configure, who has said lately who they are, and stands in the log', async () => {
    const { owner, company_id } = await registerCompany(app);
    const colleague = await addPerson(app, owner);
    const refused = { code: 'NO_PERMISSION', status: 403 };
    await expect(set(colleague, 30)).rejects.toMatchObject(refused);
    await app.sql("UPDATE session SET proved_at = now() - interval '11 minutes' WHERE company_id = $1", [company_id]);
    const { body } = await owner.raw(company.update, { settings: { deactivated_days: 30 } });
    expect(body.error_code).toBe('AUTH_PROOF_REQUIRED');
    await app.sql('UPDATE session SET proved_at = now() WHERE company_id = $1', [company_id]);
    await set(owner, 30);
    const { items } = await owner.call(listAudit, { filters: { areas: ['company'] }, limit: 5 });
    expect(items[0]?.detail).toEqual({ fields: ['settings.deactivated_days'], deactivated_days: 30 });
  });
});

describe('who has been deactivated for long', () => {
  test('stays the day before, is deleted the day after, by nobody of the company, and can be brought back', async () => {
    const { owner } = await registerCompany(app);
    const work_email_id = address();
    const gone = await off(owner, 89.9, { first_name: 'Lena', last_name: 'Fall', work_email_id });
    const { employee_id } = gone;
    await hour();
    expect(await isHere(owner, employee_id)).toBe(true);
    await age(employee_id, 90.1);
    await using socket = await openSocket(owner);
    await hour();
    expect((await socket.waitForEvent('people.removed')).payload).toEqual({ employee_id });
    expect(await isHere(owner, employee_id)).toBe(false);
    expect(await linesOf(owner, employee_id, 'people.removed')).toMatchObject([
      { actor_id: null, detail: { employee_id, deactivated_days: 90 } },
    ]);
    const { leaver } = await owner.call(leaving.getLeaver, { employee_id });
    expect((Date.parse(leaver.erase_at) - Date.parse(leaver.left_at)) / DAY).toBeCloseTo(leaving.DAYS_TO_RETURN, 1);

    // Back as they were, and their time begins anew.
    await owner.call(leaving.restoreLeaver, { employee_id });
    const back = await detailOf(owner, employee_id);
    expect(back).toMatchObject({ employee_account_status: 'INACTIVE', awaits_heir: false });
    expect(Date.now() - Date.parse(back.deactivated_at ?? '')).toBeLessThan(60_000);
    await hour();
    expect(await isHere(owner, employee_id)).toBe(true);
    await switchTo(owner, employee_id, 'ACTIVE');
    expect((await signIn(app.url, work_email_id)).employee_id).toBe(employee_id);
  });

  test('not who was active in between, or is kept out for a while', async () => {
    const { owner } = await registerCompany(app);
    const [back, suspended] = [await off(owner, 200), await off(owner, 200)];
    await switchTo(owner, back.employee_id, 'ACTIVE');
    expect((await detailOf(owner, back.employee_id)).deactivated_at).toBeNull();
    await switchTo(owner, back.employee_id, 'INACTIVE');
    await switchTo(owner, suspended.employee_id, 'SUSPENDED');
    await hour();
    for (const { employee_id } of [back, suspended]) expect(await isHere(owner, employee_id)).toBe(true);
    // What is said again is no other moment.
    await age(back.employee_id, 50);
    await switchTo(owner, back.employee_id, 'INACTIVE');
    await owner.call(people.update, { employee_id: back.employee_id, position_title: 'Baker' });
    const { deactivated_at } = await detailOf(owner, back.employee_id);
    expect(Math.round((Date.now() - Date.parse(deactivated_at ?? '')) / DAY)).toBe(50);
  });

  test('never where the company keeps them, and by the days that it chose', async () => {
    const [never, month] = [await registerCompany(app), await registerCompany(app)];
    await set(never.owner, null);
    await set(month.owner, 30);
    const [kept, old, young] = [await off(never.owner, 4000), await off(month.owner, 31), await off(month.owner, 29)];
    await hour();
    expect(await isHere(never.owner, kept.employee_id)).toBe(true);
    expect(await isHere(month.owner, old.employee_id)).toBe(false);
    expect(await isHere(month.owner, young.employee_id)).toBe(true);
  });

  test('two servers at once delete each of many once', async () => {
    const { owner, company_id } = await registerCompany(app);
    await staff(app, owner, 120, 'INACTIVE');
    await app.sql(
      "UPDATE employee SET deactivated_at = now() - interval '91 days' WHERE company_id = $1 AND deactivated_at IS NOT NULL",
      [company_id],
    );
    const counts = await Promise.all([hour(), hour()]);
    expect(counts[0] + counts[1]).toBe(120);
    expect(await hour()).toBe(0);
    const removed = await app.sql("SELECT FROM audit_event WHERE company_id = $1 AND action = 'people.removed'", [
      company_id,
    ]);
    expect(removed).toHaveLength(120);
  });

  test.each([
    [
      'is activated',
      (employee_id: string) => [
        `UPDATE employee SET employee_account_status = 'ACTIVE' WHERE employee_id = $1`,
        employee_id,
      ],
    ],
    [
      'is kept',
      (_: string, company_id: string) => [
        `UPDATE company_config SET settings = settings || '{"deactivated_days": null}' WHERE company_id = $1`,
        company_id,
      ],
    ],
  ] as const)('who %s at that very moment stays', async (_what, change) => {
    const { owner, company_id } = await registerCompany(app);
    const { employee_id } = await off(owner, 200);
    const client = new pg.Client(app.connection);
    await client.connect();
    await client.query('BEGIN');
    await client.query("SELECT FROM role WHERE company_id = $1 AND built_in = 'owner' FOR UPDATE", [company_id]);
    const done = hour();
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(() => app.sql(waiting)).toHaveLength(1);
    const [statement, id] = change(employee_id, company_id);
    await client.query(statement ?? '', [id]);
    await client.query('COMMIT');
    await client.end();
    await done;
    expect(await isHere(owner, employee_id)).toBe(true);
  });

  test('while the company is suspended nobody is deleted', async () => {
    const operator = await newOperator(app);
    const { owner, company_id } = await registerCompany(app);
    const { employee_id } = await off(owner, 200);
    await operator.call(companies.suspendCompany, { company_id });
    await hour();
    await operator.call(companies.resumeCompany, { company_id });
    expect(await isHere(owner, employee_id)).toBe(true);
    await hour();
    expect(await isHere(owner, employee_id)).toBe(false);
  });
});

describe('what is for a person to decide', () => {
  test('who has something that somebody must take over stays, which is told once, until it is nobody’s need', async () => {
    const { owner } = await registerCompany(app);
    const [admin, lead, after] = [
      await addPerson(app, owner),
      await addPerson(app, owner),
      await addPerson(app, owner),
    ];
    const member = await addPerson(app, owner);
    const space = await makeSpace(admin, { employee_ids: ids(member) });
    const department_id = uuid();
    await owner.call(departments.createDepartment, {
      ...{ department_id, department_name: 'Mills', lead_id: lead.employee_id },
    });
    for (const { employee_id } of [admin, lead, after]) {
      await switchTo(owner, employee_id, 'INACTIVE');
      await age(employee_id, 91);
    }
    await using socket = await openSocket(owner);
    await hour();
    await hour();
    // Nobody is in the way of who comes after.
    expect(await isHere(owner, after.employee_id)).toBe(false);
    for (const { employee_id } of [admin, lead]) {
      expect(await detailOf(owner, employee_id)).toMatchObject({
        ...{ employee_account_status: 'INACTIVE', awaits_heir: true },
      });
      expect(await linesOf(owner, employee_id, 'people.deletion_waits')).toMatchObject([{ actor_id: null }]);
      const told = socket.events.filter(({ payload }) => (payload as people.Person).employee_id === employee_id);
      expect(told.map(({ name }) => name)).toEqual(['people.changed']);
    }
    const members = await member.call(spaces.listMembers, { space_id: space.space_id });
    expect(members.items.find((one) => one.employee_id === admin.employee_id)?.role).toBe('admin');

    await owner.call(departments.updateDepartment, { department_id, lead_id: member.employee_id });
    await hour();
    expect(await isHere(owner, lead.employee_id)).toBe(false);
    await switchTo(owner, admin.employee_id, 'ACTIVE');
    expect(await detailOf(owner, admin.employee_id)).toMatchObject({ awaits_heir: false, deactivated_at: null });
  });

  test('of owners who cannot sign in the last one stays', async () => {
    const { owner, company_id } = await registerCompany(app);
    const role_id = (await owner.call(listRoles, {})).items.find(({ built_in }) => built_in === 'owner')?.role_id ?? '';
    const [second, manager] = [await off(owner, 200, { role_ids: [role_id] }), await addPerson(app, owner)];
    await hour();
    // There is another one.
    expect(await isHere(manager, second.employee_id)).toBe(false);
    // As after a backup was put back (erasing-again.ts): nobody of the company can do that.
    await app.sql("UPDATE employee SET employee_account_status = 'INACTIVE' WHERE employee_id = $1", [
      owner.employee_id,
    ]);
    await age(owner.employee_id, 200);
    expect(await settingOf(manager)).toBe(90);
    await hour();
    expect(
      await app.sql(
        'SELECT employee_account_status AS status FROM employee WHERE company_id = $1 AND employee_id = $2',
        [company_id, owner.employee_id],
      ),
    ).toEqual([{ status: 'INACTIVE' }]);
  });
});

describe('since when an account is deactivated', () => {
  const expectNow = async (by: TestClient, employee_id: string) => {
    const { employee_account_status, deactivated_at } = await detailOf(by, employee_id);
    expect(employee_account_status).toBe('INACTIVE');
    expect(Math.abs(Date.now() - Date.parse(deactivated_at ?? ''))).toBeLessThan(60_000);
  };

  test('is for those who manage people alone', async () => {
    const { owner } = await registerCompany(app);
    const [gone, colleague] = [await off(owner, 1), await addPerson(app, owner)];
    expect(Object.keys(await detailOf(owner, gone.employee_id)).toSorted()).toEqual([
      ...['awaits_heir', 'deactivated_at', 'employee_account_status'],
    ]);
    expect(Object.keys(await detailOf(colleague, gone.employee_id))).toEqual(['employee_account_status']);
    expect(await detailOf(owner, colleague.employee_id)).toMatchObject({ deactivated_at: null, awaits_heir: false });
  });

  test('is written down by hand, for many, and with a file, whose undoing forgets it', async () => {
    const { owner } = await registerCompany(app);
    const [one, two, missing] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
    await switchTo(owner, one.employee_id, 'INACTIVE');
    await expectNow(owner, one.employee_id);
    await owner.call(bulk.bulkStatus, { employee_ids: ids(two), status: 'INACTIVE' });
    await expectNow(owner, two.employee_id);
    await owner.call(bulk.bulkStatus, { employee_ids: ids(one, two), status: 'ACTIVE' });

    const here = await staff(app, owner, 12);
    const listed = [...(await everybody(owner))].filter(([, { employee_id }]) => employee_id !== missing.employee_id);
    const { import_id } = await check(owner, fileOf([...new Set([...here, ...listed.map(([mail]) => mail)])]));
    expect(await run(owner, import_id, false, true)).toMatchObject({ deactivation: { people: 1, done: 1 } });
    await expectNow(owner, missing.employee_id);
    await undo(owner, import_id);
    expect(await detailOf(owner, missing.employee_id)).toMatchObject({
      ...{ employee_account_status: 'ACTIVE', deactivated_at: null },
    });
  });

  test('is written down where the identity provider says so; on again in time they are back, and after that they are new', async () => {
    const { owner } = await registerCompany(app);
    const provider = await newProvider(owner);
    const active = (id: string, value: boolean) =>
      provider.call('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: value } }));
    const user = newUser();
    const { id } = (await provider.call('POST', '/Users', user)).body;
    await active(id, false);
    await expectNow(owner, id);
    await age(id, 89);
    await hour();
    expect((await active(id, true)).body.active).toBe(true);
    expect((await detailOf(owner, id)).deactivated_at).toBeNull();
    // The same of one who was never on.
    const asleep = (await provider.call('POST', '/Users', newUser({ active: false }))).body.id;
    await expectNow(owner, asleep);

    await active(id, false);
    await age(id, 91);
    await hour();
    const [byHand, byItself] = [await addPerson(app, owner), id];
    await owner.call(people.remove, { employee_id: byHand.employee_id });
    const said = await Promise.all([byHand.employee_id, byItself].map((one) => active(one, true)));
    expect(said.map(({ status }) => status)).toEqual([404, 404]);
    expect(said[1]?.body).toEqual({ ...said[0]?.body });
    expect((await provider.call('POST', '/Users', user)).body.id).not.toBe(id);
  });

  test('no statement can leave it out, and what was written down before comes back with a backup', async () => {
    const { owner } = await registerCompany(app);
    const { employee_id } = await addPerson(app, owner);
    const put = (to: string) => app.sql(`UPDATE employee SET ${to} WHERE employee_id = $1`, [employee_id]);
    await put("employee_account_status = 'INACTIVE'");
    await expectNow(owner, employee_id);
    await expect(put('deactivated_at = NULL')).rejects.toMatchObject({ constraint: 'employee_deactivated_at' });
    await put("employee_account_status = 'INACTIVE', deactivated_at = '2020-02-02'");
    expect((await detailOf(owner, employee_id)).deactivated_at).toMatch(/^2020-02-02/);
    await put("employee_account_status = 'ACTIVE'");
    expect((await detailOf(owner, employee_id)).deactivated_at).toBeNull();
  });
});
