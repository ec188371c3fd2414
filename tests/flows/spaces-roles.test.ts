// The roles that a space's admins define: what each action opens and nothing else, who may give what, and what is heard of it.
// @module-tag long

import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as roles from '#contract/spaces/roles.ts';
import { type SpaceAction, type SpaceRole, spaceAction } from '#contract/spaces/space-role.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { entryOf, gather, ids, into, makeSpace, nobody, say } from './talk.ts';

let app: TestApp;
let owner: TestClient;
/** Makes the spaces. */
let ada: TestClient;
/** Has the roles. */
let ben: TestClient;
let cleo: TestClient;
/** Is in none of the spaces. */
let dora: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo, stranger } = await gather(app));
  dora = await addPerson(app, owner);
});
afterAll(() => app.close());

const REFUSED = { code: 'NO_PERMISSION', status: 403 };
const UNKNOWN = { code: 'SPACE_ROLE_NOT_FOUND', status: 404 };
const every = spaceAction.options;

const define = async (by: TestClient, space_id: string, actions: readonly SpaceAction[], name = `Role ${uuid()}`) =>
  (
    await by.call(roles.createRole, {
      space_id,
      space_role_id: uuid(),
      space_role_name: name,
      actions: [...actions],
    })
  ).space_role;

const give = (
  by: TestClient,
  role: Pick<SpaceRole, 'space_id' | 'space_role_id'> | null,
  to: TestClient,
  space_id = '',
) =>
  by.call(spaces.updateMember, {
    space_id: role?.space_id ?? space_id,
    employee_id: to.employee_id,
    role: 'member',
    space_role_id: role?.space_role_id ?? null,
  });

const mine = async (by: TestClient, space_id: string) => (await by.call(spaces.get, { space_id })).space_role;
const memberOf = async (by: TestClient, space_id: string, { employee_id }: TestClient) =>
  (await by.call(spaces.listMembers, { space_id })).items.find((one) => one.employee_id === employee_id);

/** A private space of Ada with Ben and Cleo, in which Dora has asked to come in; Ben has a role with the actions, if any. */
async function scene(actions?: readonly SpaceAction[]) {
  const { space_id } = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben, cleo) });
  const { link_code } = await ada.call(joining.getLink, { space_id });
  await dora.call(spaces.join, { space_id, link_code });
  const sub_space_id = uuid();
  await ada.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Keys' });
  const other = uuid();
  await ada.call(spaces.createSubSpace, { space_id, sub_space_id: other, sub_space_name: 'Doors' });
  const secret = uuid();
  const employee_ids = ids(ben);
  await ada.call(spaces.createSubSpace, {
    space_id,
    sub_space_id: secret,
    sub_space_name: 'Few',
    is_private: true,
    employee_ids,
  });
  const { message_id } = await say(cleo, into(space_id), 'Cleo wrote this');
  const role = actions && (await define(ada, space_id, actions));
  if (role) await give(ada, role, ben);
  return { space_id, sub_space_id, other, secret, message_id, role };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** Everything that a role can open, done by Ben. Each leaves the others possible. */
const acts: Readonly<Record<SpaceAction, Readonly<Record<string, (at: Scene) => Promise<unknown>>>>> = {
  edit_space: {
    rename: ({ space_id }) => ben.call(spaces.update, { space_id, space_name: 'By Ben', space_description: 'x' }),
    picture: ({ space_id }) => ben.call(spaces.update, { space_id, space_image: '/files/x.png' }),
  },
  manage_members: {
    waiting: ({ space_id }) => ben.call(joining.listRequests, { space_id }),
    answer: ({ space_id }) =>
      ben.call(joining.answerRequest, { space_id, employee_id: dora.employee_id, accept: true }),
    add: ({ space_id }) => ben.call(spaces.addMembers, { space_id, employee_ids: ids(owner) }),
    remove: ({ space_id }) => ben.call(spaces.removeMember, { space_id, employee_id: cleo.employee_id }),
  },
  manage_sub_spaces: {
    create: ({ space_id }) =>
      ben.call(spaces.createSubSpace, { space_id, sub_space_id: uuid(), sub_space_name: 'By Ben' }),
    rename: ({ sub_space_id }) => ben.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Other keys' }),
    move: ({ space_id, sub_space_id, other }) =>
      ben.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [other, sub_space_id] }),
    archive: ({ sub_space_id }) => ben.call(spaces.archiveSubSpace, { sub_space_id, archived: true }),
    'let in': ({ secret }) => ben.call(spaces.addSubSpaceMembers, { sub_space_id: secret, employee_ids: ids(cleo) }),
    'take out': ({ secret }) =>
      ben.call(spaces.removeSubSpaceMember, { sub_space_id: secret, employee_id: cleo.employee_id }),
  },
  delete_messages: {
    delete: ({ message_id }) => ben.call(chat.remove, { message_id }),
  },
};

