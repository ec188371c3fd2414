// Who may hear which event: a cast of viewers with open sockets, and for each event type of the contract what causes it
// and who hears it. An event type without a trigger fails.
import { v7 as uuid } from 'uuid';
import { draftChanged, keepDraft } from '#contract/chat/drafts.ts';
import { groupUpdated } from '#contract/chat/group.ts';
import { renameGroup } from '#contract/chat/groups.ts';
import * as marked from '#contract/chat/marks/events.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { messagePreviewed } from '#contract/chat/previews/preview.ts';
import * as saved from '#contract/chat/saved.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as seeing from '#contract/chat/seen.ts';
import * as threads from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import type { EventType } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import * as joining from '#contract/spaces/joining.ts';
import { deleteRole } from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { sendLinked } from '../flows/previews.fixture.ts';
import type { TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { openSocket, type TestSocket } from '../kit/socket.ts';
import { companyTriggers } from './cases/company-triggers.ts';
import { notificationTriggers } from './cases/notifications/notification-triggers.ts';
import { newGroup, newSpace, newSpaceRole, paragraph, schedule, some, write } from './world.ts';

/** `tablet` is the member's second device; `former` was in the space a moment ago; `foreigner` is of another company. */
export const viewerNames = ['owner', 'member', 'tablet', 'former', 'stranger', 'foreigner'] as const;
export type Viewer = (typeof viewerNames)[number];

export interface Cast {
  readonly owner: TestClient;
  readonly member: TestClient;
  readonly former: TestClient;
  readonly stranger: TestClient;
  readonly foreigner: TestClient;
  /** Listens to nothing: groups need three. */
  readonly third: TestClient;
  /** Private; owner and member are in it. */
  readonly space_id: string;
  readonly sub_space_id: string;
  /** Nobody but the owner is in it. */
  readonly public_space_id: string;
  /** A page that can be looked at. */
  readonly link: string;
  readonly sockets: Readonly<Record<Viewer, TestSocket>>;
}

export async function buildCast(app: TestApp, link: string): Promise<Cast> {
  const [home, abroad] = await Promise.all([registerCompany(app), registerCompany(app)]);
  const { owner } = home;
  const [member, former, stranger, third] = await Promise.all([1, 2, 3, 4].map(() => addPerson(app, owner)));
  if (!member || !former || !stranger || !third) throw new Error('Nobody came');
  const space_id = await newSpace({ owner, word: 'Cast' }, 'private', [member.employee_id, former.employee_id]);
  const space = await owner.call(spaces.get, { space_id });
  const foreigner = abroad.owner;
  const cast = { owner, member, former, stranger, third, foreigner, link };
  const opened = await Promise.all([owner, member, member, former, stranger, foreigner].map((one) => openSocket(one)));
  const sockets = Object.fromEntries(viewerNames.map((name, index) => [name, opened[index]])) as Cast['sockets'];
  // With its socket open: what was subscribed has to end.
  await owner.call(spaces.removeMember, { space_id, employee_id: former.employee_id });
  const public_space_id = await newSpace({ owner, word: 'Public' }, 'public', []);
  return { ...cast, space_id, public_space_id, sub_space_id: space.sub_spaces[0]?.sub_space_id ?? '', sockets };
}

const everybody: readonly Viewer[] = ['owner', 'member', 'tablet', 'former', 'stranger'];
const inSpace: readonly Viewer[] = ['owner', 'member', 'tablet'];
const memberAlone: readonly Viewer[] = ['member', 'tablet'];
const viewersOf = { everybody, memberAlone };

export interface Trigger {
  readonly cause: (cast: Cast) => Promise<unknown>;
  readonly heard: readonly Viewer[];
}

const place = ({ space_id }: Cast) => ({ entity_type: 'space' as const, entity_id: space_id });
const said = (cast: Cast) => write(cast.owner, place(cast), `said ${some()}`);

async function comeAndGo({ member, public_space_id: space_id }: Cast): Promise<void> {
  await member.call(spaces.join, { space_id });
  await member.call(spaces.leave, { space_id });
}

/** The owner's message, which the member has answered in a thread: both follow that. */
async function answered(cast: Cast): Promise<chat.Message> {
  const root = await said(cast);
  await write(cast.member, { entity_type: 'thread', entity_id: root.message_id }, 'Yes');
  return root;
}

/** Nobody but the member follows it. */
async function ownThread(cast: Cast): Promise<chat.Message> {
  const root = await write(cast.member, place(cast), `said ${some()}`);
  await write(cast.member, { entity_type: 'thread', entity_id: root.message_id }, 'To myself');
  return root;
}

async function saveAndForget(cast: Cast): Promise<void> {
  const { message_id } = await said(cast);
  await cast.member.call(saved.save, { message_id });
  await cast.member.call(saved.unsave, { message_id });
}

async function scheduleAndDelete(cast: Cast): Promise<void> {
  const message_id = await schedule(cast.member, place(cast), 'Later');
  await cast.member.call(scheduled.unschedule, { message_id });
}

/** Private if it says who is in it besides the owner. */
async function newSub({ owner, space_id }: Cast, employee_ids?: string[]): Promise<string> {
  const sub_space_id = uuid();
  const given = { space_id, sub_space_id, sub_space_name: `New ${some()}` };
  await owner.call(spaces.createSubSpace, { ...given, ...(employee_ids && { is_private: true, employee_ids }) });
  return sub_space_id;
}

async function inAndOut(cast: Cast): Promise<void> {
  const { employee_id } = cast.member;
  const sub_space_id = await newSub(cast, [employee_id]);
  await cast.owner.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id });
}

