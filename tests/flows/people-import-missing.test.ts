// Who is not in the file: deactivated only where it is ticked, never too many or the wrong ones, signed out at once, and undone with
// the import.
// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import {
  check,
  csv,
  everybody,
  fileOf,
  HEADINGS,
  missingOf,
  problemsOf,
  rowsOf,
  run,
  staff as staffIn,
  statusOf,
  undo,
} from './people-import.fixture.ts';
import { newProvider, newUser } from './provisioning.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const staff = (owner: TestClient, count: number, status?: string) => staffIn(app, owner, count, status);
const addressOf = async (by: TestClient) =>
  [...(await everybody(by))].find(([, one]) => one.employee_id === by.employee_id)?.[0] ?? '';

test('not unless it is ticked; then signed out at once, told once, recorded; undone, they are active again', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(owner, 9);
  const [invited = ''] = await staff(owner, 1, 'INVITED');
  const gone = await addPerson(app, owner);
  const goneAddress = await addressOf(gone);
  const batch = await check(owner, fileOf(here));
  expect(batch).toMatchObject({ missing: { people: 2, most: 2, unclear: 0 }, deactivation: null });
  expect((await owner.call(contract.getImport, { import_id: batch.import_id })).batch).toEqual(batch);
  const listed = await missingOf(owner, batch.import_id);
  expect(listed.map(({ work_email_id }) => work_email_id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [invited, goneAddress].toSorted((a, b) => (a < b ? -1 : 1)),
  );
  expect(listed).toContainEqual({
    ...{ employee_id: gone.employee_id, name: 'Pat Person', work_email_id: goneAddress, outcome: null, why: null },
  });
  const first = await owner.call(contract.listMissing, { import_id: batch.import_id, limit: '1' as never });
  const cursor = first.next_cursor ?? '';
  const second = await owner.call(contract.listMissing, { import_id: batch.import_id, limit: '1' as never, cursor });
  expect([...first.items, ...second.items, second.next_cursor]).toEqual([...listed, null]);

  const plain = await run(owner, (await check(owner, fileOf(here))).import_id);
  expect(plain).toMatchObject({ status: 'done', missing: null, deactivation: null, undo_until: null });
  expect(await statusOf(owner, goneAddress)).toBe('ACTIVE');

  const [hers, socket] = [await openSocket(gone), await openSocket(owner)];
  const done = await run(owner, batch.import_id, false, true);
  expect(done).toMatchObject({
    ...{ status: 'done', deactivation: { people: 2, done: 2, undone: 0 }, progress: { done: 2, of: 2 } },
    results: { created: 0, changed: 0, refused: 0 },
  });
  expect(done.undo_until).not.toBeNull();
  await hers.closed;
  await expect(gone.call(people.directory, {})).rejects.toMatchObject({ status: 401 });
  expect([await statusOf(owner, goneAddress), await statusOf(owner, invited)]).toEqual(['INACTIVE', 'INACTIVE']);
  expect(await statusOf(owner, here[0] as string)).toBe('ACTIVE');
  await expect.poll(() => socket.events.filter(({ name }) => name === people.changed.name).length).toBe(2);
  expect((await missingOf(owner, batch.import_id)).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  // Nobody of the file is among them, nor they among its rows.
  expect(await rowsOf(owner, batch.import_id)).toHaveLength(9);
  const { items } = await owner.call(listAudit, { filters: { areas: ['people'] } });
  expect(items.filter(({ action }) => action === 'people.account_status_changed')).toHaveLength(2);
  expect(items.find(({ action }) => action === 'people.import_run')?.detail).toEqual({
    ...{ import_id: batch.import_id, people: 0, missing: 2 },
  });

  // Once more changes nothing, and who was switched off is not missed again.
  expect(await run(owner, batch.import_id, false, true)).toEqual(done);
  expect((await check(owner, fileOf(here))).missing).toMatchObject({ people: 0 });

  expect(await undo(owner, batch.import_id)).toMatchObject({
    ...{ status: 'undone', deactivation: { people: 2, done: 2, undone: 2 }, results: { undone: 0, kept: 0 } },
  });
  expect([await statusOf(owner, goneAddress), await statusOf(owner, invited)]).toEqual(['ACTIVE', 'INVITED']);
  socket.close();
});

test('never the caller, an owner, who comes from the identity provider, is switched off anyway, or came since', async () => {
  const { owner } = await registerCompany(app);
  const roles = (await owner.call(listRoles, {})).items;
  const roleOf = (name: string) => roles.find(({ built_in }) => built_in === name)?.role_id ?? '';
  const here = await staff(owner, 11);
  await addPerson(app, owner, { role_ids: [roleOf('owner')] });
  const admin = await addPerson(app, owner, { role_ids: [roleOf('admin')] });
  const manager = await addPerson(app, owner, { role_ids: [roleOf('people_manager')] });
  await staff(owner, 1, 'SUSPENDED');
  await staff(owner, 1, 'INACTIVE');
  const provider = await newProvider(owner);
  expect((await provider.call('POST', '/Users', newUser())).status).toBe(201);

  const idsFor = async (by: TestClient) => {
    const { import_id, missing } = await check(by, fileOf(here));
    const ids = (await missingOf(by, import_id)).map(({ employee_id }) => employee_id);
    expect(missing?.people).toBe(ids.length);
    return new Set(ids);
  };
  // Whom one could not end by hand is not ended by a file.
  expect(await idsFor(manager)).toEqual(new Set());
  expect(await idsFor(owner)).toEqual(new Set([admin.employee_id, manager.employee_id]));

  const { import_id } = await check(owner, fileOf(here));
  const since = await addPerson(app, owner);
  const done = await run(owner, import_id, false, true);
  expect(done.deactivation).toEqual({ people: 2, done: 2, undone: 0 });
  expect(await statusOf(owner, await addressOf(since))).toBe('ACTIVE');
});

test('more than a fifth is refused, and so is a file in which a row could be about anybody; nothing changes', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(owner, 9);
  await owner.call(people.update, {
    ...{ employee_id: (await everybody(owner)).get(here[1] as string)?.employee_id ?? '', employee_number: '77' },
  });
  const few = await check(owner, fileOf(here.slice(0, 6)));
  expect(few.missing).toEqual({ people: 3, most: 2, unclear: 0 });
  const ask = (import_id: string) => owner.call(contract.runImport, { import_id, deactivate_missing: true });
  await expect(ask(few.import_id)).rejects.toMatchObject({ code: 'IMPORT_MISSING_TOO_MANY', status: 409 });
  expect((await owner.call(contract.getImport, { import_id: few.import_id })).batch).toEqual(few);

  const typo = await check(owner, `${fileOf(here.slice(0, 8))}\r\nP8,Here,p08@,`);
  expect(typo.missing).toEqual({ people: 1, most: 2, unclear: 1 });
  await expect(ask(typo.import_id)).rejects.toMatchObject({ code: 'IMPORT_MISSING_UNCLEAR', status: 409 });
  // Without it the file comes in.
  expect(await run(owner, typo.import_id)).toMatchObject({ status: 'done', deactivation: null });

  // Also where it is about somebody: it may be meant for somebody else.
  const conflict = csv(HEADINGS, ...here.slice(2).map((address) => ['', '', address, '']), [
    '',
    '',
    here[0] ?? '',
    '77',
  ]);
  const both = await check(owner, conflict);
  expect(await problemsOf(owner, both.import_id)).toHaveLength(1);
  // Who stands in it is not missing: by the number one, by the address the other.
  expect(both.missing).toEqual({ people: 0, most: 2, unclear: 0 });
  const known = await check(owner, `${fileOf(here.slice(0, 8))}\r\n,,${here[0]},`);
  expect(known.missing).toEqual({ people: 1, most: 2, unclear: 1 });
  await expect(ask(known.import_id)).rejects.toMatchObject({ code: 'IMPORT_MISSING_UNCLEAR', status: 409 });
  const statuses = new Set([...(await everybody(owner)).values()].map((one) => one.employee_account_status));
  expect([...statuses]).toEqual(['ACTIVE']);
});
