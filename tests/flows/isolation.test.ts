// What somebody may not see leaves no trace in anything they can read: not a word, not an id, not a number.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as audit from '#contract/audit.ts';
import { listCompanies } from '#contract/auth/companies.ts';
import { getDemand } from '#contract/auth/demand.ts';
import { proofWays } from '#contract/auth/proof.ts';
import { getSecondFactor } from '#contract/auth/second-factor.ts';
import { listSessions } from '#contract/auth/security.ts';
import { getSso } from '#contract/auth/sso.ts';
import { listFiles } from '#contract/chat/attachments.ts';
import { listDrafts } from '#contract/chat/drafts.ts';
import { leaveGroup } from '#contract/chat/groups.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { listMarks, listSaved } from '#contract/chat/saved.ts';
import { listScheduled } from '#contract/chat/scheduled.ts';
import { listSeen } from '#contract/chat/seen.ts';
import { follow, listThreads } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { listValues } from '#contract/company/values.ts';
import * as company from '#contract/company.ts';
import { addresses, metadata } from '#contract/files.ts';
import { getDashboard } from '#contract/insights.ts';
import { type Endpoint, isWrite } from '#contract/kernel/endpoint.ts';
import { getPush, testPush } from '#contract/notifications/device.ts';
import { getQuiet } from '#contract/notifications/quiet.ts';
import * as notifications from '#contract/notifications.ts';
import { countSessions } from '#contract/people/access.ts';
import { listDepartments } from '#contract/people/departments.ts';
import { celebrations } from '#contract/people/finding/celebrations.ts';
import { chart } from '#contract/people/finding/chart.ts';
import { listViews } from '#contract/people/finding/views.ts';
import { listGroupMembers, listGroups } from '#contract/people/groups.ts';
import { getLeaver, previewLeaving, previewLeavingAll } from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import { getFinch } from '#contract/people/spreadsheet/finch.ts';
import {
  getImport,
  importErrors,
  listImportRows,
  listImports,
  listMissing,
} from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { getExport } from '#contract/privacy.ts';
import { getProvisioning } from '#contract/provisioning.ts';
import { endpoints } from '#contract/registry.ts';
import { search } from '#contract/search.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import * as invitations from '#contract/spaces/invitations.ts';
import * as joining from '#contract/spaces/joining.ts';
import { listRoles as listSpaceRoles } from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { sync, ticket } from '#contract/sync.ts';
import { getTunnel } from '#contract/system/tunnel.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { upload } from '../kit/files.ts';
import { openSocket } from '../kit/socket.ts';
import { newGroup, newSpace, newSpaceRole, paragraph, write } from '../matrix/world.ts';

/** Stands in everything that is hidden. */
const SECRET = 'Zeppelin';

let app: TestApp;
let owner: TestClient;
let insider: TestClient;
let stranger: TestClient;
/** In no space; in groups now and then. */
let third: TestClient;
let foreigner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  const [home, abroad] = await Promise.all([registerCompany(app), registerCompany(app)]);
  owner = home.owner;
  foreigner = abroad.owner;
  [insider, stranger, third] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  // Something that both may see, so that no list is empty for want of anything.
  await newSpace({ owner, word: 'Open' }, 'public', [stranger.employee_id]);
  await newSpace({ owner: foreigner, word: 'Abroad' }, 'public', []);
});
afterAll(() => app?.close());

