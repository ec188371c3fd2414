// What of spaces stands in the audit log: who may be in them and who answers for them, and nothing of what is said there. A private
// space has no name in it: who reads the log is mostly nobody who is in.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit.ts';
import type { Space } from '#contract/chat.ts';
import { restoreLeaver } from '#contract/people/leaving.ts';
import { remove } from '#contract/people.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as roles from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { read } from './audit.fixture.ts';
import { gather, ids, into, makeSpace, say } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo } = await gather(app));
});
afterAll(() => app?.close());

type Told = [action: string, actor_id: string | null, detail: AuditEvent['detail']];
/** What the log says of a space, oldest first, without the space's id. */
async function log({ space_id }: Pick<Space, 'space_id'>): Promise<Told[]> {
  const lines = (await read(owner, { areas: ['spaces'] })).filter(({ detail }) => detail['space_id'] === space_id);
  return lines
    .toReversed()
    .map(({ action, actor_id, detail: { space_id: _, ...detail } }) => [
      action.replace('spaces.', ''),
      actor_id,
      detail,
    ]);
}
/** And nothing else since it was made. */
const since = async (space: Pick<Space, 'space_id'>) => (await log(space)).slice(1);

const [PUBLIC, PRIVATE] = ['Night shift', 'Layoffs in spring'];
const name = PUBLIC;
const makePrivate = (...people: TestClient[]) =>
  makeSpace(ada, { space_name: PRIVATE, visibility: 'private', employee_ids: ids(...people) });
const standing = (by: TestClient, { space_id }: Space, who: TestClient, role: 'admin' | 'member') =>
  by.call(spaces.updateMember, { space_id, employee_id: who.employee_id, role });

test('that a space was made, and who was put into a private one with it; only public ones have a name', async () => {
  const open = await makeSpace(ada, { employee_ids: ids(ben) });
  expect(await log(open)).toEqual([['created', ada.employee_id, { name, visibility: 'public' }]]);
  // Asked once more, nothing was made.
  await makeSpace(ada, { space_id: open.space_id });
  expect(await log(open)).toHaveLength(1);
  const closed = await makePrivate(ben);
  expect(await log(closed)).toEqual([['created', ada.employee_id, { visibility: 'private', add: ids(ben) }]]);
  expect(JSON.stringify(await read(owner))).not.toContain(PRIVATE);
});

test('who can join: in both ways by the name that it has while it is public', async () => {
  const space = await makeSpace(ada);
  const { space_id } = space;
  await ada.call(spaces.update, { space_id, space_description: 'For those who are up' });
  await ada.call(spaces.update, { space_id, visibility: 'private', space_name: PRIVATE });
  await ada.call(spaces.update, { space_id, visibility: 'private' });
  await ada.call(spaces.update, { space_id, visibility: 'public', space_name: 'Day shift' });
  expect(await since(space)).toEqual([
    ['visibility_changed', ada.employee_id, { name, visibility: 'private' }],
    ['visibility_changed', ada.employee_id, { name: 'Day shift', visibility: 'public' }],
  ]);
});

test('who comes into a private one, by whom, and who is taken out; coming and going by oneself is nobody’s business', async () => {
  const closed = await makePrivate();
  const { space_id } = closed;
  await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ada, ben) });
  await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ben) });
  await ada.call(joining.invite, { space_id, employee_ids: ids(cleo) });
  await cleo.call(spaces.join, { space_id });
  await ada.call(spaces.removeMember, { space_id, employee_id: ben.employee_id });
  await cleo.call(spaces.leave, { space_id });
  const { link_code } = await ada.call(joining.getLink, { space_id });
  await ben.call(spaces.join, { space_id, link_code });
  await ada.call(joining.answerRequest, { space_id, employee_id: ben.employee_id, accept: true });
  await cleo.call(spaces.join, { space_id, link_code });
  await ada.call(joining.invite, { space_id, employee_ids: ids(cleo) });
  await say(ada, into(space_id), 'Nothing of this');
  expect(await since(closed)).toEqual([
    ['members_added', ada.employee_id, { add: ids(ben) }],
    ['members_added', cleo.employee_id, { add: ids(cleo), invited_by: ada.employee_id }],
    ['member_removed', ada.employee_id, { employee_id: ben.employee_id }],
    ['members_added', ada.employee_id, { add: ids(ben) }],
    ['members_added', ada.employee_id, { add: ids(cleo) }],
  ]);

  const open = await makeSpace(ada);
  await ben.call(spaces.join, { space_id: open.space_id });
  await ben.call(spaces.removeMember, { space_id: open.space_id, employee_id: ben.employee_id });
  await ada.call(spaces.addMembers, { space_id: open.space_id, employee_ids: ids(ben, cleo) });
  await ada.call(joining.invite, { space_id: open.space_id, employee_ids: ids(owner) });
  await owner.call(spaces.join, { space_id: open.space_id });
  await say(owner, into(open.space_id), 'Nothing of this');
  expect(await since(open)).toEqual([]);
  await ada.call(spaces.removeMember, { space_id: open.space_id, employee_id: ben.employee_id });
  expect(await since(open)).toEqual([['member_removed', ada.employee_id, { name, employee_id: ben.employee_id }]]);
});

