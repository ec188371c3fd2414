// Coming into a private space: by asking its admins, by an invitation, by a link; who sees it then, and who is told what.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as people from '#contract/people.ts';
import { listInvitations } from '#contract/spaces/invitations.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { agrees } from './notifications.fixture.ts';
import { Replica } from './replica.ts';
import { entryOf, gather, ids, into, makeSpace, nobody, send, to } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo, stranger } = await gather(app));
});
afterAll(() => app.close());

const notFound = { code: 'SPACE_NOT_FOUND', status: 404 };
const refused = { code: 'NO_PERMISSION', status: 403 };
const hidden = (given: { employee_ids?: string[] } = {}) => makeSpace(ada, { visibility: 'private', ...given });
const linkOf = async (by: TestClient, space_id: string) => (await by.call(joining.getLink, { space_id })).link_code;
const requests = async (by: TestClient, space_id: string) =>
  (await by.call(joining.listRequests, { space_id })).items.map(({ employee_id, join_status }) => [
    employee_id,
    join_status,
  ]);
const ask = async (by: TestClient, space_id: string) =>
  by.call(spaces.join, { space_id, link_code: await linkOf(ada, space_id) });
const seen = async (by: TestClient) =>
  new Map((await by.call(spaces.list, { limit: '100' })).items.map((one) => [one.space_id, one.join_status]));
const invitations = async (by: TestClient, space_id: string) =>
  (await by.call(listInvitations, {})).items.filter(({ space }) => space.space_id === space_id);
const names = (frames: readonly { name: string }[]) => frames.map(({ name }) => name);

