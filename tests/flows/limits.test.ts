// Where something is full: as many as there can be, a file too long to be made, a disk without room. Each is said by its own name,
// and changes nothing.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAudit } from '#contract/audit.ts';
import { renewRecovery } from '#contract/auth/second-factor.ts';
import * as chat from '#contract/chat.ts';
import { createDepartment, listDepartments } from '#contract/people/departments.ts';
import { createGroup, listGroups } from '#contract/people/groups.ts';
import { docOf } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { verdict } from './auth.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

test('a thousand departments, and no more; the last one can be had', async () => {
  const { owner, company_id } = await registerCompany(app);
  const fill = `INSERT INTO department (company_id, department_id, name)
    SELECT $1, gen_random_uuid(), 'Department ' || n FROM generate_series(1, 999) n`;
  await app.sql(fill, [company_id]);
  const make = (department_name: string) =>
    owner.raw(createDepartment, { department_id: uuid(), department_name, parent_id: null });
  expect(verdict(await make('The last'))).toBe('200');
  expect(verdict(await make('One more'))).toBe('409 TOO_MANY_DEPARTMENTS');
  expect((await owner.call(listDepartments, {})).items).toHaveLength(1000);
});

test('five hundred groups, and no more; the last one can be had', async () => {
  const { owner, company_id } = await registerCompany(app);
  const fill = `INSERT INTO people_group (company_id, group_id, name, description)
    SELECT $1, gen_random_uuid(), 'Group ' || n, '' FROM generate_series(1, 499) n`;
  await app.sql(fill, [company_id]);
  const make = (group_name: string) => owner.raw(createGroup, { group_id: uuid(), group_name });
  expect(verdict(await make('The last'))).toBe('200');
  expect(verdict(await make('One more'))).toBe('409 TOO_MANY_GROUPS');
  expect((await owner.call(listGroups, {})).items).toHaveLength(500);
});

test('fifty thousand lines of the audit log as a file; with more it has to be narrowed down', async () => {
  const { owner, company_id } = await registerCompany(app);
  const fill = `INSERT INTO audit_event (company_id, audit_id, actor_id, action, detail)
    SELECT $1, gen_random_uuid(), $2, 'company.values_changed', '{}' FROM generate_series(1, $3)`;
  const before = await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1', [company_id]);
  await app.sql(fill, [company_id, owner.employee_id, 50_000 - before.length]);
  const whole = await owner.call(exportAudit, {});
  expect(new TextDecoder().decode(whole.content).trimEnd().split('\n')).toHaveLength(50_001);
  // It was recorded: now there is one too many.
  expect(verdict(await owner.raw(exportAudit, {}))).toBe('400 AUDIT_EXPORT_TOO_LARGE');
  expect(verdict(await owner.raw(exportAudit, { filters: { areas: ['auth'] } }))).toBe('200');
});

test('new recovery codes without a second factor', async () => {
  const { owner } = await registerCompany(app);
  const ask = (password: string) => owner.raw(renewRecovery, { password, code: '123456' });
  expect(verdict(await ask(PASSWORD))).toBe('404 SECOND_FACTOR_NOT_FOUND');
  expect(verdict(await ask('not this 1'))).toBe('400 AUTH_PASSWORD_INVALID');
});

test('a disk without room refuses what is written, tells so, and takes the same later', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const to = { entity_type: 'employee', entity_id: colleague.employee_id } as const;
  const say = (message_id: string) => owner.raw(chat.send, { ...to, message_id, body: docOf('Flour is here') });
  await say(uuid());
  // As PostgreSQL says it when it cannot make a file larger.
  await app.sql(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END$$`);
  await app.sql('CREATE TRIGGER no_room BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION no_room()');
  const message_id = uuid();
  expect(verdict(await say(message_id))).toBe('507 STORAGE_FULL');
  expect((await colleague.call(chat.listMessages, { ...to, entity_id: owner.employee_id })).items).toHaveLength(1);
  await app.sql('DROP TRIGGER no_room ON event');
  expect(verdict(await say(message_id))).toBe('200');
  const { items } = await colleague.call(chat.listMessages, { ...to, entity_id: owner.employee_id });
  expect(items.map(({ seq }) => seq)).toEqual([1, 2]);
});
