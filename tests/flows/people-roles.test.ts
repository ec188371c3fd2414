// Who may give what to whom: no way to more than one has, and never a company without an owner.
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type RoleName = 'Owner' | 'Admin' | 'People manager' | 'Communicator' | 'Employee';
async function rolesIn(owner: TestClient): Promise<Record<RoleName, string>> {
  const { roles = [] } = await owner.call(people.dropdown, { kinds: ['roles'] });
  return Object.fromEntries(roles.map((role) => [role.label, role.id])) as Record<RoleName, string>;
}
const give = (by: TestClient, to: TestClient, ...role_ids: string[]) =>
  by.call(people.update, { employee_id: to.employee_id, role_ids });
const held = async (by: TestClient, who: TestClient) =>
  (await by.call(people.meta, { employee_id: who.employee_id, select: ['role_ids'] })).role_ids;
const end = (by: TestClient, who: TestClient) =>
  by.call(people.setStatus, { employee_id: who.employee_id, status: 'INACTIVE' });

const NO_PERMISSION = { code: 'NO_PERMISSION', status: 403 };
const LAST_OWNER = { code: 'LAST_OWNER', status: 409 };

test('without people.manage nobody makes, switches off, removes or invites anybody', async () => {
  const { owner } = await registerCompany(app);
  const [ines, omar] = [await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = omar;
  await expect(
    ines.call(people.create, { first_name: 'A', last_name: 'B', work_email_id: 'a@b.example' }),
  ).rejects.toMatchObject(NO_PERMISSION);
  await expect(ines.call(people.setStatus, { employee_id, status: 'SUSPENDED' })).rejects.toMatchObject(NO_PERMISSION);
  await expect(ines.call(people.remove, { employee_id })).rejects.toMatchObject(NO_PERMISSION);
  await expect(ines.call(people.invite, { employee_id })).rejects.toMatchObject(NO_PERMISSION);
  // Not even over oneself.
  await expect(ines.call(people.remove, { employee_id: ines.employee_id })).rejects.toMatchObject(NO_PERMISSION);
});

test('nobody climbs: roles are given only by who holds everything in them', async () => {
  const { owner } = await registerCompany(app);
  const roles = await rolesIn(owner);
  const admin = await addPerson(app, owner, { role_ids: [roles.Admin] });
  const manager = await addPerson(app, owner, { role_ids: [roles['People manager']] });
  const ines = await addPerson(app, owner);

  // No roles.manage at all.
  await expect(give(manager, manager, roles.Owner)).rejects.toMatchObject(NO_PERMISSION);
  await expect(give(ines, ines, roles.Admin)).rejects.toMatchObject(NO_PERMISSION);
  const fresh = () => ({
    first_name: 'A',
    last_name: 'B',
    work_email_id: `${uuid()}@b.example`,
    send_invitation: false,
  });
  await expect(manager.call(people.create, { ...fresh(), role_ids: [roles.Employee] })).rejects.toMatchObject(
    NO_PERMISSION,
  );
  // An admin may do everything but make and unmake owners.
  await expect(give(admin, admin, roles.Owner)).rejects.toMatchObject(NO_PERMISSION);
  await expect(give(admin, ines, roles.Employee, roles.Owner)).rejects.toMatchObject(NO_PERMISSION);
  await expect(give(admin, owner, roles.Employee)).rejects.toMatchObject(NO_PERMISSION);
  await expect(admin.call(people.create, { ...fresh(), role_ids: [roles.Owner] })).rejects.toMatchObject(NO_PERMISSION);
  await give(admin, ines, roles.Admin);
  expect(await held(owner, ines)).toEqual([roles.Admin]);
  expect(await held(owner, owner)).toEqual([roles.Owner]);
  expect(await held(owner, admin)).toEqual([roles.Admin]);

  // A role of the company's own that manages roles, and holds little else.
  const clerk = uuid();
  await app.sql(
    "INSERT INTO role (company_id, role_id, name, permissions) VALUES ($1, $2, 'Clerk', '{roles.manage,spaces.create}')",
    [owner.company_id, clerk],
  );
  const leo = await addPerson(app, owner, { role_ids: [clerk] });
  await expect(give(leo, leo, clerk, roles['People manager'])).rejects.toMatchObject(NO_PERMISSION);
  await expect(give(leo, manager, roles.Employee)).rejects.toMatchObject(NO_PERMISSION);
  await give(leo, leo, clerk, roles.Employee);
  expect(await held(owner, leo)).toEqual([clerk, roles.Employee].toSorted());
});

test('nobody is taken over by another address, and nobody above is switched off', async () => {
  const { owner } = await registerCompany(app);
  const roles = await rolesIn(owner);
  const admin = await addPerson(app, owner, { role_ids: [roles.Admin] });
  const manager = await addPerson(app, owner, { role_ids: [roles['People manager']] });
  const communicator = await addPerson(app, owner, { role_ids: [roles.Communicator] });
  const [to, mine] = [() => `${uuid()}@taken.example`, 'attacker@taken.example'];
  const readdress = (by: TestClient, who: TestClient, work_email_id: string) =>
    by.call(people.update, { employee_id: who.employee_id, work_email_id });
  await expect(readdress(admin, owner, mine)).rejects.toMatchObject(NO_PERMISSION);
  await expect(readdress(manager, admin, mine)).rejects.toMatchObject(NO_PERMISSION);
  await expect(readdress(manager, communicator, mine)).rejects.toMatchObject(NO_PERMISSION);
  await readdress(admin, manager, to());
  for (const [by, who] of [
    [admin, owner],
    [manager, admin],
    [manager, owner],
  ] as const) {
    await expect(end(by, who)).rejects.toMatchObject(NO_PERMISSION);
    await expect(by.call(people.remove, { employee_id: who.employee_id })).rejects.toMatchObject(NO_PERMISSION);
  }
  await end(manager, communicator);
});

test('a permission counts from, and until, the very call', async () => {
  const { owner } = await registerCompany(app);
  const roles = await rolesIn(owner);
  const ines = await addPerson(app, owner);
  await using socket = await openSocket(ines);
  const theme = () => ines.raw(company.update, { color_theme: 'Custom_Tron' }).then(({ status }) => status);
  expect(await theme()).toBe(403);
  const { events } = await give(owner, ines, roles.Admin);
  expect(await theme()).toBe(200);
  await socket.waitForEvent('people.self_changed');
  expect(events.map(({ name }) => name)).toEqual(['people.roles_changed']);
  await give(owner, ines, roles.Employee);
  expect(await theme()).toBe(403);
});

test('the last active owner stays', async () => {
  const { owner } = await registerCompany(app);
  const roles = await rolesIn(owner);
  const second = await addPerson(app, owner);
  const last = { employee_id: owner.employee_id };
  const all = [
    () => give(owner, owner, roles.Admin),
    () => give(owner, owner),
    () => end(owner, owner),
    () => owner.call(people.setStatus, { ...last, status: 'SUSPENDED' }),
    () => owner.call(people.remove, last),
  ];
  for (const leave of all) await expect(leave()).rejects.toMatchObject(LAST_OWNER);
  // An owner who cannot sign in is no owner to rely on.
  await give(owner, second, roles.Owner);
  await end(owner, second);
  for (const leave of all) await expect(leave()).rejects.toMatchObject(LAST_OWNER);
  await owner.call(people.setStatus, { employee_id: second.employee_id, status: 'ACTIVE' });
  await give(owner, owner, roles.Employee);
  expect(await held(owner, owner)).toEqual([roles.Employee]);
});

/** Keeps both from writing their record, which comes after every check, until both are on their way. */
async function atOnce<T>(...calls: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const barrier = new pg.Client(app.connection);
  await barrier.connect();
  await barrier.query('BEGIN; LOCK TABLE audit_event IN SHARE MODE');
  const answers = Promise.allSettled(calls.map((call) => call()));
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await app.sql(waiting)).length).toBe(calls.length);
  await barrier.query('COMMIT');
  await barrier.end();
  return answers;
}

test('of owners who unmake each other at the same moment one remains', async () => {
  const { owner } = await registerCompany(app);
  const roles = await rolesIn(owner);
  const ways = {
    demote: (by: TestClient, who: TestClient) => give(by, who, roles.Employee),
    end,
    remove: (by: TestClient, who: TestClient) => by.call(people.remove, { employee_id: who.employee_id }),
  };
  const pairs = [
    [ways.demote, ways.demote],
    [ways.demote, ways.end],
    [ways.end, ways.remove],
    [ways.remove, ways.remove],
  ] as const;
  let remaining = owner;
  for (const [here, there] of pairs) {
    const former = remaining;
    const other = await addPerson(app, former, { role_ids: [roles.Owner] });
    const answers = await atOnce<unknown>(
      () => here(former, other),
      () => there(other, former),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    remaining = answers[0]?.status === 'fulfilled' ? former : other;
    const owners = await remaining.call(people.list, { filters: { role_ids: [roles.Owner], statuses: ['ACTIVE'] } });
    expect(owners.items.map((p) => p.employee_id)).toEqual([remaining.employee_id]);
  }
});
