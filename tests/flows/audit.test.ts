// The audit log: who may read it, what it tells, and that a line which was changed, put in or taken out is found.
// @module-tag long
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditEvent, exportAudit, listAudit, verifyAudit } from '#contract/audit.ts';
import { updateValues } from '#contract/company/values.ts';
import * as company from '#contract/company.ts';
import { createDepartment, deleteDepartment, updateDepartment } from '#contract/people/departments.ts';
import { createGroup, deleteGroup, updateGroup, updateGroupMembers } from '#contract/people/groups.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { createToken, revokeToken } from '#contract/provisioning.ts';
import { createRefusals } from '#server/platform/audit/refusals.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { actions, type Filters, read } from './audit.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

/** Once everything that was done has its place. */
async function sealed(by: TestClient): Promise<AuditEvent[]> {
  await expect.poll(async () => (await read(by)).every((line) => line.sealed)).toBe(true);
  return (await read(by)).toReversed();
}
const verified = (by: TestClient, from?: number) => by.call(verifyAudit, from ? { from } : {});

/** A company in which a few things were done. */
async function busyCompany() {
  const { owner, email } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  await owner.call(company.update, { color_theme: 'Custom_Tron' });
  await owner.call(createRole, { role_id: uuid(), role_name: 'Front desk', permissions: [] });
  await owner.call(people.setStatus, { employee_id: ines.employee_id, status: 'INACTIVE' });
  return { owner, email, ines };
}