test('who is put into a private one is found by their name, and among their own lines', async () => {
  const dora = await addPerson(app, owner);
  const { space_id } = await makePrivate();
  await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ben, dora) });
  const own = await read(owner, { employee_id: dora.employee_id, areas: ['spaces'] });
  expect(own.map(({ action }) => action)).toEqual(['spaces.members_added']);
  expect(await read(owner, { employee_id: dora.employee_id, actions: ['spaces.created'] })).toEqual([]);
});

test('who is made an admin, by an admin or where nobody is left, and who is one no more', async () => {
  const space = await makeSpace(ada, { employee_ids: ids(ben) });
  await standing(ada, space, ben, 'admin');
  await standing(ada, space, ben, 'admin');
  await standing(ada, space, ben, 'member');
  await ben.call(spaces.leave, { space_id: space.space_id });
  await ada.call(spaces.leave, { space_id: space.space_id });
  await cleo.call(spaces.join, { space_id: space.space_id });
  expect(await since(space)).toEqual([
    ['admin_made', ada.employee_id, { name, employee_id: ben.employee_id }],
    ['admin_ended', ada.employee_id, { name, employee_id: ben.employee_id }],
    ['admin_made', cleo.employee_id, { name, employee_id: cleo.employee_id, empty: true }],
  ]);
});

test('who is made an admin because they are put into a space that nobody is in', async () => {
  const space = await makeSpace(ada);
  const { space_id } = space;
  await ada.call(spaces.leave, { space_id });
  await owner.call(spaces.addMembers, { space_id, employee_ids: ids(cleo, ben) });
  const [by, detail] = [owner.employee_id, { name, outside: true }];
  expect(await since(space)).toEqual([
    ['members_added', by, { ...detail, add: ids(ben, cleo).sort() }],
    ['admin_made', by, { ...detail, employee_id: cleo.employee_id }],
  ]);
});

test('who becomes an admin because the last one leaves the company', async () => {
  const going = await addPerson(app, owner);
  const employee_id = going.employee_id;
  const open = await makeSpace(going, { employee_ids: ids(ben) });
  const closed = await makeSpace(going, { space_name: PRIVATE, visibility: 'private', employee_ids: ids(cleo) });
  await owner.call(remove, { employee_id, hand_over_to: ada.employee_id });
  expect(await since(open)).toEqual([['admin_made', owner.employee_id, { name, employee_id: ada.employee_id }]]);
  // It opens to nobody by that.
  expect(await since(closed)).toEqual([['admin_made', owner.employee_id, { employee_id: cleo.employee_id }]]);
  await owner.call(restoreLeaver, { employee_id });
  expect(await since(open)).toHaveLength(1);
});