async function askedAndDeclined({ owner, stranger, space_id }: Cast): Promise<void> {
  const { link_code } = await owner.call(joining.getLink, { space_id });
  await stranger.call(spaces.join, { space_id, link_code });
  const { employee_id } = stranger;
  await owner.call(joining.answerRequest, { space_id, employee_id, accept: false });
}

export const triggers: ReadonlyMap<EventType, Trigger> = new Map<EventType, Trigger>([
  ...companyTriggers.map(([type, { heard, cause }]) => [type, { heard: viewersOf[heard], cause }] as const),
  [
    spaceEvents.spaceUpdated,
    {
      heard: inSpace,
      cause: ({ owner, space_id }) => owner.call(spaces.update, { space_id, space_name: `Space ${some()}` }),
    },
  ],
  [
    spaceEvents.memberChanged,
    {
      heard: inSpace,
      cause: async ({ owner, member, space_id }) => {
        const change = { space_id, employee_id: member.employee_id };
        await owner.call(spaces.updateMember, { ...change, role: 'admin' });
        await owner.call(spaces.updateMember, { ...change, role: 'member' });
      },
    },
  ],
  [
    spaceEvents.subSpaceCreated,
    {
      heard: inSpace,
      cause: ({ owner, space_id }) =>
        owner.call(spaces.createSubSpace, { space_id, sub_space_id: uuid(), sub_space_name: `New ${some()}` }),
    },
  ],
  [
    spaceEvents.subSpaceUpdated,
    {
      heard: inSpace,
      cause: ({ owner, sub_space_id }) =>
        owner.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: `Sub ${some()}` }),
    },
  ],
  [
    spaceEvents.subSpacesMoved,
    {
      heard: inSpace,
      cause: async (cast) => {
        const sub_space_ids = [await newSub(cast), await newSub(cast)].reverse();
        await cast.owner.call(spaces.moveSubSpaces, { space_id: cast.space_id, sub_space_ids });
      },
    },
  ],
  [
    spaceEvents.subSpaceArchived,
    {
      heard: inSpace,
      cause: async (cast) =>
        cast.owner.call(spaces.archiveSubSpace, { sub_space_id: await newSub(cast), archived: true }),
    },
  ],
  [
    spaceEvents.privateSubSpaceUpdated,
    {
      // The member is in the space, but not in this.
      heard: ['owner'],
      cause: async (cast) =>
        cast.owner.call(spaces.updateSubSpace, { sub_space_id: await newSub(cast, []), sub_space_name: some() }),
    },
  ],
  [spaceEvents.subSpaceOpened, { heard: ['owner'], cause: (cast) => newSub(cast, []) }],
  [spaceEvents.subSpaceMembersChanged, { heard: inSpace, cause: inAndOut }],
  [spaceEvents.subSpaceClosed, { heard: memberAlone, cause: inAndOut }],
  [
    spaceEvents.roleChanged,
    { heard: inSpace, cause: (cast) => newSpaceRole({ ...cast, word: 'Cast' }, cast.space_id) },
  ],
  [
    spaceEvents.roleRemoved,
    {
      heard: inSpace,
      cause: async (cast) => {
        const space_role_id = await newSpaceRole({ ...cast, word: 'Cast' }, cast.space_id);
        await cast.owner.call(deleteRole, { space_role_id });
      },
    },
  ],
  [spaceEvents.statusChanged, { heard: ['stranger'], cause: askedAndDeclined }],
  [spaceEvents.requestsChanged, { heard: ['owner'], cause: askedAndDeclined }],
  [chat.messageCreated, { heard: inSpace, cause: said }],
  [
    chat.messageUpdated,
    {
      heard: inSpace,
      cause: async (cast) =>
        cast.owner.call(chat.edit, { message_id: (await said(cast)).message_id, body: paragraph('otherwise') }),
    },
  ],
  [
    chat.messageDeleted,
    {
      heard: inSpace,
      cause: async (cast) => cast.owner.call(chat.remove, { message_id: (await said(cast)).message_id }),
    },
  ],
  [
    chat.reactionAdded,
    {
      heard: inSpace,
      cause: async (cast) => cast.member.call(chat.react, { message_id: (await said(cast)).message_id, emoji: '🎉' }),
    },
  ],
  [
    chat.reactionRemoved,
    {
      heard: inSpace,
      cause: async (cast) => {
        const reaction = { message_id: (await said(cast)).message_id, emoji: '🎉' };
        await cast.member.call(chat.react, reaction);
        await cast.member.call(chat.unreact, reaction);
      },
    },
  ],
  [
    marked.messagePinned,
    {
      heard: inSpace,
      cause: async (cast) => cast.member.call(marks.pin, { message_id: (await said(cast)).message_id }),
    },
  ],
  [
    marked.unread,
    {
      heard: memberAlone,
      cause: async (cast) => {
        const { conversation_id, seq } = await said(cast);
        await cast.member.call(chat.markRead, { conversation_id, read_seq: seq });
        await cast.member.call(marks.markUnread, { conversation_id, read_seq: seq - 1 });
      },
    },
  ],
  [
    marked.entryUpdated,
    { heard: memberAlone, cause: (cast) => cast.member.call(marks.updateEntry, { ...place(cast), muted: true }) },
  ],
  [
    groupUpdated,
    {
      heard: inSpace,
      cause: async ({ owner, member, third }) => {
        const conversation_id = await newGroup(owner, [member, third], `Group ${some()}`);
        await owner.call(renameGroup, { conversation_id, name: `Group ${some()}` });
      },
    },
  ],
  [messagePreviewed, { heard: inSpace, cause: (cast) => sendLinked(cast.owner, cast.owner, place(cast), [cast.link]) }],
  [threads.threadUpdated, { heard: inSpace, cause: answered }],
  [
    threads.threadRootUpdated,
    {
      heard: inSpace,
      cause: async (cast) => {
        const { message_id } = await answered(cast);
        await cast.owner.call(chat.edit, { message_id, body: paragraph('Other words') });
      },
    },
  ],
  [threads.threadFollowed, { heard: memberAlone, cause: ownThread }],
  [
    threads.threadUnfollowed,
    {
      heard: memberAlone,
      cause: async (cast) => {
        const { message_id } = await ownThread(cast);
        await cast.member.call(threads.follow, { message_id, following: false });
      },
    },
  ],
  [
    seeing.seenShown,
    {
      heard: memberAlone,
      cause: async ({ member }) => {
        await member.call(seeing.showSeen, { shown: false });
        await member.call(seeing.showSeen, { shown: true });
      },
    },
  ],
  [saved.savedAdded, { heard: memberAlone, cause: saveAndForget }],
  [saved.savedRemoved, { heard: memberAlone, cause: saveAndForget }],
  [scheduled.scheduledChanged, { heard: memberAlone, cause: scheduleAndDelete }],
  [scheduled.scheduledRemoved, { heard: memberAlone, cause: scheduleAndDelete }],
  [
    draftChanged,
    {
      heard: memberAlone,
      cause: (cast) =>
        cast.member.call(keepDraft, { ...place(cast), body: paragraph('Dear'), typed_at: new Date().toISOString() }),
    },
  ],
  ...notificationTriggers.map(([type, cause]) => [type, { heard: memberAlone, cause }] as const),
  [chat.entryAdded, { heard: memberAlone, cause: comeAndGo }],
  [chat.entryRemoved, { heard: memberAlone, cause: comeAndGo }],
  [
    chat.read,
    {
      heard: memberAlone,
      cause: async (cast) => {
        const { conversation_id, seq } = await said(cast);
        await cast.member.call(chat.markRead, { conversation_id, read_seq: seq });
      },
    },
  ],
  [
    seeing.seen,
    {
      heard: inSpace,
      cause: async ({ owner, member }) => {
        const to = { entity_type: 'employee' as const, entity_id: member.employee_id };
        const { conversation_id, seq } = await write(owner, to, 'between us');
        await member.call(chat.markRead, { conversation_id, read_seq: seq });
      },
    },
  ],
]);
