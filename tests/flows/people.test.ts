// Making and finding people over real HTTP and a real database.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { Refused, TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo } from '#tests/kit/mails.ts';

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

describe('new', () => {
  test('is INVITED with the id of the caller, the company time zone, the role Employee, and a mail', async () => {
    const { owner } = await registerCompany(app);
    await owner.call(company.update, { settings: { time_zone: 'Europe/Lisbon' } });
    const given = {
      employee_id: uuid(),
      first_name: ' Beatriz ',
      last_name: 'Moura',
      work_email_id: 'Beatriz@Moura.Example',
      position_title: 'Shop manager',
    };
    const { employee, events } = await owner.call(people.create, given);
    expect(employee).toEqual({
      employee_id: given.employee_id,
      first_name: 'Beatriz',
      last_name: 'Moura',
      position_title: 'Shop manager',
      work_email_id: 'Beatriz@Moura.Example',
      employee_account_status: 'INVITED',
      employee_status: { status_type: 'Automatic', auto_status: 'Appear Offline' },
      profile_url: null,
    });
    expect(events.map(({ topic, name }) => [topic, name])).toContainEqual(['company', 'people.changed']);
    const roles = await owner.call(people.dropdown, { kinds: ['roles'], query: 'employee' });
    const more = await owner.call(people.meta, {
      employee_id: given.employee_id,
      select: ['time_zone', 'role_ids', 'skills', 'manager_id'],
    });
    expect(more).toEqual({
      time_zone: 'Europe/Lisbon',
      role_ids: [roles.roles?.[0]?.id],
      skills: [],
      manager_id: null,
    });
    await expect.poll(() => mailsTo(app.dataDir, 'beatriz@moura.example')).toHaveLength(1);
  });

  test('sends no mail if told so', async () => {
    const { owner } = await registerCompany(app);
    const silent = await create(owner);
    const { employee } = await owner.call(people.create, {
      first_name: 'Loud',
      last_name: 'One',
      work_email_id: address(),
    });
    await expect.poll(() => mailsTo(app.dataDir, employee.work_email_id)).toHaveLength(1);
    expect(await mailsTo(app.dataDir, silent.work_email_id)).toEqual([]);
  });

  test('an id that is taken is INVALID_REQUEST; a repeat of the same key is the same answer', async () => {
    const { owner } = await registerCompany(app);
    const input = { employee_id: uuid(), first_name: 'Nell', last_name: 'Whitcombe', work_email_id: address() };
    const key = crypto.randomUUID();
    const first = await owner.call(people.create, input, { key });
    expect(await owner.call(people.create, input, { key })).toEqual(first);
    await expect(owner.call(people.create, { ...input, work_email_id: address() })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      data: [{ path: 'employee_id' }],
    });
  });

  test('an address is taken whatever its case, in this company only', async () => {
    const { owner } = await registerCompany(app);
    const { owner: elsewhere } = await registerCompany(app);
    await create(owner, { work_email_id: 'kwame.mensah@brackenford.example' });
    await expect(create(owner, { work_email_id: 'Kwame.MENSAH@Brackenford.example' })).rejects.toMatchObject({
      code: 'AUTH_EMAIL_ALREADY_EXISTS',
      status: 409,
    });
    const other = await create(owner);
    await expect(
      owner.call(people.update, { employee_id: other.employee_id, work_email_id: 'KWAME.mensah@brackenford.example' }),
    ).rejects.toMatchObject({ code: 'AUTH_EMAIL_ALREADY_EXISTS' });
    await expect(create(elsewhere, { work_email_id: 'kwame.mensah@brackenford.example' })).resolves.toBeTruthy();
  });

  test('of eight at once with one address exactly one wins', async () => {
    const { owner } = await registerCompany(app);
    const shared = address();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => create(owner, { work_email_id: i % 2 ? shared : shared.toUpperCase() })),
    );
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1);
    const reasons = tries.flatMap((t) => (t.status === 'rejected' ? [(t.reason as Refused).code] : []));
    expect(reasons).toEqual(Array(7).fill('AUTH_EMAIL_ALREADY_EXISTS'));
    const { items } = await owner.call(people.list, { query: shared });
    expect(items).toHaveLength(1);
  });
});

