// Whoever comes into a group with chosen members, or goes, stands in the audit log by the group's name: whichever way it happened.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditEvent, PROVISIONING_ACTOR } from '#contract/audit.ts';
import { bulkGroup } from '#contract/people/bulk.ts';
import { createGroup, updateGroupMembers } from '#contract/people/groups.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { read } from './audit.fixture.ts';
import { check, csv, run, undo } from './people-import.fixture.ts';
import { newProvider, newUser, patch } from './provisioning.fixture.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner } = await registerCompany(app));
});
afterAll(() => app?.close());

async function makeGroup(group_name: string): Promise<string> {
  const group_id = uuid();
  await owner.call(createGroup, { group_id, group_name: `${group_name} ${group_id}` });
  return group_id;
}

type Line = Pick<AuditEvent['detail'], 'add' | 'remove'>;
/** Of a group, oldest first. */
async function moves(group_id: string): Promise<Line[]> {
  const lines = await read(owner, { actions: ['people.group_members_changed'] });
  const own = lines.filter(({ detail }) => detail['group_id'] === group_id).toReversed();
  for (const { actor_id, detail } of own)
    expect([actor_id, detail['name']]).toEqual([owner.employee_id, expect.stringContaining(group_id)]);
  return own.map(({ detail: { add, remove } }) => ({ add, remove }));
}
const came = (...add: string[]) => ({ add, remove: [] });
const went = (...remove: string[]) => ({ add: [], remove });

test('by the form of a person, who is new or was there: a line for each group that it changes', async () => {
  const [night, day] = [await makeGroup('Night'), await makeGroup('Day')];
  const made = { employee_id: uuid(), first_name: 'Dora', last_name: 'X', work_email_id: `${uuid()}@people.example` };
  await owner.call(people.create, { ...made, group_ids: [night], send_invitation: false });
  const { employee_id } = made;
  await owner.call(people.update, { employee_id, group_ids: [night], position_title: 'Baker' });
  await owner.call(people.update, { employee_id, group_ids: [day] });
  await owner.call(people.update, { employee_id, group_ids: [] });
  expect(await moves(night)).toEqual([came(employee_id), went(employee_id)]);
  expect(await moves(day)).toEqual([came(employee_id), went(employee_id)]);
  // By the person alone, too.
  const own = await read(owner, { employee_id, actions: ['people.group_members_changed'] });
  expect(own).toHaveLength(4);
});

test('by the form of the group and for many at once: who was there already is not told again', async () => {
  const group_id = await makeGroup('Hosts');
  const [one, two, three] = (
    await Promise.all([addPerson(app, owner), addPerson(app, owner), addPerson(app, owner)])
  ).map(({ employee_id }) => employee_id) as [string, string, string];
  await owner.call(updateGroupMembers, { group_id, add: [one] });
  await owner.call(updateGroupMembers, { group_id, add: [one, two], remove: [three] });
  await owner.call(bulkGroup, { group_id, employee_ids: [one, two, three] });
  await owner.call(bulkGroup, { group_id, employee_ids: [one] });
  await owner.call(updateGroupMembers, { group_id, remove: [one, two] });
  expect((await moves(group_id)).map(({ add, remove }) => [new Set(add as []), new Set(remove as [])])).toEqual([
    [new Set([one]), new Set()],
    [new Set([two]), new Set()],
    [new Set([three]), new Set()],
    [new Set(), new Set([one, two])],
  ]);
});

test('by an import, and by its undoing', async () => {
  const [night, day] = [await makeGroup('Night'), await makeGroup('Day')];
  const there = await addPerson(app, owner);
  await owner.call(updateGroupMembers, { group_id: night, add: [there.employee_id] });
  const { work_email_id } = await owner.call(people.meta, {
    employee_id: there.employee_id,
    select: ['work_email_id'],
  });
  const named = `Day ${day}`;
  const file = csv(
    ['First name', 'Last name', 'Work email', 'Groups'],
    ['Ada', 'X', `${uuid()}@people.example`, named],
    ['Pat', 'Person', String(work_email_id), named],
  );
  const { import_id } = await check(owner, file);
  expect((await run(owner, import_id)).status).toBe('done');
  const [first] = await moves(day);
  const added = first?.add as string[];
  expect(added).toHaveLength(2);
  expect(added).toContain(there.employee_id);
  expect(first?.remove).toEqual([]);
  expect(await moves(night)).toEqual([came(there.employee_id), went(there.employee_id)]);
  await undo(owner, import_id);
  expect(await moves(night)).toEqual([came(there.employee_id), went(there.employee_id), came(there.employee_id)]);
  expect((await moves(day)).slice(1)).toEqual([went(there.employee_id)]);
});

test('by the company’s identity provider: who moved, once for each request', async () => {
  const provider = await newProvider(owner);
  const made = await Promise.all([1, 2].map(() => provider.call('POST', '/Users', newUser())));
  const [one, two] = made.map(({ body }) => body.id as string) as [string, string];
  const displayName = `Bakers ${uuid()}`;
  const { body } = await provider.call('POST', '/Groups', { displayName, members: [{ value: one }] });
  const of = (...ids: string[]) => ({ path: 'members', value: ids.map((value) => ({ value })) });
  const change = async (...steps: object[]) =>
    expect((await provider.call('PATCH', `/Groups/${body.id}`, patch(...steps))).status).toBeLessThan(300);
  await change({ op: 'add', ...of(one, two) });
  await change({ op: 'remove', ...of(two) }, { op: 'add', ...of(two) });
  await change({ op: 'replace', ...of(two) });
  const lines = (await read(owner, { actions: ['people.group_members_changed'] })).filter(
    ({ detail }) => detail['group_id'] === body.id,
  );
  expect(lines.toReversed().map(({ actor_id, detail: { group_id: _, ...detail } }) => [actor_id, detail])).toEqual([
    [PROVISIONING_ACTOR, { name: displayName, ...came(one) }],
    [PROVISIONING_ACTOR, { name: displayName, ...came(two) }],
    [PROVISIONING_ACTOR, { name: displayName, ...went(one) }],
  ]);
});
