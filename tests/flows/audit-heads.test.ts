// The last hash of each day is written outside of the database: a chain that somebody has made anew, whole as it is, is found.
// @module-tag long
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit, verifyAudit } from '#contract/audit.ts';
import { writeHeads } from '#server/features/audit/heads.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { PATIENCE } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const DAY_MS = 86_400_000;
const folder = () => join(app.dataDir, 'audit-heads');
const verified = (by: TestClient, from?: number) => by.call(verifyAudit, from ? { from } : {});
const last = async (by: TestClient): Promise<number> =>
  Math.max(...(await by.call(listAudit, { limit: 500 })).items.map((one) => one.sealed?.position ?? 0));
async function sealed(by: TestClient): Promise<number> {
  const waiting = () => app.sql('SELECT FROM audit_pending WHERE company_id = $1', [by.company_id]);
  await expect.poll(waiting, { timeout: PATIENCE }).toEqual([]);
  return last(by);
}
const heads = async (by: TestClient) => {
  const texts = await Promise.all((await readdir(folder())).map((name) => readFile(join(folder(), name), 'utf8')));
  const all = texts.join('').split('\n').filter(Boolean);
  return all.map((line) => JSON.parse(line)).filter(({ company_id }) => company_id === by.company_id);
};
const write = (at = Date.now()) => writeHeads(app.app.context, new Date(at));
/** As whoever may write anything would: a line is changed, and every place is given anew. */
async function forge(by: TestClient): Promise<void> {
  const of = `company_id = '${by.company_id}'`;
  await app.sql(`UPDATE audit_event SET actor_id = NULL WHERE ${of};
    DELETE FROM audit_seal WHERE ${of};
    INSERT INTO audit_pending SELECT company_id, audit_id FROM audit_event WHERE ${of} ON CONFLICT DO NOTHING`);
  await sealed(by);
}

test('a chain that was made anew is broken where it was written down', async () => {
  const { owner } = await registerCompany(app);
  const { owner: other } = await registerCompany(app);
  const first = await sealed(owner);
  await sealed(other);
  await write();
  await write();
  expect(await heads(owner)).toMatchObject([{ position: first, hash: expect.stringMatching(/^[\da-f]{64}$/) }]);
  await addPerson(app, owner);
  const second = await sealed(owner);
  expect(second).toBeGreaterThan(first);
  await write(Date.now() + DAY_MS);
  expect((await heads(owner)).map(({ position }) => position)).toEqual([first, second]);
  expect(await verified(owner)).toMatchObject({ broken_at: null, stray: 0 });

  await forge(owner);
  expect(await verified(owner)).toMatchObject({ broken_at: first, stray: 0 });
  expect(await verified(owner, second)).toMatchObject({ broken_at: second });
  expect(await verified(owner, second + 1)).toMatchObject({ broken_at: null });
  expect(await verified(other)).toMatchObject({ broken_at: null, stray: 0 });
});

test('an end that was cut off is found, too', async () => {
  const { owner } = await registerCompany(app);
  const end = await sealed(owner);
  await write();
  await app.sql(`DELETE FROM audit_event e USING audit_seal s
    WHERE s.company_id = '${owner.company_id}' AND e.company_id = s.company_id AND e.audit_id = s.audit_id AND s.position = ${end};
    DELETE FROM audit_seal WHERE company_id = '${owner.company_id}' AND position = ${end}`);
  expect(await verified(owner)).toMatchObject({ broken_at: end, stray: 0 });
});

test('half a line of a server that was killed is left out, and files go with the lines of the log', async () => {
  const { owner } = await registerCompany(app);
  await sealed(owner);
  await write();
  const [name = ''] = (await readdir(folder())).toSorted().slice(-1);
  await appendFile(join(folder(), name), '{"time":"2026-');
  expect(await verified(owner)).toMatchObject({ broken_at: null });
  await writeFile(join(folder(), '2020-01.jsonl'), '');
  await addPerson(app, owner);
  const end = await sealed(owner);
  await write();
  expect(await readFile(join(folder(), name), 'utf8')).toContain(`"position":${end}`);
  expect(await readdir(folder())).not.toContain('2020-01.jsonl');
  expect(await verified(owner)).toMatchObject({ broken_at: null });
  await forge(owner);
  expect(await verified(owner, end)).toMatchObject({ broken_at: end });
});

test('a beginning that was taken out before its time is found, however well the rest was made anew', async () => {
  const { owner } = await registerCompany(app);
  const end = await sealed(owner);
  await write();
  await addPerson(app, owner);
  await sealed(owner);
  const of = `company_id = '${owner.company_id}'`;
  const hash = 'ab'.repeat(32);
  // The anchor is moved up to what was written down, the log says so, and what follows is chained to it.
  await app.sql(`DELETE FROM audit_event e USING audit_seal s
      WHERE s.${of} AND e.company_id = s.company_id AND e.audit_id = s.audit_id AND s.position <= ${end};
    DELETE FROM audit_seal WHERE ${of};
    INSERT INTO audit_anchor (company_id, position, hash) VALUES ('${owner.company_id}', ${end}, '\\x${hash}');
    INSERT INTO audit_event (company_id, audit_id, actor_id, action, detail)
      VALUES ('${owner.company_id}', gen_random_uuid(), NULL, 'audit.old_lines_removed', '{"position":${end},"hash":"${hash}"}');
    INSERT INTO audit_pending SELECT company_id, audit_id FROM audit_event WHERE ${of} ON CONFLICT DO NOTHING`);
  await sealed(owner);
  expect(await verified(owner)).toMatchObject({ broken_at: end, stray: 0 });
});