describe('list', () => {
  test('finds by name, title and address without case and accents; filters; pages by name', async () => {
    const { owner } = await registerCompany(app, { first_name: 'Zora', last_name: 'Owner' });
    const manager = await create(owner, {
      first_name: 'Freya',
      last_name: 'Halvorsen',
      location: 'Head office',
      joining_date: '2016-02-01',
    });
    await create(owner, {
      first_name: 'Łukasz',
      last_name: 'O’Brien',
      location: 'Mill Lane',
      manager_id: manager.employee_id,
      joining_date: '2024-05-06',
    });
    await create(owner, {
      first_name: 'Jonas',
      last_name: 'Aldén',
      position_title: 'Delivery planner',
      location: 'Harbour depot',
    });
    const names = async (input: Parameters<typeof owner.call<typeof people.list>>[1]) =>
      (await owner.call(people.list, input)).items.map((p) => p.first_name);
    expect(await names({})).toEqual(['Freya', 'Jonas', 'Łukasz', 'Zora']);
    expect(await names({ query: 'LUKASZ obrien' })).toEqual(['Łukasz']);
    expect(await names({ query: 'alden PLANNER' })).toEqual(['Jonas']);
    expect(await names({ query: '%' })).toEqual([]);
    expect(await names({ query: 'people.example' })).toHaveLength(3);
    expect(await names({ filters: { locations: ['Mill Lane', 'Harbour depot'] } })).toEqual(['Jonas', 'Łukasz']);
    expect(await names({ filters: { manager_ids: [manager.employee_id] } })).toEqual(['Łukasz']);
    expect(await names({ filters: { statuses: ['ACTIVE'] } })).toEqual(['Zora']);
    expect(await names({ filters: { statuses: [] } })).toEqual([]);
    expect(await names({ sort: 'joining_date', limit: 2 })).toEqual(['Łukasz', 'Freya']);
    const roles = (await owner.call(people.dropdown, { kinds: ['roles'] })).roles ?? [];
    expect(roles.map((role) => role.label)).toEqual(['Owner', 'Admin', 'People manager', 'Communicator', 'Employee']);
    expect(await names({ filters: { role_ids: [roles[0]?.id ?? ''] } })).toEqual(['Zora']);
  });

  test.each([
    '',
    'x',
    Buffer.from('["name","a"]').toString('base64url'),
    Buffer.from(`["joining_date","2020-01-01","${nobody}"]`).toString('base64url'),
  ])('refuses the cursor %j', async (cursor) => {
    const { owner } = await registerCompany(app);
    await expect(owner.call(people.list, { cursor })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      data: [{ path: 'cursor' }],
    });
    await expect(owner.call(people.directory, { cursor: `${cursor}!` })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('choices for forms: only those that fit', async () => {
    const { owner } = await registerCompany(app, { first_name: 'Olive', last_name: 'Owner' });
    const omar = await create(owner, {
      first_name: 'Omar',
      last_name: 'Haddad',
      location: 'Mill Lane',
      profile_url: '/files/omar.png',
    });
    await create(owner, { first_name: 'Ines', last_name: 'Okafor', location: 'Mill Lane' });
    expect(await owner.call(people.dropdown, { kinds: ['employees'], query: 'mar' })).toEqual({
      employees: [{ id: omar.employee_id, label: 'Omar Haddad', image: '/files/omar.png' }],
    });
    expect(await owner.call(people.dropdown, { kinds: ['locations', 'roles'], query: 'm' })).toEqual({
      locations: [{ id: 'Mill Lane', label: 'Mill Lane' }],
      roles: expect.arrayContaining([expect.objectContaining({ label: 'Admin' })]),
    });
  });
});

describe('meta', () => {
  test('gives the fields asked for; another name is refused with its place', async () => {
    const { owner } = await registerCompany(app, { first_name: 'Olive' });
    const { employee_id } = owner;
    expect(await owner.call(people.meta, { employee_id, select: ['first_name', 'pronouns'] })).toEqual({
      first_name: 'Olive',
      pronouns: '',
    });
    expect(
      Object.keys(await owner.call(people.meta, { employee_id, select: [...people.selectable] })).toSorted(),
    ).toEqual([...people.selectable].toSorted());
    for (const field of ['password_hash', 'constructor', '__proto__', 'company_id'])
      await expect(
        owner.call(people.meta, { employee_id, select: ['first_name', field] }),
        field,
      ).rejects.toMatchObject({ code: 'INVALID_SELECTION_FIELD', status: 400, data: [{ path: 'select[1]' }] });
  });

  test('a birth date is seen by oneself and by who manages people, and its day by colleagues', async () => {
    const { owner } = await registerCompany(app);
    const [ines, omar] = [await addPerson(app, owner), await addPerson(app, owner)];
    await owner.call(people.update, {
      employee_id: ines.employee_id,
      birth_date: '1991-04-07',
      phone_number: '+44 20 7946 0018',
    });
    const input = { employee_id: ines.employee_id, select: ['birth_date', 'birthday', 'phone_number'] };
    const phone_number = '+44 20 7946 0018';
    expect(await owner.call(people.meta, input)).toEqual({ birth_date: '1991-04-07', birthday: '04-07', phone_number });
    expect(await ines.call(people.meta, input)).toEqual({
      birth_date: '1991-04-07',
      birthday: '04-07',
      phone_number,
    });
    expect(await omar.call(people.meta, input)).toEqual({ birthday: '04-07', phone_number });
  });
});