/** The widest question that each reading endpoint can be asked without naming anything. */
const wide: Readonly<Record<string, object>> = {
  [listSessions.name]: {},
  [getSecondFactor.name]: {},
  [listCompanies.name]: {},
  [proofWays.name]: {},
  [getDemand.name]: {},
  [getSso.name]: {},
  [getProvisioning.name]: {},
  [people.list.name]: { limit: 100 },
  [people.directory.name]: { limit: '2000' },
  [listRoles.name]: {},
  [listDepartments.name]: {},
  [chart.name]: { limit: '100' },
  [celebrations.name]: {},
  [listViews.name]: {},
  [listGroups.name]: {},
  [listImports.name]: {},
  [getFinch.name]: {},
  [people.dropdown.name]: {
    kinds: ['roles', 'locations', 'employees', 'departments', 'groups', 'managers', 'statuses'],
  },
  [chat.listConversations.name]: {},
  [listDrafts.name]: {},
  [listMarks.name]: {},
  [listSaved.name]: {},
  [listScheduled.name]: {},
  [listThreads.name]: {},
  [notifications.getSettings.name]: {},
  [notifications.list.name]: {},
  [spaces.list.name]: { limit: '100' },
  [invitations.listInvitations.name]: {},
  [company.get.name]: {},
  [listValues.name]: {},
  [audit.listAudit.name]: { limit: 500 },
  [audit.verifyAudit.name]: {},
  [getDashboard.name]: { days: '365' },
  [company.listThemes.name]: {},
  [company.getModules.name]: {},
  [company.general.name]: {},
  [search.name]: { query: SECRET, limit: 50 },
  [getExport.name]: {},
  [getTunnel.name]: {},
  [sync.name]: { topics: { company: 0 } },
};
/** These only answer about something that is named, so the matrix has them; a ticket is never the same twice. */
const narrow = [
  metadata,
  addresses,
  listFiles,
  people.meta,
  previewLeaving,
  previewLeavingAll,
  countSessions,
  getLeaver,
  listGroupMembers,
  getImport,
  listImportRows,
  listMissing,
  importErrors,
  chat.listMessages,
  marks.history,
  marks.listPins,
  listSeen,
  spaces.get,
  spaces.listMembers,
  spaces.listSubSpaceMembers,
  getPush,
  testPush,
  joining.getLink,
  joining.listRequests,
  listSpaceRoles,
  getQuiet,
  ticket,
].map((e) => e.name);
/** These tell the revision of the caller's personal topic. */
const personal = new Set(
  [
    chat.listConversations,
    listDrafts,
    listMarks,
    listScheduled,
    listThreads,
    notifications.getSettings,
    notifications.list,
  ].map((e) => e.name),
);
const reads = endpoints.filter((e) => e.access !== 'open' && e.access !== 'operator' && !isWrite(e));

async function everything(by: TestClient): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const endpoint of reads.filter((e) => !narrow.includes(e.name)))
    answers[endpoint.name] = (await by.raw(endpoint, wide[endpoint.name])).body;
  const search = { query: SECRET };
  for (const endpoint of [people.list, spaces.list] as Endpoint[])
    answers[`${endpoint.name} for the word`] = (await by.raw(endpoint, search)).body;
  return answers;
}

test('every endpoint that reads is asked', () => {
  const unasked = reads.filter((e) => !wide[e.name] && !narrow.includes(e.name)).map((e) => e.name);
  expect(unasked, 'give the widest question in `wide`, or say in `narrow` that it names a thing').toEqual([]);
});

/** All that can be done in a private space and between two people. */
async function liveInSecret() {
  const space_id = uuid();
  const body = (n: number) => paragraph(`${SECRET} ${n}`);
  await owner.call(spaces.create, {
    space_id,
    space_name: `${SECRET} space`,
    space_description: SECRET,
    visibility: 'private',
    employee_ids: [insider.employee_id],
  });
  const sub_space_id = uuid();
  await owner.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: SECRET });
  await owner.call(spaces.updateSubSpace, { sub_space_id, sub_space_description: SECRET });
  await owner.call(spaces.update, { space_id, space_description: `${SECRET}!` });
  const space_role_id = await newSpaceRole({ owner, word: SECRET }, space_id);
  const named = { space_id, employee_id: insider.employee_id, role: 'member', space_role_id } as const;
  await owner.call(spaces.updateMember, named);
  const places: chat.Address[] = [
    { entity_type: 'space', entity_id: space_id },
    { entity_type: 'space', entity_id: space_id, sub_space_id },
    { entity_type: 'employee', entity_id: insider.employee_id },
  ];
  for (const to of places) {
    const { message_id, conversation_id, seq } = await write(owner, to, SECRET);
    await owner.call(chat.edit, { message_id, body: body(2) });
    await insider.call(chat.react, { message_id, emoji: '🛩️' });
    await insider.call(chat.markRead, { conversation_id, read_seq: seq });
    await owner.call(chat.remove, { message_id: (await write(owner, to, SECRET)).message_id });
    const { file_id } = await upload(owner, SECRET, { folder: 'chat', name: `${SECRET} ${uuid()}.txt` });
    await owner.call(chat.send, { ...to, message_id: uuid(), body: body(3), attachments: [{ file_id }] });
    const root = await write(owner, to, SECRET);
    await write(insider, { entity_type: 'thread', entity_id: root.message_id }, SECRET);
    await owner.call(follow, { message_id: root.message_id, following: false });
    await owner.call(chat.edit, { message_id: root.message_id, body: body(4) });
    await write(insider, to.entity_type === 'employee' ? { ...to, entity_id: owner.employee_id } : to, SECRET);
  }
  const group_id = await newGroup(owner, [insider, third], SECRET);
  await write(insider, { entity_type: 'group', entity_id: group_id }, SECRET);
  await third.call(leaveGroup, { conversation_id: group_id });
  return { space_id, sub_space_id };
}