describe('asking', () => {
  test('needs the link of the space; without it the space is not there', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    const link_code = await linkOf(cleo, space_id);
    const other = await linkOf(ada, (await hidden()).space_id);
    for (const by of [ben, owner]) {
      for (const wrong of [undefined, other, 'x', `${link_code}0`]) {
        const given = { space_id, ...(wrong && { link_code: wrong }) };
        await expect(by.call(spaces.join, given)).rejects.toMatchObject(notFound);
        await expect(by.call(spaces.get, given)).rejects.toMatchObject(notFound);
      }
      await expect(by.call(joining.getLink, { space_id })).rejects.toMatchObject(notFound);
      await expect(by.call(joining.withdraw, { space_id })).rejects.toMatchObject(notFound);
      await expect(by.call(joining.listRequests, { space_id })).rejects.toMatchObject(notFound);
    }
    // The link is of one company.
    await expect(stranger.call(spaces.join, { space_id, link_code })).rejects.toMatchObject(notFound);
    await expect(stranger.call(spaces.get, { space_id, link_code })).rejects.toMatchObject(notFound);
    // It shows what the space is, and nothing of what is in it.
    expect(await ben.call(spaces.get, { space_id, link_code })).toMatchObject({
      space_name: 'Night shift',
      total_members: 2,
      is_member: false,
      join_status: null,
      sub_spaces: [],
    });
    expect((await seen(ben)).has(space_id)).toBe(false);
  });

  test('is told to the admins and to oneself, and not to members', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    await using admin = await openSocket(ada);
    await using tablet = await openSocket(ben);
    await using member = await openSocket(cleo);
    const { space, events } = await ask(ben, space_id);
    expect(space).toMatchObject({ is_member: false, role: null, join_status: 'requested', sub_spaces: [] });
    expect(events).toMatchObject([
      { name: 'spaces.join_status_changed', payload: { space_id, join_status: 'requested' } },
    ]);
    expect((await admin.waitForEvent('spaces.requests_changed')).payload).toEqual({ space_id });
    expect((await tablet.waitForEvent('spaces.join_status_changed')).payload).toEqual(events[0]?.payload);
    expect((await seen(ben)).get(space_id)).toBe('requested');
    expect(await requests(ada, space_id)).toEqual([[ben.employee_id, 'requested']]);
    await expect(cleo.call(joining.listRequests, { space_id })).rejects.toMatchObject(refused);
    // Again is no news.
    expect(await ask(ben, space_id)).toMatchObject({ events: [], space: { join_status: 'requested' } });
    await send(ada, into(space_id), 'inside only');
    await member.waitForEvent('chat.message_created');
    expect(JSON.stringify(member.events)).not.toContain(ben.employee_id);
    expect(JSON.stringify(tablet.messages)).not.toContain('inside only');
  });

  test('does not open the space: nothing of what is in it is seen while one waits', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    await ask(owner, space_id);
    await expect(owner.call(spaces.listMembers, { space_id })).rejects.toMatchObject(refused);
    // Not even for who manages spaces.
    await expect(owner.call(spaces.update, { space_id, space_name: 'Mine' })).rejects.toMatchObject(refused);
    await expect(owner.call(joining.listRequests, { space_id })).rejects.toMatchObject(refused);
    await expect(owner.call(joining.invite, { space_id, employee_ids: ids(ben) })).rejects.toMatchObject(refused);
    await expect(owner.call(joining.getLink, { space_id })).rejects.toMatchObject(refused);
    await expect(send(owner, into(space_id), 'x')).rejects.toMatchObject(notFound);
    const answer = { space_id, employee_id: owner.employee_id, accept: true };
    await expect(owner.call(joining.answerRequest, answer)).rejects.toMatchObject(refused);
  });

  test('is accepted: one is in, hears it, and the others see who came', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    await send(ada, into(space_id), 'before');
    await ask(ben, space_id);
    await using socket = await openSocket(ben);
    await using member = await openSocket(cleo);
    const replica = await Replica.load(ben);
    const { events } = await ada.call(joining.answerRequest, { space_id, employee_id: ben.employee_id, accept: true });
    expect(names(events)).toEqual(['spaces.member_changed', 'spaces.requests_changed']);
    const told = await socket.waitForEvent('chat.entry_added');
    expect(told.payload).toEqual(await entryOf(ben, space_id));
    expect(told.payload).toMatchObject({ space: { join_status: 'accepted', role: 'member', is_member: true } });
    expect((await member.waitForEvent('spaces.member_changed')).payload).toMatchObject({
      employee_id: ben.employee_id,
      total_members: 3,
    });
    await agrees(app, replica);
    expect(await requests(ada, space_id)).toEqual([]);
    const again = ada.call(joining.answerRequest, { space_id, employee_id: ben.employee_id, accept: true });
    await expect(again).rejects.toMatchObject({ code: 'REQUEST_NOT_FOUND', status: 404 });
  });

  test('is declined, or taken back: the space is gone from one’s sight, and can be asked again', async () => {
    const { space_id } = await hidden();
    await using socket = await openSocket(ben);
    await using admin = await openSocket(ada);
    await ask(ben, space_id);
    await ada.call(joining.answerRequest, { space_id, employee_id: ben.employee_id, accept: false });
    await socket.waitFor((m): m is typeof m => m.type === 'event' && JSON.stringify(m).includes('"join_status":null'));
    await expect(ben.call(spaces.get, { space_id })).rejects.toMatchObject(notFound);
    expect((await seen(ben)).has(space_id)).toBe(false);
    expect((await ask(ben, space_id)).space.join_status).toBe('requested');
    const { events } = await ben.call(joining.withdraw, { space_id });
    expect(events).toMatchObject([{ payload: { space_id, join_status: null } }]);
    expect(await requests(ada, space_id)).toEqual([]);
    await expect(ben.call(spaces.get, { space_id })).rejects.toMatchObject(notFound);
    await expect.poll(() => admin.events.filter(({ name }) => name === 'spaces.requests_changed').length).toBe(4);
    const none = ada.call(joining.answerRequest, { space_id, employee_id: ben.employee_id, accept: false });
    await expect(none).rejects.toMatchObject({ code: 'REQUEST_NOT_FOUND' });
  });

  test('of many at once, answered by two admins at once, lets each in once', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    await ada.call(spaces.updateMember, { space_id, employee_id: cleo.employee_id, role: 'admin' });
    await Promise.all([ask(ben, space_id), ask(ben, space_id), ask(owner, space_id)]);
    const answers = await Promise.allSettled(
      [ada, cleo].flatMap((by) =>
        [ben, owner].map(({ employee_id }) => by.call(joining.answerRequest, { space_id, employee_id, accept: true })),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await ada.call(spaces.get, { space_id })).toMatchObject({ total_members: 4 });
  });

  test('a public space needs nobody’s leave; and one that became public neither', async () => {
    const open = await makeSpace(ada);
    expect((await ben.call(spaces.join, { space_id: open.space_id })).space.join_status).toBe('accepted');
    const { space_id } = await hidden();
    await ask(ben, space_id);
    await ada.call(spaces.update, { space_id, visibility: 'public' });
    expect((await ben.call(spaces.join, { space_id })).space).toMatchObject({ join_status: 'accepted' });
    expect(await requests(ada, space_id)).toEqual([]);
  });

  test('where nobody is left, the first who is let in is the admin', async () => {
    const { space_id } = await hidden();
    await ask(ben, space_id);
    await ask(cleo, space_id);
    await ada.call(spaces.update, { space_id, visibility: 'public' });
    await ada.call(spaces.leave, { space_id });
    await owner.call(joining.invite, { space_id, employee_ids: ids(cleo, ben) });
    const { items } = await ben.call(spaces.listMembers, { space_id });
    expect(items.map(({ employee_id, role }) => [employee_id, role])).toEqual([
      [cleo.employee_id, 'admin'],
      [ben.employee_id, 'member'],
    ]);
    expect(await requests(cleo, space_id)).toEqual([]);
  });

  test('a private space that is empty can never be come into again', async () => {
    const { space_id } = await hidden();
    const link_code = await linkOf(ada, space_id);
    await ada.call(spaces.leave, { space_id });
    await expect(ben.call(spaces.join, { space_id, link_code })).rejects.toMatchObject(notFound);
  });
});