describe('an action', () => {
  test.each(every)('%s opens what it says, and nothing else does', async (action) => {
    const [without, among] = [await scene(every.filter((one) => one !== action)), await scene([action])];
    for (const [what, act] of Object.entries(acts[action])) {
      await expect(act(without), `${what} without`).rejects.toMatchObject(REFUSED);
      await act(among).catch((error: unknown) => expect.fail(`${what} with it: ${String(error)}`));
    }
    const others = every.filter((one) => one !== action).flatMap((one) => Object.entries(acts[one]));
    const fresh = await scene([action]);
    for (const [what, act] of others) await expect(act(fresh), what).rejects.toMatchObject(REFUSED);
  });

  test('none is open to a plain member, and none to a role without actions', async () => {
    for (const at of [await scene(), await scene([])])
      for (const [what, act] of every.flatMap((one) => Object.entries(acts[one])))
        await expect(act(at), what).rejects.toMatchObject(REFUSED);
  });

  test('edit_space leaves who can join to the admins', async () => {
    const { space_id } = await scene(every);
    await expect(ben.call(spaces.update, { space_id, visibility: 'public' })).rejects.toMatchObject(REFUSED);
    await ben.call(spaces.update, { space_id, space_name: 'By Ben', visibility: 'private' });
  });

  test('manage_members makes an invitation let in, and hears who asks', async () => {
    const { space_id } = await scene(['manage_members']);
    await using socket = await openSocket(ben);
    const visitor = await addPerson(app, owner);
    await ben.call(joining.invite, { space_id, employee_ids: ids(visitor) });
    await socket.waitForEvent(spaceEvents.requestsChanged.name);
    const { space } = await visitor.call(spaces.join, { space_id });
    expect(space).toMatchObject({ is_member: true, role: 'member', space_role: null });
  });

  test('manage_sub_spaces is about those that one sees', async () => {
    const { space_id } = await scene(['manage_sub_spaces']);
    const sub_space_id = uuid();
    await ada.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Hidden', is_private: true });
    const hidden = { code: 'SUB_SPACE_NOT_FOUND', status: 404 };
    await expect(ben.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'x' })).rejects.toMatchObject(hidden);
    const inHidden = ben.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: ids(ben) });
    await expect(inHidden).rejects.toMatchObject(hidden);
  });

  test('manage_sub_spaces shows nothing of a private one to its maker who was taken out of it', async () => {
    const { space_id } = await scene(['manage_sub_spaces']);
    const input = { space_id, sub_space_id: uuid(), sub_space_name: 'Few', is_private: true };
    await ben.call(spaces.createSubSpace, input);
    const { sub_space_id } = input;
    expect((await ben.call(spaces.createSubSpace, input)).sub_space).toMatchObject({ sub_space_id });
    await ada.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id: ben.employee_id });
    await ada.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Without Ben' });
    await expect(ben.call(spaces.createSubSpace, input)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('delete_messages counts in threads as well, and in this space alone', async () => {
    const { message_id } = await scene(['delete_messages']);
    const answer = await say(cleo, { entity_type: 'thread', entity_id: message_id }, 'In the thread');
    await ben.call(chat.remove, { message_id: answer.message_id });
    const elsewhere = await scene();
    await expect(ben.call(chat.remove, { message_id: elsewhere.message_id })).rejects.toMatchObject(REFUSED);
  });
});