test('what was done stands there, newest first, with who did it and to whom', async () => {
  const { owner, ines } = await busyCompany();
  const [last, ...earlier] = await read(owner);
  expect(last).toMatchObject({
    action: 'people.account_status_changed',
    actor_id: owner.employee_id,
    detail: { employee_id: ines.employee_id, status: 'INACTIVE' },
  });
  expect(earlier.map(({ action }) => action).slice(0, 2)).toEqual(['people.role_created', 'company.config_changed']);
  const times = [last, ...earlier].map((line) => Date.parse(line?.created_at ?? ''));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

describe('who tries what they may not do', () => {
  const refusals = async (by: TestClient) =>
    (await read(by))
      .filter(({ action }) => action === 'auth.permission_refused')
      .map(({ detail }) => detail['endpoint']);

  test('leaves a line for each endpoint, however often, and nothing of what was asked', async () => {
    const { owner } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    const role = { role_id: uuid(), role_name: 'Secret plan', permissions: [] };
    for (let n = 0; n < 20; n++) expect((await ines.raw(createRole, role)).body.error_code).toBe('NO_PERMISSION');
    expect((await ines.raw(listAudit, {})).status).toBe(403);
    await expect.poll(() => refusals(owner)).toEqual(['audit.event.list', 'people.role.new']);
    const [line] = (await read(owner)).filter(({ action }) => action === 'auth.permission_refused');
    expect(line).toMatchObject({ actor_id: ines.employee_id, detail: { endpoint: 'audit.event.list' } });
    expect(JSON.stringify(await read(owner))).not.toContain('Secret plan');
    await sealed(owner);
    expect((await verified(owner)).broken_at).toBeNull();
  });

  test('leaves another one an hour later, and one for each person', async () => {
    const { owner, company_id } = await registerCompany(app);
    const [one, two] = [owner.employee_id, uuid()];
    let now = 0;
    const note = createRefusals(app.app.context, () => now);
    const session_id = uuid();
    const who = { company_id, session_id, permissions: new Set<string>(), modules: new Set<string>() };
    for (const at of [0, 3_599_999, 3_600_000, 3_600_001]) {
      now = at;
      note({ ...who, employee_id: one }, 'a');
    }
    note({ ...who, employee_id: two }, 'a');
    note({ ...who, employee_id: one }, 'b');
    await expect
      .poll(async () => (await refusals(owner)).map(String).toSorted((x, y) => x.localeCompare(y)))
      .toEqual(['a', 'a', 'a', 'b']);
  });
});

test('by part of the app, by person, by time', async () => {
  const { owner, email, ines } = await busyCompany();
  expect(await actions(owner, { areas: ['company'] })).toEqual(['company.config_changed']);
  // What she did, and what was done to her.
  const hers = await read(owner, { employee_id: ines.employee_id });
  expect(hers.map(({ action }) => action)).toContain('people.account_status_changed');
  expect(hers.every((one) => one.actor_id === ines.employee_id || one.detail['employee_id'] === ines.employee_id)).toBe(
    true,
  );
  expect(await actions(owner, { areas: ['company', 'people'], employee_id: ines.employee_id })).toEqual([
    'people.created',
    'people.account_status_changed',
  ]);
  await signIn(app.url, email);
  const all = await read(owner);
  expect(all[0]).toMatchObject({ action: 'auth.signed_in', actor_id: owner.employee_id });
  const [, second] = all as [AuditEvent, AuditEvent];
  const before = await owner.call(listAudit, { filters: { to: second.created_at }, limit: 500 });
  expect(before.items.map((one) => one.audit_id)).not.toContain(second.audit_id);
  const since = await owner.call(listAudit, { filters: { from: second.created_at }, limit: 500 });
  expect([...since.items, ...before.items].map((one) => one.audit_id).toSorted()).toEqual(
    all.map((one) => one.audit_id).toSorted(),
  );
});

test('by what was done, and by words of it: in its code, beside it, and in the names of both', async () => {
  const { owner, ines } = await busyCompany();
  const { owner: foreigner } = await registerCompany(app);
  expect(await actions(owner, { actions: ['company.config_changed', 'people.role_created'] })).toEqual([
    'company.config_changed',
    'people.role_created',
  ]);
  expect(await actions(owner, { actions: [] })).toEqual([]);
  expect(await actions(owner, { actions: ['people.role_created'], areas: ['company'] })).toEqual([]);
  const found = (words: string, more: Filters = {}) => actions(owner, { words, ...more });
  expect(await found('people.role_cre')).toEqual(['people.role_created']);
  expect(await found('ROLE created')).toEqual(['people.role_created']);
  expect(await found('color_theme')).toEqual(['company.config_changed']);
  expect(await found('inactive account')).toEqual(['people.account_status_changed']);
  // Whom it is about, and who did it: a word of each.
  const names = 'Person olive';
  expect(await found(names)).toEqual(['people.created', 'people.account_status_changed']);
  expect(await found(names, { areas: ['company'] })).toEqual([]);
  expect(await found(` ${ines.employee_id} status `)).toEqual(['people.account_status_changed']);
  expect(await found('  ')).toEqual(await actions(owner));
  // What LIKE reads as a sign is one to be found.
  for (const sign of ['%', '_____________________', '\\', 'inactive%account'])
    expect(await found(sign), sign).toEqual([]);
  expect(await actions(foreigner, { words: 'pat' })).toEqual([]);
  // Of a page that is searched the next goes on behind it.
  const first = await owner.call(listAudit, { filters: { words: names }, limit: 1 });
  const next = await owner.call(listAudit, { filters: { words: names }, limit: 1, cursor: first.next_cursor ?? '' });
  expect([first, next].map(({ items }) => items.map(({ action }) => action))).toEqual([
    ['people.account_status_changed'],
    ['people.created'],
  ]);
  expect(next.next_cursor).toBeNull();
});

test('which it was stands beside what was done, is found by its name, and stays when it is gone', async () => {
  const { owner } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  const [department_id, into, group_id, role_id, token_id] = [uuid(), uuid(), uuid(), uuid(), uuid()];
  await owner.call(createDepartment, { department_id, department_name: 'Kitchen "north"' });
  await owner.call(createDepartment, { department_id: into, department_name: 'Bakery' });
  await owner.call(updateDepartment, { department_id, department_name: 'Pantry' });
  await owner.call(deleteDepartment, { department_id, move_to: into });
  await owner.call(createGroup, { group_id, group_name: 'Night shift', group_description: 'Secret plan', rule: null });
  await owner.call(updateGroupMembers, { group_id, add: [ines.employee_id], remove: [] });
  await owner.call(updateGroup, { group_id, group_name: 'Late shift' });
  await owner.call(deleteGroup, { group_id });
  await owner.call(createRole, { role_id, role_name: 'Front desk', permissions: [] });
  const role_ids = [role_id];
  await owner.call(people.update, { employee_id: ines.employee_id, role_ids });
  await owner.call(updateValues, { values: [{ name: 'Courage', icon_url: null, description: 'Secret plan' }] });
  await owner.call(createToken, { token_id, token_name: 'Okta' });
  await owner.call(revokeToken, { token_id });
  const found = async (words: string) => (await actions(owner, { words })).map((action) => action.split('.')[1]);
  expect(await found('"north"')).toEqual(['department_created', 'department_changed']);
  expect(await found('pantry')).toEqual(['department_changed', 'department_deleted']);
  expect(await found('bakery')).toEqual(['department_created', 'department_deleted']);
  expect(await found('night')).toEqual(['group_created', 'group_members_changed', 'group_changed']);
  expect(await found('late shift')).toEqual(['group_changed', 'group_deleted']);
  expect(await found('front desk')).toEqual(['role_created', 'roles_changed']);
  expect(await found('courage')).toEqual(['values_changed']);
  expect(await found('okta')).toEqual(['provisioning_token_made', 'provisioning_token_revoked']);
  // By the name of who came, although only the id was noted.
  expect(await found('person group')).toEqual(['group_members_changed']);
  // What is written about them is not noted.
  expect(await found('secret')).toEqual([]);
  const [given] = await read(owner, { actions: ['people.roles_changed'] });
  expect(given?.detail).toMatchObject({ role_ids, given: ['Front desk'] });
  const [members] = await read(owner, { actions: ['people.group_members_changed'] });
  expect(members?.detail).toEqual({ group_id, name: 'Night shift', add: [ines.employee_id], remove: [] });
  const [dissolved] = await read(owner, { actions: ['people.department_deleted'] });
  expect(dissolved?.detail).toEqual({ department_id, name: 'Pantry', move_to: into, moved_to: 'Bakery' });
});

test('page by page it is the same list, also while more is written', async () => {
  const { owner } = await busyCompany();
  const whole = (await read(owner)).map(({ audit_id }) => audit_id);
  const paged: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await owner.call(listAudit, { limit: 2, ...(cursor ? { cursor } : {}) });
    paged.push(...page.items.map(({ audit_id }) => audit_id));
    cursor = page.next_cursor;
    await owner.call(company.update, { company_name: `Renamed ${paged.length}` });
  } while (cursor);
  expect(paged).toEqual(whole);
  for (const wrong of ['', 'x', Buffer.from('1.2').toString('base64url')])
    await expect(owner.call(listAudit, { cursor: wrong })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('only for who may see it, and of one’s own company', async () => {
  const { owner } = await busyCompany();
  const { owner: foreigner } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  await expect(ines.call(listAudit, {})).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
  await expect(ines.call(verifyAudit, {})).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
  const here = new Set((await read(owner)).map(({ audit_id }) => audit_id));
  expect((await read(foreigner)).filter(({ audit_id }) => here.has(audit_id))).toEqual([]);
  expect(await read(foreigner, { employee_id: owner.employee_id })).toEqual([]);
});

test('in the file whoever runs the server has the name that the screen gives them', async () => {
  const { owner, company_id } = await registerCompany(app);
  // As it is noted when an operator does it (tests/flows/operator.test.ts).
  for (const action of ['operator.modules_changed', 'audit.old_lines_removed'])
    await app.sql('INSERT INTO audit_event (company_id, audit_id, action, detail) VALUES ($1, $2, $3, $4)', [
      company_id,
      uuid(),
      action,
      { modules: {} },
    ]);
  const { content } = await owner.call(exportAudit, {});
  const lines = Papa.parse<Record<string, string>>(new TextDecoder().decode(content), { header: true }).data;
  expect(lines.slice(-2).map(({ action, by }) => [action, by])).toEqual([
    ['operator.modules_changed', 'The operator of this server'],
    ['audit.old_lines_removed', ''],
  ]);
});

test('as a file: the same lines, oldest first, nothing that a spreadsheet would run; and that it was taken is recorded', async () => {
  const { owner, ines } = await busyCompany();
  await sealed(owner);
  const whole = (await read(owner)).toReversed();
  const { file_name, mime_type, content } = await owner.call(exportAudit, {});
  expect(file_name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(mime_type).toBe('text/csv; charset=utf-8');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  expect(text.startsWith('\uFEFFplace,hash,time,action,by,detail\r\n')).toBe(true);
  const lines = Papa.parse<Record<string, string>>(text.slice(1), { header: true }).data;
  expect(lines).toEqual(
    whole.map(({ sealed: at, created_at, action, actor_id, detail }) => ({
      place: String(at?.position),
      hash: at?.hash,
      time: created_at,
      action,
      by: actor_id ?? '',
      detail: JSON.stringify(detail),
    })),
  );
  expect((await read(owner))[0]).toMatchObject({ action: 'audit.exported', detail: { lines: whole.length } });
  const hers = await owner.call(exportAudit, { filters: { areas: ['people'], employee_id: ines.employee_id } });
  expect(Papa.parse(new TextDecoder().decode(hers.content), { header: true }).data).toHaveLength(
    (await read(owner, { areas: ['people'], employee_id: ines.employee_id })).length,
  );
  await expect(ines.call(exportAudit, {})).rejects.toMatchObject({ code: 'AUTH_INVALID_TOKEN' });
  // What was typed to find them is a text that somebody wrote: it does not stand in the log.
  const some = await owner.call(exportAudit, { filters: { words: 'front office role' } });
  expect(Papa.parse(new TextDecoder().decode(some.content), { header: true }).data).toEqual([]);
  expect((await read(owner))[0]?.detail).toEqual({ searched: true, lines: 0 });
});

test('every line gets a place in the chain, each its own, in every company from 1', async () => {
  const { owner } = await busyCompany();
  const lines = await sealed(owner);
  expect(lines.map((line) => line.sealed?.position).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    lines.map((_, n) => n + 1),
  );
  expect(new Set(lines.map((line) => line.sealed?.hash)).size).toBe(lines.length);
  expect(await verified(owner)).toEqual({ checked: lines.length, broken_at: null, next: null, stray: 0 });
  expect(await verified(owner, 3)).toEqual({ checked: lines.length - 2, broken_at: null, next: null, stray: 0 });
  expect(await verified(owner, lines.length + 1)).toEqual({ checked: 0, broken_at: null, next: null, stray: 0 });
});

test('many at once: nobody waits for the chain, and it is whole', async () => {
  const { owner, email } = await registerCompany(app);
  await Promise.all(Array.from({ length: 12 }, () => signIn(app.url, email)));
  const lines = await sealed(owner);
  expect(lines.filter(({ action }) => action === 'auth.signed_in').length).toBeGreaterThanOrEqual(12);
  expect((await verified(owner)).broken_at).toBeNull();
});

test.each([
  ['another word', "UPDATE audit_event SET action = 'people.removed' WHERE audit_id = $1"],
  ['another detail', `UPDATE audit_event SET detail = '{"status":"ACTIVE"}' WHERE audit_id = $1`],
  ['somebody else', 'UPDATE audit_event SET actor_id = gen_random_uuid() WHERE audit_id = $1'],
  ['another time', "UPDATE audit_event SET created_at = created_at + interval '1 millisecond' WHERE audit_id = $1"],
  ['a line that is gone', 'DELETE FROM audit_event WHERE audit_id = $1'],
  ['a place that is gone', 'DELETE FROM audit_seal WHERE audit_id = $1'],
  ['another hash', "UPDATE audit_seal SET hash = sha256('x') WHERE audit_id = $1"],
])('who gets at the database and leaves %s is found', async (_, sql) => {
  const { owner } = await busyCompany();
  const line = (await sealed(owner)).find((one) => one.sealed?.position === 3) as AuditEvent;
  await app.sql(sql, [line.audit_id]);
  expect((await verified(owner)).broken_at).toBe(3);
  // From behind it on, what was not touched is as it was; the place before tells where it went wrong.
  expect((await verified(owner, 5)).broken_at).toBeNull();
});

test('a line that lost its place is found as well, also the last one', async () => {
  const { owner } = await busyCompany();
  const last = (await sealed(owner)).reduce((a, b) => ((a.sealed?.position ?? 0) > (b.sealed?.position ?? 0) ? a : b));
  await app.sql('DELETE FROM audit_seal WHERE audit_id = $1', [last.audit_id]);
  expect(await verified(owner)).toMatchObject({ broken_at: null, stray: 1 });
});

test('what a server of the version before writes gets its place, too', async () => {
  const { owner } = await busyCompany();
  await app.sql('INSERT INTO audit_event (company_id, audit_id, action, detail) VALUES ($1, $2, $3, $4)', [
    owner.company_id,
    uuid(),
    'auth.signed_in',
    {},
  ]);
  await sealed(owner);
  expect(await verified(owner)).toMatchObject({ broken_at: null, stray: 0 });
});

test('days that no calendar has are the days after, and places beyond all are refused', async () => {
  const { owner } = await busyCompany();
  for (const from of ['2026-02-31T00:00:00Z', '0000-01-01T00:00:00Z'])
    expect((await owner.call(listAudit, { filters: { from } })).items.length).toBeGreaterThan(0);
  await expect(owner.call(verifyAudit, { from: 3_000_000_000 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('the server itself can neither change nor take out a line', async () => {
  const { owner } = await busyCompany();
  const [line] = await sealed(owner);
  const asServer = (sql: string) =>
    app.sql(`DO $$ BEGIN SET LOCAL ROLE limelight_app; PERFORM set_config('app.company_id', '${owner.company_id}', true);
      ${sql} WHERE audit_id = '${line?.audit_id}'; END $$`);
  for (const sql of [
    "UPDATE audit_event SET action = 'x'",
    'DELETE FROM audit_event',
    'UPDATE audit_seal SET position = 0',
    'DELETE FROM audit_seal',
  ])
    await expect(asServer(sql), sql).rejects.toThrow('permission denied');
});