test('which roles a space has, what they allow, and who is given one; without names in a private one', async () => {
  for (const visibility of ['public', 'private'] as const) {
    const named = <T extends object>(names: T): Partial<T> => (visibility === 'public' ? names : {});
    const space = await makeSpace(ada, { visibility, employee_ids: ids(ben) });
    const [{ space_id }, space_role_id, employee_id] = [space, uuid(), ben.employee_id];
    const actions = ['edit_space'];
    await ada.call(roles.createRole, { space_id, space_role_id, space_role_name: 'Host', actions });
    const give = (id: string | null) =>
      ada.call(spaces.updateMember, { space_id, employee_id, role: 'member', space_role_id: id });
    await give(space_role_id);
    await give(space_role_id);
    await ada.call(roles.updateRole, { space_role_id, space_role_name: 'Lead', actions: ['manage_members'] });
    await give(null);
    await ada.call(roles.deleteRole, { space_role_id });
    const [one, host, lead] = [named({ name }), named({ role_name: 'Host' }), named({ role_name: 'Lead' })];
    const given = { ...one, employee_id };
    expect(
      (await since(space)).map(([action, , detail]) => [action, detail]),
      visibility,
    ).toEqual([
      ['role_created', { ...one, space_role_id, ...host, actions }],
      ['member_role_changed', { ...given, given: space_role_id, taken: null, ...named({ given_name: 'Host' }) }],
      ['role_changed', { ...one, space_role_id, ...lead, ...named({ role_was: 'Host' }), actions: ['manage_members'] }],
      ['member_role_changed', { ...given, given: null, taken: space_role_id, ...named({ taken_name: 'Lead' }) }],
      ['role_deleted', { ...one, space_role_id, ...lead }],
    ]);
  }
});

test('what of a space is archived, and brought back', async () => {
  const space = await makeSpace(ada, { employee_ids: ids(ben) });
  const { space_id } = space;
  const [sub_space_id, hidden] = [uuid(), uuid()];
  await ada.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Handover' });
  await ada.call(spaces.createSubSpace, { space_id, sub_space_id: hidden, sub_space_name: PRIVATE, is_private: true });
  for (const archived of [true, true, false]) await ada.call(spaces.archiveSubSpace, { sub_space_id, archived });
  await ada.call(spaces.archiveSubSpace, { sub_space_id: hidden, archived: true });
  expect(await since(space)).toEqual([
    ['sub_space_archived', ada.employee_id, { name, sub_space_id, sub_space_name: 'Handover' }],
    ['sub_space_restored', ada.employee_id, { name, sub_space_id, sub_space_name: 'Handover' }],
    ['sub_space_archived', ada.employee_id, { name, sub_space_id: hidden }],
  ]);
});

test('all that somebody who manages all spaces does in one that they are not in', async () => {
  const space = await makeSpace(ada, { employee_ids: ids(ben) });
  const [{ space_id }, space_role_id, sub_space_id] = [space, uuid(), uuid()];
  await owner.call(spaces.update, { space_id, space_description: 'Watched' });
  await owner.call(spaces.update, { space_id, space_description: 'Watched' });
  await owner.call(spaces.addMembers, { space_id, employee_ids: ids(cleo) });
  await owner.call(spaces.removeMember, { space_id, employee_id: ben.employee_id });
  await owner.call(joining.invite, { space_id, employee_ids: ids(ben) });
  await owner.call(joining.answerRequest, { space_id, employee_id: ben.employee_id, accept: false });
  await standing(owner, space, cleo, 'admin');
  await owner.call(roles.createRole, { space_id, space_role_id, space_role_name: 'Host', actions: [] });
  await owner.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Handover' });
  const other = uuid();
  await owner.call(spaces.createSubSpace, { space_id, sub_space_id: other, sub_space_name: 'Breaks' });
  await owner.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Talk' });
  await owner.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [other, sub_space_id] });
  await owner.call(spaces.archiveSubSpace, { sub_space_id, archived: true });
  await owner.call(spaces.update, { space_id, visibility: 'private' });
  const told = await since(space);
  expect(told.every(([, actor_id]) => actor_id === owner.employee_id)).toBe(true);
  const acts = told.map(([action, , { name: called, outside, ...detail }]) => {
    expect({ called, outside }, action).toEqual({ called: name, outside: true });
    return [action, detail];
  });
  expect(acts).toEqual([
    ['managed', { act: 'changed' }],
    ['members_added', { add: ids(cleo) }],
    ['member_removed', { employee_id: ben.employee_id }],
    ['managed', { act: 'invited', add: ids(ben) }],
    ['managed', { act: 'refused', employee_id: ben.employee_id }],
    ['admin_made', { employee_id: cleo.employee_id }],
    ['role_created', { space_role_id, role_name: 'Host', actions: [] }],
    ['managed', { act: 'sub_space_made', sub_space_id }],
    ['managed', { act: 'sub_space_made', sub_space_id: other }],
    ['managed', { act: 'sub_space_changed', sub_space_id }],
    ['managed', { act: 'sub_spaces_moved' }],
    ['sub_space_archived', { sub_space_id, sub_space_name: 'Talk' }],
    ['visibility_changed', { visibility: 'private' }],
  ]);
});
