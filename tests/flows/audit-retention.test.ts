// The audit log keeps a year: what is older goes, the chain of what is left can still be checked, and nothing else lets lines go.
// @module-tag long
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditEvent, exportAudit, listAudit, verifyAudit } from '#contract/audit.ts';
import * as company from '#contract/company.ts';
import { removeOld } from '#server/features/audit/removing-old.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { PATIENCE } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const placeOf = (line: AuditEvent | undefined): number => line?.sealed?.position ?? 0;
const verified = (by: TestClient, from?: number) => by.call(verifyAudit, from ? { from } : {});

/** By place, once everything has one. */
async function sealed(by: TestClient): Promise<AuditEvent[]> {
  const read = async () => (await by.call(listAudit, { limit: 500 })).items;
  const waiting = () => app.sql('SELECT FROM audit_pending WHERE company_id = $1', [by.company_id]);
  await expect.poll(waiting, { timeout: PATIENCE }).toEqual([]);
  return (await read()).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A company with a log of two years: so many lines of the first, and what was done in the second. */
async function oldCompany(lines: number): Promise<{ owner: TestClient; before: AuditEvent[] }> {
  const { owner } = await registerCompany(app);
  await sealed(owner);
  // As if they had been written then: with the first places. All at once, so that nobody gives places between.
  const of = `company_id = '${owner.company_id}'`;
  await app.sql(`DELETE FROM audit_seal WHERE ${of};
    INSERT INTO audit_pending SELECT company_id, audit_id FROM audit_event WHERE ${of} ON CONFLICT DO NOTHING;
    INSERT INTO audit_event (company_id, audit_id, actor_id, action, detail, created_at)
      SELECT '${owner.company_id}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${owner.employee_id}',
        'auth.signed_in', '{}', now() - interval '2 years' + n * interval '1 minute' FROM generate_series(1, ${lines}) AS n`);
  const before = await sealed(owner);
  expect((await verified(owner)).broken_at).toBeNull();
  return { owner, before };
}

const asServer = (by: TestClient, sql: string) =>
  app.sql(`DO $$ BEGIN SET LOCAL ROLE limelight_app; PERFORM set_config('app.company_id', '${by.company_id}', true);
    ${sql}; END $$`);

test('lines of more than a year ago go, and what is left is still a whole chain', async () => {
  const { owner, before } = await oldCompany(7);
  await removeOld(app.app.context);

  const after = await sealed(owner);
  const young = before.slice(7);
  expect(young.length).toBeGreaterThan(0);
  expect(after.slice(0, -1)).toEqual(young);
  expect(after.at(-1)).toMatchObject({
    action: 'audit.old_lines_removed',
    actor_id: null,
    detail: { lines: 7, position: 7, hash: before[6]?.sealed?.hash },
    sealed: { position: before.length + 1 },
  });
  const whole = { checked: after.length, broken_at: null, next: null, stray: 0 };
  expect(await verified(owner)).toEqual(whole);
  for (const from of [3, 7, 8]) expect(await verified(owner, from)).toEqual(whole);
  expect(await verified(owner, 9)).toEqual({ ...whole, checked: after.length - 1 });
  await removeOld(app.app.context);
  expect(await sealed(owner)).toEqual(after);
});

test('a file of the log says what its first line was chained to', async () => {
  const { owner, before } = await oldCompany(3);
  await removeOld(app.app.context);
  await sealed(owner);
  const { content } = await owner.call(exportAudit, {});
  const rows = Papa.parse<Record<string, string>>(new TextDecoder().decode(content), { header: true }).data;
  expect(rows.filter(({ place }) => Number(place) <= 3)).toEqual([]);
  const told = rows.find(({ action }) => action === 'audit.old_lines_removed');
  expect(JSON.parse(told?.['detail'] ?? '')).toMatchObject({ position: 3, hash: before[2]?.sealed?.hash });
});

test('places go on behind the last one also when all of them went, and many go in several steps', async () => {
  const { owner } = await oldCompany(2_100);
  await app.sql('DELETE FROM audit_event WHERE company_id = $1 AND created_at > now() - interval $$1 day$$', [
    owner.company_id,
  ]);
  await app.sql('DELETE FROM audit_seal WHERE company_id = $1 AND position > 2100', [owner.company_id]);
  await removeOld(app.app.context);
  const [first, second, ...more] = await sealed(owner);
  expect(more).toEqual([]);
  expect([first, second].map((line) => [placeOf(line), line?.detail['position']])).toEqual([
    [2101, 2000],
    [2102, 2100],
  ]);
  expect(await verified(owner)).toEqual({ checked: 2, broken_at: null, next: null, stray: 0 });
});

test.each([
  ['changed', 'UPDATE audit_event SET actor_id = gen_random_uuid() WHERE audit_id = $1'],
  ['taken out', 'DELETE FROM audit_event WHERE audit_id = $1'],
])('an old line that somebody has %s stays to be found, with all behind it', async (_, sql) => {
  const { owner, before } = await oldCompany(5);
  await app.sql(sql, [before[2]?.audit_id]);
  await removeOld(app.app.context);
  expect((await verified(owner)).broken_at).toBe(3);
  const places = await app.sql('SELECT FROM audit_seal WHERE company_id = $1', [owner.company_id]);
  expect(places).toHaveLength(before.length);
});

test('who takes the beginning out in the database, and says that it was old, is found', async () => {
  const { owner } = await registerCompany(app);
  const before = await sealed(owner);
  const gone = before[0] as AuditEvent;
  await app.sql('DELETE FROM audit_event WHERE audit_id = $1', [gone.audit_id]);
  await app.sql(
    'WITH gone AS (DELETE FROM audit_seal WHERE audit_id = $1 RETURNING *) INSERT INTO audit_anchor SELECT company_id, position, hash FROM gone',
    [gone.audit_id],
  );
  expect((await verified(owner)).broken_at).toBe(1);
});

test('the one way out of the log lets nothing go that is younger than a year, and nothing of another company', async () => {
  const { owner, before } = await oldCompany(4);
  const { owner: stranger } = await registerCompany(app);
  await sealed(stranger);
  await app.sql("UPDATE audit_event SET created_at = now() - interval '364 days' WHERE audit_id = $1", [
    before[3]?.audit_id,
  ]);
  await expect(asServer(owner, 'PERFORM remove_old_audit(4)')).rejects.toThrow('stay for a year');
  await asServer(stranger, 'PERFORM remove_old_audit(0)');
  await expect(asServer(stranger, 'PERFORM remove_old_audit(1)')).rejects.toThrow('stay for a year');
  for (const sql of ['UPDATE audit_anchor SET position = 9', 'DELETE FROM audit_anchor'])
    await expect(asServer(owner, sql), sql).rejects.toThrow('permission denied');
  const count = 'SELECT count(*)::int AS lines FROM audit_event WHERE company_id = $1';
  expect(await app.sql(count, [owner.company_id])).toEqual([{ lines: before.length }]);
  await asServer(owner, 'PERFORM remove_old_audit(3)');
  expect(await app.sql(count, [owner.company_id])).toEqual([{ lines: before.length - 3 }]);
});

test('what is written while old lines go gets its place', async () => {
  const { owner } = await oldCompany(300);
  const writing = Array.from({ length: 8 }, (_, n) =>
    owner.call(company.update, { company_name: `Name ${n} ${uuid()}` }),
  );
  await Promise.all([removeOld(app.app.context), ...writing]);
  // Where a place was just being given, nothing was removed: the next night does it.
  await sealed(owner);
  await expect
    .poll(async () => {
      await removeOld(app.app.context);
      return (await sealed(owner)).some(({ action }) => action === 'audit.old_lines_removed');
    })
    .toBe(true);
  expect(await verified(owner)).toMatchObject({ broken_at: null, next: null, stray: 0 });
});
