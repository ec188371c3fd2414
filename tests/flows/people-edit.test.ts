// Changing people: which fields are whose, what is refused, and what other companies may know.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const address = () => `p${uuid().slice(-12)}@people.example`;
/** Somebody invited without a mail. */
const create = async (by: TestClient, given: Partial<Parameters<typeof callCreate>[1]> = {}) =>
  (
    await callCreate(by, {
      first_name: 'Pat',
      last_name: 'Person',
      work_email_id: address(),
      send_invitation: false,
      ...given,
    })
  ).employee;
const callCreate = (by: TestClient, input: Parameters<typeof by.call<typeof people.create>>[1]) =>
  by.call(people.create, input);
const nobody = '01900000-0000-7000-8000-000000000000';

describe('update', () => {
  test('everybody changes the harmless fields of their own, and nobody else', async () => {
    const { owner } = await registerCompany(app);
    const [ines, omar] = [await addPerson(app, owner), await addPerson(app, owner)];
    const own = {
      phone_number: '020 7946 0018',
      location: 'Mill Lane',
      time_zone: 'Europe/Warsaw',
      pronouns: 'she/her',
      skills: ['Rye', 'First aid'],
      working_hours: [...Array.from({ length: 5 }, () => ({ from: '07:00', to: '15:30' })), null, null],
      profile_url: '/files/ines.png',
    };
    await ines.call(people.update, { employee_id: ines.employee_id, ...own });
    expect(await omar.call(people.meta, { employee_id: ines.employee_id, select: Object.keys(own) })).toEqual(own);
    await expect(
      omar.call(people.update, { employee_id: ines.employee_id, pronouns: 'they/them' }),
    ).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
    for (const field of [
      { first_name: 'Ana' },
      { position_title: 'Managing director' },
      { joining_date: '2000-01-01' },
      { manager_id: null },
      { work_email_id: address() },
      { role_ids: [] },
    ])
      await expect(
        ines.call(people.update, { employee_id: ines.employee_id, ...field }),
        Object.keys(field)[0],
      ).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    await owner.call(people.update, {
      employee_id: ines.employee_id,
      first_name: 'Ines',
      position_title: 'Shift lead',
      manager_id: omar.employee_id,
    });
    expect(
      await omar.call(people.meta, {
        employee_id: ines.employee_id,
        select: ['first_name', 'position_title', 'manager_id', 'pronouns'],
      }),
    ).toEqual({
      first_name: 'Ines',
      position_title: 'Shift lead',
      manager_id: omar.employee_id,
      pronouns: 'she/her',
    });
  });

  test('a status is one’s own choice alone; others see the choice', async () => {
    const { owner } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    const seen = async () =>
      (await owner.call(people.meta, { employee_id: ines.employee_id, select: ['employee_status'] })).employee_status;
    expect(await seen()).toEqual({ status_type: 'Automatic', auto_status: 'Appear Offline' });
    const { employee } = await ines.call(people.update, {
      employee_id: ines.employee_id,
      employee_status: { status_type: 'Busy' },
    });
    expect(employee.employee_status).toEqual({ status_type: 'Busy', auto_status: 'Busy' });
    expect(await seen()).toEqual({ status_type: 'Busy', auto_status: 'Busy' });
    await expect(
      owner.call(people.update, { employee_id: ines.employee_id, employee_status: { status_type: 'Available' } }),
    ).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  });

  test('refuses what makes no sense, with its place, and changes nothing', async () => {
    const { owner } = await registerCompany(app);
    const { employee_id } = await create(owner);
    const place = async (fields: object) => {
      const { body } = await owner.raw(people.update, { employee_id, first_name: 'Changed', ...fields });
      return [body.error_code, (body.data as { path: string }[] | undefined)?.[0]?.path];
    };
    expect(await place({ time_zone: 'Mars/Olympus' })).toEqual(['INVALID_REQUEST', 'time_zone']);
    expect(await place({ time_zone: '+02:00' })).toEqual(['INVALID_REQUEST', 'time_zone']);
    expect(await place({ phone_number: 'call me' })).toEqual(['INVALID_REQUEST', 'phone_number']);
    expect(await place({ profile_url: 'javascript:alert(1)' })).toEqual(['INVALID_REQUEST', 'profile_url']);
    expect(await place({ employee_account_status: 'ACTIVE' })).toEqual(['INVALID_REQUEST', 'employee_account_status']);
    expect(await place({ company_id: nobody })).toEqual(['INVALID_REQUEST', 'company_id']);
    expect(await place({ manager_id: nobody })).toEqual(['EMPLOYEE_NOT_FOUND', undefined]);
    expect(await place({ role_ids: [nobody] })).toEqual(['INVALID_ROLE_ID', undefined]);
    expect(await owner.call(people.meta, { employee_id, select: ['first_name', 'time_zone'] })).toEqual({
      first_name: 'Pat',
      time_zone: 'UTC',
    });
  });

  test('a time zone that the world gave up reads as UTC', async () => {
    const { owner } = await registerCompany(app);
    await app.sql("UPDATE employee SET time_zone = 'Atlantis/Harbour' WHERE employee_id = $1", [owner.employee_id]);
    expect(await owner.call(people.meta, { employee_id: owner.employee_id, select: ['time_zone'] })).toEqual({
      time_zone: 'UTC',
    });
  });

  test('nobody reports to themselves, not even through others, not even at the same moment', async () => {
    const { owner } = await registerCompany(app);
    const [a, b, c] = [await create(owner), await create(owner), await create(owner)];
    const under = (who: { employee_id: string }, boss: { employee_id: string }) =>
      owner.call(people.update, { employee_id: who.employee_id, manager_id: boss.employee_id });
    const refused = { code: 'INVALID_REQUEST', data: [{ path: 'manager_id' }] };
    await expect(under(a, a)).rejects.toMatchObject(refused);
    await under(b, a);
    await under(c, b);
    await expect(under(a, c)).rejects.toMatchObject(refused);
    for (let round = 0; round < 5; round++) {
      const [x, y] = [await create(owner), await create(owner)];
      const tries = await Promise.allSettled([under(x, y), under(y, x)]);
      expect(tries.map((t) => t.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

test('what belongs to another company is answered to the byte like what never was', async () => {
  const { owner } = await registerCompany(app);
  const { owner: stranger } = await registerCompany(app);
  const mine = await create(owner);
  const foreign = await create(stranger);
  const role = (await stranger.call(people.dropdown, { kinds: ['roles'] })).roles?.[0]?.id ?? '';
  const calls: [
    (
      | typeof people.meta
      | typeof people.update
      | typeof people.create
      | typeof people.setStatus
      | typeof people.remove
      | typeof people.invite
      | typeof people.list
    ),
    (id: string) => object,
    string,
  ][] = [
    [people.meta, (employee_id) => ({ employee_id, select: [] }), foreign.employee_id],
    [people.update, (employee_id) => ({ employee_id, first_name: 'X' }), foreign.employee_id],
    [people.update, (manager_id) => ({ employee_id: mine.employee_id, manager_id }), foreign.employee_id],
    [people.update, (id) => ({ employee_id: mine.employee_id, role_ids: [id] }), role],
    [
      people.create,
      (manager_id) => ({ first_name: 'X', last_name: 'Y', work_email_id: 'x@y.example', manager_id }),
      foreign.employee_id,
    ],
    [people.create, (id) => ({ first_name: 'X', last_name: 'Y', work_email_id: 'x@y.example', role_ids: [id] }), role],
    [people.setStatus, (employee_id) => ({ employee_id, status: 'INACTIVE' }), foreign.employee_id],
    [people.remove, (employee_id) => ({ employee_id }), foreign.employee_id],
    [people.remove, (hand_over_to) => ({ employee_id: mine.employee_id, hand_over_to }), foreign.employee_id],
    [people.invite, (employee_id) => ({ employee_id }), foreign.employee_id],
    [people.list, (id) => ({ filters: { manager_ids: [id] } }), foreign.employee_id],
    [people.list, (id) => ({ filters: { role_ids: [id] } }), role],
  ];
  const codes = new Set<string | undefined>();
  for (const [endpoint, input, id] of calls) {
    const [there, never] = [await owner.raw(endpoint, input(id)), await owner.raw(endpoint, input(nobody))];
    expect([there.status, JSON.stringify(there.body)], endpoint.name).toEqual([
      never.status,
      JSON.stringify(never.body),
    ]);
    codes.add(there.body.error_code);
  }
  // The lists are empty rather than refused.
  expect(codes).toEqual(new Set(['EMPLOYEE_NOT_FOUND', 'INVALID_ROLE_ID', undefined]));
  expect(
    await stranger.call(people.meta, { employee_id: foreign.employee_id, select: ['employee_account_status'] }),
  ).toEqual({ employee_account_status: 'INVITED' });
});

test('who was added, invited again and changed stands in the audit log, by the names of fields; what people change of themselves does not', async () => {
  const { owner } = await registerCompany(app);
  const pat = await addPerson(app, owner);
  const employee_id = uuid();
  const work_email_id = `new-${uuid()}@bakery.example`;
  await owner.call(people.create, { employee_id, first_name: 'New', last_name: 'One', work_email_id });
  await owner.call(people.invite, { employee_id });
  const change = { employee_id, position_title: 'Baker', manager_id: pat.employee_id };
  await owner.call(people.update, change);
  await owner.call(people.update, change);
  await pat.call(people.update, { employee_id: pat.employee_id, pronouns: 'they' });
  const { items } = await owner.call(listAudit, { filters: { areas: ['people'] } });
  expect(items.map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual([
    ['people.changed', owner.employee_id, { employee_id, fields: ['position_title', 'manager_id'] }],
    ['people.invited', owner.employee_id, { employee_id }],
    ['people.created', owner.employee_id, { employee_id, invited: true }],
    ['people.created', owner.employee_id, { employee_id: pat.employee_id, invited: true }],
  ]);
  expect(JSON.stringify(items)).not.toContain('Baker');
});
