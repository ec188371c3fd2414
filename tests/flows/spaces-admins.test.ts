// That nobody is left in a space without an admin who can act: whose account is off does not count, and keeps nobody either.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewLeaving, restoreLeaver } from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { gather, ids, makeSpace, pair } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let cleo: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, cleo } = await gather(app));
});
afterAll(() => app?.close());

const last = { code: 'LAST_ADMIN', status: 409 };
const set = ({ employee_id }: TestClient, status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED') =>
  owner.call(people.setStatus, { employee_id, status });
const make = (space_id: string, employee_id: string, role: 'admin' | 'member') =>
  owner.call(spaces.updateMember, { space_id, employee_id, role });
/** Also of a private space, and when nobody of it can sign in. */
const membersOf = async (space_id: string) =>
  Object.fromEntries(
    (
      await app.sql<{ employee_id: string; role: string }>(
        'SELECT employee_id, role FROM space_member WHERE space_id = $1',
        [space_id],
      )
    ).map(({ employee_id, role }) => [employee_id, role]),
  );
/** Somebody who was invited to the company and has not come yet. */
async function expected(): Promise<string> {
  const employee_id = uuid();
  const work_email_id = `${employee_id}@later.example`;
  await owner.call(people.create, { employee_id, first_name: 'Lin', last_name: 'Later', work_email_id });
  return employee_id;
}

test.each(['INACTIVE', 'SUSPENDED'] as const)('an admin who is %s is not another admin', async (status) => {
  const [dan, eve] = await pair(app, { owner });
  const { space_id } = await makeSpace(dan, { employee_ids: ids(eve, cleo) });
  await make(space_id, eve.employee_id, 'admin');
  await set(eve, status);
  await expect(dan.call(spaces.leave, { space_id })).rejects.toMatchObject(last);
  await expect(make(space_id, dan.employee_id, 'member')).rejects.toMatchObject(last);
  const out = { space_id, employee_id: dan.employee_id };
  await expect(owner.call(spaces.removeMember, out)).rejects.toMatchObject(last);
  await set(eve, 'ACTIVE');
  await dan.call(spaces.leave, { space_id });
  expect(await membersOf(space_id)).toEqual({ [eve.employee_id]: 'admin', [cleo.employee_id]: 'member' });
});

test('whoever is the last who can act may go, and the others have an admin when they are back', async () => {
  const [dan, eve] = await pair(app, { owner });
  const { space_id } = await makeSpace(dan, { visibility: 'private', employee_ids: ids(eve) });
  await set(eve, 'INACTIVE');
  await dan.call(spaces.leave, { space_id });
  expect(await membersOf(space_id)).toEqual({ [eve.employee_id]: 'admin' });
});

test('who has not come yet counts where nobody is who can act', async () => {
  const dan = await addPerson(app, owner);
  const [lin, lea] = [await expected(), await expected()];
  const { space_id } = await makeSpace(dan, { employee_ids: [cleo.employee_id, lin, lea] });
  await make(space_id, lin, 'admin');
  await expect(dan.call(spaces.leave, { space_id })).rejects.toMatchObject(last);
  await cleo.call(spaces.leave, { space_id });
  // He stays, and can act.
  await expect(make(space_id, dan.employee_id, 'member')).rejects.toMatchObject(last);
  await dan.call(spaces.leave, { space_id });
  expect(await membersOf(space_id)).toEqual({ [lin]: 'admin', [lea]: 'member' });
  await expect(make(space_id, lin, 'member')).rejects.toMatchObject(last);

  const other = (await makeSpace(dan, { employee_ids: [lea] })).space_id;
  await expect(dan.call(spaces.leave, { space_id: other })).rejects.toMatchObject(last);
  await make(other, lea, 'admin');
  await dan.call(spaces.leave, { space_id: other });
  expect(await membersOf(other)).toEqual({ [lea]: 'admin' });
});

test('of an admin who leaves the company nobody takes over whose account is off while somebody else is there', async () => {
  const [dan, eve] = await pair(app, { owner });
  const admin = await addPerson(app, owner);
  const employee_id = admin.employee_id;
  // Dan is in each before Eve.
  const beside = await makeSpace(admin, { employee_ids: ids(dan) });
  await make(beside.space_id, dan.employee_id, 'admin');
  const closed = await makeSpace(admin, { visibility: 'private', employee_ids: ids(dan) });
  for (const { space_id } of [beside, closed])
    await admin.call(spaces.addMembers, { space_id, employee_ids: ids(eve) });
  const left = await makeSpace(admin, { employee_ids: ids(dan) });
  await set(dan, 'INACTIVE');

  const { effects } = await owner.call(previewLeaving, { employee_id });
  expect(effects.hand_over.spaces.items.map(({ id }) => id).sort()).toEqual([beside.space_id, closed.space_id].sort());
  await expect(owner.call(people.remove, { employee_id })).rejects.toMatchObject({ code: 'HAND_OVER_REQUIRED' });
  await owner.call(people.remove, { employee_id, hand_over_to: cleo.employee_id });
  expect(await membersOf(closed.space_id)).toEqual({ [eve.employee_id]: 'admin', [dan.employee_id]: 'member' });
  expect(await membersOf(beside.space_id)).toMatchObject({ [cleo.employee_id]: 'admin', [eve.employee_id]: 'member' });
  expect(await membersOf(left.space_id)).toEqual({ [dan.employee_id]: 'admin' });

  // Nobody has taken over what nobody was left in who could.
  await owner.call(restoreLeaver, { employee_id });
  expect(await membersOf(closed.space_id)).toMatchObject({ [employee_id]: 'member' });
  expect(await membersOf(left.space_id)).toEqual({ [dan.employee_id]: 'admin', [employee_id]: 'admin' });
});