describe('inviting', () => {
  test('by an admin shows the space to the invited, who joins by accepting', async () => {
    const { space_id } = await hidden();
    await using socket = await openSocket(ben);
    const { events } = await ada.call(joining.invite, { space_id, employee_ids: ids(ben, ben, ada) });
    expect(names(events)).toEqual(['spaces.requests_changed']);
    expect((await socket.waitForEvent('spaces.join_status_changed')).payload).toEqual({
      space_id,
      join_status: 'invited',
    });
    expect(await invitations(ben, space_id)).toMatchObject([
      { space: { space_id, join_status: 'invited', sub_spaces: [] }, invited_by: ada.employee_id, opens: true },
    ]);
    expect((await seen(ben)).get(space_id)).toBe('invited');
    expect(await requests(ada, space_id)).toEqual([[ben.employee_id, 'invited']]);
    // An invitation is not accepted by the one who made it.
    const answer = { space_id, employee_id: ben.employee_id, accept: true };
    await expect(ada.call(joining.answerRequest, answer)).rejects.toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect((await ben.call(spaces.join, { space_id })).space).toMatchObject({ join_status: 'accepted' });
    expect(await invitations(ben, space_id)).toEqual([]);
    expect(await requests(ada, space_id)).toEqual([]);
  });

  test('by a member into a private space: accepting asks the admins', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    await cleo.call(joining.invite, { space_id, employee_ids: ids(ben) });
    expect(await invitations(ben, space_id)).toMatchObject([{ invited_by: cleo.employee_id, opens: false }]);
    expect((await ben.call(spaces.join, { space_id })).space).toMatchObject({ join_status: 'requested' });
    expect(await invitations(ben, space_id)).toEqual([]);
    expect(await requests(ada, space_id)).toEqual([[ben.employee_id, 'requested']]);
    // A member's word does not change that; an admin's is the answer.
    await cleo.call(joining.invite, { space_id, employee_ids: ids(ben) });
    expect(await requests(ada, space_id)).toEqual([[ben.employee_id, 'requested']]);
    await ada.call(joining.invite, { space_id, employee_ids: ids(ben) });
    expect(await ben.call(spaces.get, { space_id })).toMatchObject({ is_member: true });
  });

  test('by an admin after a member opens the door, and it stays open', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    for (const by of [cleo, ada, cleo]) await by.call(joining.invite, { space_id, employee_ids: ids(ben) });
    expect(await invitations(ben, space_id)).toMatchObject([{ invited_by: ada.employee_id, opens: true }]);
  });

  test('by two admins is the word of the later one; once more by the same is no news', async () => {
    const { space_id } = await hidden({ employee_ids: ids(cleo) });
    await ada.call(spaces.updateMember, { space_id, employee_id: cleo.employee_id, role: 'admin' });
    const invite = (by: TestClient) => by.call(joining.invite, { space_id, employee_ids: ids(ben) });
    await invite(ada);
    expect(names((await invite(cleo)).events)).toEqual(['spaces.requests_changed']);
    expect(await invitations(ben, space_id)).toMatchObject([{ invited_by: cleo.employee_id, opens: true }]);
    expect((await invite(cleo)).events).toEqual([]);
  });

  test('into a public space by any member is joined by accepting', async () => {
    const { space_id } = await makeSpace(ada, { employee_ids: ids(cleo) });
    await expect(ben.call(joining.invite, { space_id, employee_ids: ids(owner) })).rejects.toMatchObject(refused);
    await cleo.call(joining.invite, { space_id, employee_ids: ids(ben) });
    expect(await invitations(ben, space_id)).toMatchObject([{ space: { space_id }, opens: true }]);
    expect((await ben.call(spaces.join, { space_id })).space).toMatchObject({ join_status: 'accepted' });
  });

  test('is declined by the invited, or taken back by an admin', async () => {
    const { space_id } = await hidden();
    await ada.call(joining.invite, { space_id, employee_ids: ids(ben, cleo) });
    await ben.call(joining.withdraw, { space_id });
    const back = { space_id, employee_id: cleo.employee_id, accept: false };
    await using socket = await openSocket(cleo);
    await ada.call(joining.answerRequest, back);
    expect((await socket.waitForEvent('spaces.join_status_changed')).payload).toMatchObject({ join_status: null });
    for (const by of [ben, cleo]) {
      expect(await invitations(by, space_id)).toEqual([]);
      await expect(by.call(spaces.join, { space_id })).rejects.toMatchObject(notFound);
    }
  });

  test('takes only colleagues who are there', async () => {
    const { space_id } = await hidden();
    for (const id of [nobody, stranger.employee_id]) {
      const call = ada.call(joining.invite, { space_id, employee_ids: [id] });
      await expect(call).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND', status: 404 });
    }
    expect(await requests(ada, space_id)).toEqual([]);
  });

  test('adding somebody directly ends what they asked or were asked', async () => {
    const { space_id } = await hidden();
    await ask(ben, space_id);
    await ada.call(joining.invite, { space_id, employee_ids: ids(cleo) });
    await ada.call(spaces.addMembers, { space_id, employee_ids: ids(ben, cleo) });
    expect(await requests(ada, space_id)).toEqual([]);
    await ada.call(spaces.removeMember, { space_id, employee_id: ben.employee_id });
    await expect(ben.call(spaces.get, { space_id })).rejects.toMatchObject(notFound);
  });

  test('ends with who is removed from the company', async () => {
    const { space_id } = await hidden();
    const dan = await addPerson(app, owner);
    await ada.call(joining.invite, { space_id, employee_ids: ids(dan) });
    await owner.call(people.remove, { employee_id: dan.employee_id });
    expect(await requests(ada, space_id)).toEqual([]);
    await send(ada, to(ben), 'still fine');
  });
});