describe('nobody gets more by a role than its giver has', () => {
  test('roles are defined and given by admins alone', async () => {
    const { space_id, role } = await scene(every);
    const space_role_id = role?.space_role_id ?? '';
    const attempts = [
      () => define(ben, space_id, ['edit_space']),
      () => ben.call(roles.updateRole, { space_role_id, space_role_name: 'Chief' }),
      () => ben.call(roles.deleteRole, { space_role_id }),
      () => ben.call(spaces.updateMember, { space_id, employee_id: cleo.employee_id, role: 'member', space_role_id }),
      () => ben.call(spaces.updateMember, { space_id, employee_id: ben.employee_id, role: 'admin' }),
      () => ben.call(spaces.updateMember, { space_id, employee_id: ada.employee_id, role: 'member' }),
      () => cleo.call(spaces.updateMember, { space_id, employee_id: cleo.employee_id, role: 'member', space_role_id }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(REFUSED);
    expect(await mine(cleo, space_id)).toBeNull();
  });

  test('manage_members takes out neither admins nor others who manage members', async () => {
    const { space_id, role } = await scene(['manage_members']);
    const remove = (one: TestClient) => ben.call(spaces.removeMember, { space_id, employee_id: one.employee_id });
    await expect(remove(ada)).rejects.toMatchObject(REFUSED);
    if (role) await give(ada, role, cleo);
    await expect(remove(cleo)).rejects.toMatchObject(REFUSED);
    await give(ada, await define(ada, space_id, ['edit_space', 'delete_messages']), cleo);
    await remove(cleo);
    await ben.call(spaces.leave, { space_id });
  });

  test('who manages spaces may define roles where they see them', async () => {
    const hidden = await scene();
    await expect(define(owner, hidden.space_id, every)).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const role = await define(owner, space_id, ['edit_space']);
    await give(owner, role, ben);
    expect(await mine(ben, space_id)).toEqual(role);
  });
});

describe('a role', () => {
  test('has a name that no other of the space has, whatever its case', async () => {
    const { space_id } = await makeSpace(ada);
    const host = await define(ada, space_id, ['delete_messages', 'edit_space', 'edit_space'], ' Host ');
    expect(host).toMatchObject({ space_role_name: 'Host', actions: ['edit_space', 'delete_messages'] });
    const exists = { code: 'SPACE_ROLE_EXISTS', status: 409 };
    for (const name of ['HOST', 'host', 'Admin', 'member'])
      await expect(define(ada, space_id, [], name), name).rejects.toMatchObject(exists);
    const guest = await define(ada, space_id, [], 'Guest');
    const { space_role_id } = guest;
    await expect(ada.call(roles.updateRole, { space_role_id, space_role_name: 'hOST' })).rejects.toMatchObject(exists);
    const { space_role } = await ada.call(roles.updateRole, { space_role_id, space_role_name: 'GUEST' });
    expect((await ada.call(roles.listRoles, { space_id })).items).toEqual([space_role, host]);
    await define(ada, (await makeSpace(ada)).space_id, [], 'Host');
    for (const name of ['', ' ', 'x'.repeat(61)])
      await expect(define(ada, space_id, [], name)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('allows nothing that there is not to allow', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const { space_role_id } = await define(ada, space_id, ['edit_space']);
    const unknown = { code: 'INVALID_ACTION_ID', status: 400 };
    for (const word of ['delete_space', 'constructor', 'EDIT_SPACE']) {
      const input = { space_id, space_role_id: uuid(), space_role_name: 'Guest', actions: ['edit_space', word] };
      await expect(ada.call(roles.createRole, input), word).rejects.toMatchObject(unknown);
      const other = ada.call(roles.updateRole, { space_role_id, actions: [word] });
      await expect(other, word).rejects.toMatchObject(unknown);
      await expect(ben.call(roles.createRole, input), word).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    }
    expect((await ada.call(roles.listRoles, { space_id })).items).toMatchObject([{ actions: ['edit_space'] }]);
  });

  test('is there once, however often it is made', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const input = { space_id, space_role_id: uuid(), space_role_name: 'Host', actions: [] };
    const first = await ada.call(roles.createRole, input);
    expect(first.events).toMatchObject([{ name: 'spaces.role_changed', payload: first.space_role }]);
    expect(await ada.call(roles.createRole, input)).toEqual({ space_role: first.space_role, events: [] });
    const taken = { code: 'INVALID_REQUEST', status: 400 };
    const elsewhere = { ...input, space_id: (await makeSpace(ada)).space_id };
    await expect(ada.call(roles.createRole, elsewhere)).rejects.toMatchObject(taken);
    await expect(owner.call(roles.createRole, input)).rejects.toMatchObject(taken);
    const same = { space_role_id: input.space_role_id, space_role_name: 'Host', actions: [] };
    expect(await ada.call(roles.updateRole, same)).toMatchObject({ events: [] });
  });

  test('is one of at most twenty, also if many are made at once', async () => {
    const { space_id } = await makeSpace(ada);
    const made = await Promise.allSettled(Array.from({ length: 22 }, () => define(ada, space_id, [])));
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: 'TOO_MANY_SPACE_ROLES' }, { code: 'TOO_MANY_SPACE_ROLES' }]);
    expect((await ada.call(roles.listRoles, { space_id })).items).toHaveLength(20);
  });

  test('of one name made twice at once is there once', async () => {
    const { space_id } = await makeSpace(ada);
    const made = await Promise.allSettled(['Host', 'HOST'].map((name) => define(ada, space_id, [], name)));
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('of another space or company is not there', async () => {
    const { space_id } = await scene();
    const elsewhere = await define(ada, (await makeSpace(ada, { visibility: 'private' })).space_id, every);
    const foreign = await define(stranger, (await makeSpace(stranger)).space_id, every);
    for (const space_role_id of [elsewhere.space_role_id, foreign.space_role_id, nobody]) {
      const call = ada.call(spaces.updateMember, {
        space_id,
        employee_id: ben.employee_id,
        role: 'member',
        space_role_id,
      });
      await expect(call).rejects.toMatchObject(UNKNOWN);
    }
    const { space_role_id } = foreign;
    await expect(ada.call(roles.updateRole, { space_role_id, space_role_name: 'x' })).rejects.toMatchObject(UNKNOWN);
    await expect(ada.call(roles.deleteRole, { space_role_id })).rejects.toMatchObject(UNKNOWN);
    const hidden = { space_role_id: elsewhere.space_role_id };
    await expect(ben.call(roles.deleteRole, hidden)).rejects.toMatchObject(UNKNOWN);
    const waiting = dora.call(roles.listRoles, { space_id });
    await expect(waiting).rejects.toMatchObject(REFUSED);
  });
});

describe('who has a role', () => {
  test('is told with the members, and has it beside the entry', async () => {
    const { space_id, role } = await scene(['edit_space']);
    expect(await memberOf(cleo, space_id, ben)).toMatchObject({ role: 'member', space_role_id: role?.space_role_id });
    expect((await entryOf(ben, space_id))?.space?.space_role).toEqual(role);
    expect((await entryOf(cleo, space_id))?.space?.space_role).toBeNull();
    expect(
      (await ben.call(spaces.list, { limit: '100' })).items.find((one) => one.space_id === space_id),
    ).toMatchObject({
      space_role: role,
    });
  });

  test('hears at once what it allows now, and is refused from then on', async () => {
    const { space_id, role } = await scene(['edit_space']);
    const space_role_id = role?.space_role_id ?? '';
    await using socket = await openSocket(ben);
    await ada.call(roles.updateRole, { space_role_id, actions: ['delete_messages'] });
    expect((await socket.waitForEvent('spaces.role_changed')).payload).toEqual(await mine(ben, space_id));
    await expect(ben.call(spaces.update, { space_id, space_name: 'x' })).rejects.toMatchObject(REFUSED);
    await give(ada, null, ben, space_id);
    expect((await socket.waitForEvent('spaces.member_changed')).payload).toMatchObject({
      employee_id: ben.employee_id,
      role: 'member',
      space_role: null,
    });
    expect(await mine(ben, space_id)).toBeNull();
  });

  test('is a plain member once it is deleted', async () => {
    const { space_id, role } = await scene(every);
    await using socket = await openSocket(ben);
    const space_role_id = role?.space_role_id ?? '';
    await ada.call(roles.deleteRole, { space_role_id });
    expect((await socket.waitForEvent('spaces.role_removed')).payload).toEqual({ space_id, space_role_id });
    expect(await memberOf(ada, space_id, ben)).toMatchObject({ role: 'member', space_role_id: null });
    await expect(ben.call(spaces.update, { space_id, space_name: 'x' })).rejects.toMatchObject(REFUSED);
    await expect(ada.call(roles.deleteRole, { space_role_id })).rejects.toMatchObject(UNKNOWN);
  });

  test('keeps it where only the other half is said, and loses it by becoming an admin', async () => {
    const { space_id, role } = await scene(['edit_space']);
    const who = { space_id, employee_id: ben.employee_id };
    expect(await ada.call(spaces.updateMember, { ...who, role: 'member' })).toMatchObject({ events: [] });
    expect(await mine(ben, space_id)).toEqual(role);
    const both = { ...who, role: 'admin', space_role_id: role?.space_role_id } as const;
    await expect(ada.call(spaces.updateMember, both)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await ada.call(spaces.updateMember, { ...who, role: 'admin' });
    expect(await memberOf(ada, space_id, ben)).toMatchObject({ role: 'admin', space_role_id: null });
    await ada.call(spaces.updateMember, { ...who, role: 'member' });
    expect(await mine(ben, space_id)).toBeNull();
    if (role) await give(ada, role, ben);
    expect(await ada.call(spaces.updateMember, { ...who, role: 'member', space_role_id: null })).toMatchObject({
      events: [{ payload: { space_role: null } }],
    });
  });

  test('has none after leaving and coming back', async () => {
    const { space_id, role } = await scene(every);
    await ben.call(spaces.leave, { space_id });
    await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ben) });
    expect(await mine(ben, space_id)).toBeNull();
    expect((await ada.call(roles.listRoles, { space_id })).items).toEqual([role]);
  });

  test('has one that is there, or none, if it is deleted while it is given', async () => {
    for (let round = 0; round < 4; round++) {
      const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
      const role = await define(ada, space_id, every);
      const [given, , deleted] = await Promise.allSettled([
        give(ada, role, ben),
        give(ada, role, cleo),
        ada.call(roles.deleteRole, { space_role_id: role.space_role_id }),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (given.status === 'rejected') expect(given.reason).toMatchObject(UNKNOWN);
      expect(await mine(ben, space_id)).toBeNull();
      expect(await memberOf(ada, space_id, cleo)).toMatchObject({ role: 'member', space_role_id: null });
    }
  });
});
