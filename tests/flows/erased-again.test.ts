// The list of who is erased, beside a database that still has them: the next start erases them whoever there is to take over, and whom
// it cannot erase it lets in nowhere.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as people from '#contract/people.ts';
import { getExport } from '#contract/privacy.ts';
import { buildApp } from '#server/app.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { newSpace } from '../matrix/world.ts';
import { PATIENCE } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

/** The next start, of which the list is there already. */
async function startWith(...listed: TestClient[]) {
  const lines = listed.map(({ company_id, employee_id }) => `${company_id} ${employee_id}\n`).join('');
  appendFileSync(join(app.dataDir, 'erased.txt'), lines);
  return buildApp({ config: app.app.context.config, connection: app.connection, logLevel: 'silent' });
}

const isErased = async ({ employee_id }: TestClient) =>
  (await app.sql('SELECT 1 FROM erased_person WHERE employee_id = $1', [employee_id])).length === 1;
const adminsOf = async (space_id: string) =>
  (
    await app.sql<{ employee_id: string }>(
      "SELECT employee_id FROM space_member WHERE space_id = $1 AND role = 'admin'",
      [space_id],
    )
  ).map(({ employee_id }) => employee_id);

/** The other server hears of it. */
const isOut = (one: TestClient) =>
  expect
    .poll(
      () =>
        one.call(getExport, {}).then(
          () => 200,
          ({ status }) => status,
        ),
      { timeout: PATIENCE },
    )
    .toBe(401);

test('the only owner goes, and what they led goes to who manages people', async () => {
  const { owner } = await registerCompany(app);
  const plain = await addPerson(app, owner);
  const roles = await app.sql<{ role_id: string }>(
    "SELECT role_id FROM role WHERE company_id = $1 AND built_in = 'people_manager'",
    [owner.company_id],
  );
  const manager = await addPerson(app, owner, { role_ids: roles.map(({ role_id }) => role_id) });
  const space_id = await newSpace({ owner, word: 'Led' }, 'public', [plain.employee_id]);
  const next = await startWith(owner);
  await next.close();
  expect(await isErased(owner)).toBe(true);
  await isOut(owner);
  expect(await adminsOf(space_id)).toEqual([manager.employee_id]);
});

test('with everybody on the list, or switched off, they go all the same', async () => {
  const { owner } = await registerCompany(app);
  const [listed, off] = [await addPerson(app, owner), await addPerson(app, owner)];
  const space_id = await newSpace({ owner, word: 'Led' }, 'private', [listed.employee_id, off.employee_id]);
  await owner.call(people.setStatus, { employee_id: off.employee_id, status: 'SUSPENDED' });
  const next = await startWith(owner, listed);
  await next.close();
  expect([await isErased(owner), await isErased(listed), await isErased(off)]).toEqual([true, true, false]);
  expect(await adminsOf(space_id)).toEqual([off.employee_id]);
});

test('whom it cannot erase is shut out, and is tried again', async () => {
  const work_email_id = `shut.${uuid()}@people.example`;
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner, { work_email_id });
  await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`);
  await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON leaver FOR EACH ROW EXECUTE FUNCTION refuse()');
  const next = await startWith(person);
  await next.close();
  expect(await isErased(person)).toBe(false);
  await isOut(person);
  await expect(signIn(app.url, work_email_id)).rejects.toThrow(/AUTH_|ACCOUNT_/);
  await app.sql('DROP FUNCTION refuse CASCADE');
  const again = await startWith();
  await again.close();
  expect(await isErased(person)).toBe(true);
});