test('what happens in private changes not a byte of what others in the company read, and sends them nothing', async () => {
  const socket = await openSocket(stranger);
  const before = await everything(stranger);
  const heard = socket.messages.length;
  const { space_id } = await liveInSecret();
  const after = await everything(stranger);
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).not.toContain(SECRET);
  // One who was in for a moment and is out again reads what they read before, but for their own list's revision.
  const visitor = stranger.employee_id;
  await owner.call(spaces.addMembers, { space_id, employee_ids: [visitor] });
  await owner.call(spaces.removeMember, { space_id, employee_id: visitor });
  const away = await everything(stranger);
  const unrevised = (all: Record<string, unknown>) =>
    Object.entries(all).map(([name, answer]) =>
      personal.has(name) ? { ...(answer as { data: object }).data, revision: null } : answer,
    );
  expect(unrevised(away)).toEqual(unrevised(before));
  const said = socket.messages.slice(heard).filter((m) => m.type === 'event' && m.topic !== `employee:${visitor}`);
  // Of the space only that they came and went.
  expect(said.map((m) => (m.type === 'event' ? m.name : m.type))).toEqual([
    spaceEvents.memberChanged.name,
    spaceEvents.memberChanged.name,
  ]);
  socket.close();
});

test('whatever a company does changes not a byte of what another one reads, and sends it nothing', async () => {
  const socket = await openSocket(foreigner);
  // Their own log gets its places a moment later.
  await expect.poll(() => app.sql('SELECT 1 FROM audit_pending')).toEqual([]);
  const before = await everything(foreigner);
  const heard = socket.messages.length;
  await liveInSecret();
  const newcomer = await addPerson(app, owner, { first_name: SECRET });
  const online = await openSocket(newcomer);
  await newSpace({ owner, word: SECRET }, 'public', [newcomer.employee_id]);
  await owner.call(company.update, { company_name: SECRET });
  await owner.call(people.remove, { employee_id: newcomer.employee_id });
  await online.closed;
  expect(await everything(foreigner)).toEqual(before);
  expect(socket.messages.slice(heard)).toEqual([]);
  socket.close();
});

test('a topic that is not the caller’s is gone, like one that never was', async () => {
  const { space_id, sub_space_id } = await liveInSecret();
  const ids = [space_id, sub_space_id, insider.employee_id, foreigner.employee_id, foreigner.company_id];
  const kinds = ['employee', 'space', 'conversation', 'community'];
  const ask = async (by: TestClient, id: string) => {
    const topics = Object.fromEntries(kinds.map((kind) => [`${kind}:${id}`, 0]));
    const answer = await by.call(sync, { topics });
    return answer.topics.map((one) => ({ ...one, topic: one.topic.split(':', 1)[0] }));
  };
  for (const by of [stranger, foreigner]) {
    const nowhere = await ask(by, randomUUID());
    expect(nowhere.every((topic) => topic.status === 'gone')).toBe(true);
    for (const id of ids.filter((one) => one !== by.employee_id)) expect(await ask(by, id), id).toEqual(nowhere);
  }
  const [mine] = (await stranger.call(sync, { topics: { company: 0 } })).topics;
  expect(JSON.stringify(mine)).not.toContain(foreigner.company_id);
});
