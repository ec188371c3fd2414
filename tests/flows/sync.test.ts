// Catching up: what /sync tells, that cache + events = fresh refetch after each kind of event, live and after an absence,
// and that unread counts are what one would count by hand.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as drafts from '#contract/chat/drafts.ts';
import * as groups from '#contract/chat/groups.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { removePreview } from '#contract/chat/previews/previews.ts';
import * as saved from '#contract/chat/saved.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import { showSeen } from '#contract/chat/seen.ts';
import * as threads from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { eventTypes } from '#contract/registry.ts';
import { docOf } from '#contract/rich-text.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as roles from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { SYNC_MAX_EVENTS, SYNC_MAX_TOPICS, sync } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { newSpaceRole } from '#tests/matrix/world.ts';
import { agrees, told } from './notifications.fixture.ts';
import { openPages, type Pages, sendLinked } from './previews.fixture.ts';
import { feed, Replica } from './replica.ts';
import {
  type Cast,
  gather,
  ids,
  into,
  makeSpace,
  nobody,
  PATIENCE,
  pair,
  read,
  say,
  to,
  topicOf,
  under,
} from './talk.ts';

let app: TestApp;
let pages: Pages;
let cast: Cast;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  pages = await openPages();
  app = await startTestApp({}, { outbound: pages.outbound });
  cast = await gather(app);
  ({ ada, ben, cleo, stranger } = cast);
});
afterAll(async () => {
  await app?.close();
  await pages?.[Symbol.asyncDispose]();
});

const ask = async (by: TestClient, topics: Record<string, number>) => (await by.call(sync, { topics })).topics;

describe('sync', () => {
  test('tells exactly what is missing, in order, as the socket told it', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const topic = topicOf(space);
    await using socket = await openSocket(ben);
    const { message_id } = await say(ada, into(space.space_id), 'one');
    await ben.call(chat.react, { message_id, emoji: '👍' });
    await ada.call(chat.edit, { message_id, body: docOf('two') });
    await ben.call(chat.unreact, { message_id, emoji: '👍' });
    await socket.waitForEvent('chat.reaction_removed');
    const live = socket.events.filter((event) => event.topic === topic).map(({ type: _, ...frame }) => frame);
    expect(live.map(({ name, revision }) => [revision, name])).toEqual([
      [1, 'chat.message_created'],
      [2, 'chat.reaction_added'],
      [3, 'chat.message_updated'],
      [4, 'chat.reaction_removed'],
    ]);
    for (const held of [0, 1, 2, 3, 4]) {
      const [answer] = await ask(ben, { [topic]: held });
      expect(answer, `held ${held}`).toEqual({ topic, status: 'ok', revision: 4, events: live.slice(held) });
    }
  });

  test('tells nobody later what was deleted', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const topic = topicOf(space);
    const { message_id } = await say(ada, into(space.space_id), 'Gooseberry');
    await ada.call(chat.edit, { message_id, body: docOf('Marmalade') });
    const kept = await say(ada, into(space.space_id), 'Quince');
    const address = { entity_type: 'space', entity_id: space.space_id } as const;
    const quoting = { ...address, message_id: uuid(), body: docOf('Which one?'), reply_to: message_id };
    await ben.call(chat.send, quoting);
    const answered = await say(ben, { entity_type: 'thread', entity_id: message_id }, 'In the thread');
    await ada.call(chat.edit, { message_id, body: docOf('Damson') });
    const thread = `conversation:${answered.conversation_id}` as const;
    expect(JSON.stringify(await ask(ben, { [topic]: 0, [thread]: 0 }))).toMatch(/Gooseberry.*Marmalade.*Damson/s);
    await ada.call(chat.remove, { message_id });
    const [there, inThread] = await ask(ben, { [topic]: 0, [thread]: 0 });
    expect(there?.events.map(({ name }) => name)).toEqual([
      'chat.message_created',
      'chat.message_updated',
      'chat.message_created',
      'chat.message_created',
      'chat.thread_updated',
      'chat.message_updated',
      'chat.message_deleted',
    ]);
    expect(JSON.stringify([there, inThread])).not.toMatch(/Gooseberry|Marmalade|Damson/);
    expect(there?.events[2]?.payload).toEqual(kept);
  });

  test('says reset to who is ahead of the truth, too far behind, or behind what is kept', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    const topic = topicOf(space);
    for (const text of ['one', 'two', 'three']) await say(ada, into(space.space_id), text);
    expect(await ask(ben, { [topic]: 4 })).toEqual([{ topic, status: 'reset', revision: 3, events: [] }]);
    await app.sql('DELETE FROM event WHERE topic = $1 AND revision <= 2', [topic]);
    expect(await ask(ben, { [topic]: 1 })).toEqual([{ topic, status: 'reset', revision: 3, events: [] }]);
    expect(await ask(ben, { [topic]: 2 })).toMatchObject([{ status: 'ok', events: [{ revision: 3 }] }]);
    await app.sql('UPDATE topic SET revision = $2 WHERE topic = $1', [topic, 3 + SYNC_MAX_EVENTS]);
    expect(await ask(ben, { [topic]: 2 })).toMatchObject([{ status: 'reset', revision: 3 + SYNC_MAX_EVENTS }]);
  });

  test('says gone of what one may not see, whether or not it is there', async () => {
    const hidden = await makeSpace(cleo);
    const foreign = await makeSpace(stranger);
    const direct = await say(ada, to(cleo), 'Between us');
    const topics = [
      `space:${hidden.space_id}`,
      topicOf(hidden),
      `space:${foreign.space_id}`,
      topicOf(foreign),
      `conversation:${direct.conversation_id}`,
      `employee:${ada.employee_id}`,
      `employee:${nobody}`,
      `conversation:${nobody}`,
      `community:${nobody}`,
    ];
    for (const held of [0, 1]) {
      const answers = await ask(ben, Object.fromEntries(topics.map((topic) => [topic, held])));
      expect(answers).toEqual(topics.map((topic) => ({ topic, status: 'gone', revision: 0, events: [] })));
    }
  });

  test('says gone from the moment one left, and tells of the leaving on the personal topic', async () => {
    const space = await makeSpace(ada, { employee_ids: ids(ben) });
    await say(ada, into(space.space_id), 'Hello');
    const replica = await Replica.load(ben, [into(space.space_id)]);
    const held = replica.held();
    await ada.call(spaces.removeMember, { space_id: space.space_id, employee_id: ben.employee_id });
    await say(ada, into(space.space_id), 'cnry-after');
    const answers = await ask(ben, held);
    const of = (topic: string) => answers.find((answer) => answer.topic === topic);
    expect(of(`space:${space.space_id}`)).toMatchObject({ status: 'gone', events: [] });
    expect(of(topicOf(space))).toMatchObject({ status: 'gone', events: [] });
    expect(of(`employee:${ben.employee_id}`)).toMatchObject({
      status: 'ok',
      events: [{ name: 'chat.entry_removed', payload: { entity_type: 'space', entity_id: space.space_id } }],
    });
    expect(JSON.stringify(answers)).not.toContain('cnry-after');
    await agrees(app, replica);
  });

  test('refuses what is no topic, and more topics than there may be', async () => {
    for (const topic of ['', 'company:1', 'conversation:x', `conversation:${nobody.toUpperCase()}x`, 'everything']) {
      expect((await ben.raw(sync, { topics: { [topic]: 0 } })).status, topic).toBe(400);
    }
    const many = Array.from({ length: SYNC_MAX_TOPICS + 1 }, () => [`conversation:${uuid()}`, 0]);
    expect((await ben.raw(sync, { topics: Object.fromEntries(many) })).status).toBe(400);
    const most = await ask(ben, Object.fromEntries(many.slice(1)));
    expect(most).toHaveLength(SYNC_MAX_TOPICS);
  });
});

describe('cache + events = fresh refetch', () => {
  /** People with a space and a direct conversation, each with a device that syncs and one that listens. */
  async function scene() {
    const [left, right] = await pair(app, cast);
    const space = await makeSpace(left, { employee_ids: ids(right) });
    const addresses = [to(right), to(left), into(space.space_id)];
    const devices = await Promise.all(
      [left, right].map(async (client) => {
        const socket = await openSocket(client);
        const others = addresses.filter(({ entity_id }) => entity_id !== client.employee_id);
        const [offline, live] = [await Replica.load(client, others), await Replica.load(client, others)];
        return { client, socket, offline, live, hear: feed(live, socket) };
      }),
    );
    const check = async (label: string) => {
      for (const { offline, live, hear } of devices) {
        await told(app);
        await offline.catchUp();
        const fresh = await offline.fresh();
        expect(offline.whole(), `${label}: after an absence`).toEqual(fresh);
        await expect
          .poll(() => (hear(), live.whole()), { timeout: PATIENCE, message: `${label}: live` })
          .toEqual(fresh);
      }
    };
    const close = () => Promise.all(devices.map(({ socket }) => socket[Symbol.asyncDispose]()));
    const heard = () => devices.flatMap(({ socket }) => socket.events.map(({ name }) => name));
    return { left, right, space, check, heard, [Symbol.asyncDispose]: async () => void (await close()) };
  }

  test('after each kind of event', async () => {
    await using world = await scene();
    const { left, right, space, check } = world;
    const { space_id } = space;
    const first = await say(left, to(right), 'The first');
    await check('chat.message_created and chat.entry_added');
    const second = await say(right, into(space_id), 'In the space');
    const { message_id } = second;
    await check('chat.message_created in a space');
    await right.call(chat.edit, { message_id, body: docOf('In the space, edited') });
    await check('chat.message_updated');
    await left.call(chat.react, { message_id, emoji: '👍' });
    await right.call(chat.react, { message_id, emoji: '🎉' });
    await right.call(chat.react, { message_id, emoji: '👍' });
    await check('chat.reaction_added');
    await left.call(chat.unreact, { message_id, emoji: '👍' });
    await right.call(chat.unreact, { message_id, emoji: '🎉' });
    await check('chat.reaction_removed');
    await right.call(chat.remove, { message_id });
    await check('chat.message_deleted');
    await right.call(chat.markRead, { conversation_id: first.conversation_id, read_seq: 1 });
    await check('chat.read and chat.seen');
    await left.call(showSeen, { shown: false });
    await check('chat.seen_shown and chat.seen, hidden');
    await left.call(showSeen, { shown: true });
    await check('chat.seen_shown and chat.seen, shown again');
    await left.call(spaces.update, { space_id, space_name: 'Renamed', visibility: 'private' });
    await check('spaces.space_updated');
    await left.call(spaces.createSubSpace, { space_id, sub_space_id: uuid(), sub_space_name: 'Keys' });
    await check('spaces.sub_space_created');
    const third = await say(right, into(space_id), 'Pinned');
    const { file_id } = await upload(left, 'words', { folder: 'chat', name: 'Menu.txt' });
    const withFile = { message_id: uuid(), body: docOf(''), attachments: [{ file_id }] };
    await left.call(chat.send, { ...to(right), ...withFile });
    const quoting = { message_id: uuid(), body: docOf('That one'), reply_to: withFile.message_id };
    await right.call(chat.send, { ...to(left), ...quoting });
    await check('chat.message_created with a file, and quoting one');
    await right.call(chat.remove, { message_id: quoting.message_id });
    await left.call(chat.edit, { message_id: withFile.message_id, body: docOf('Words besides') });
    await check('chat.message_updated with a file');
    await left.call(chat.remove, { message_id: withFile.message_id });
    await check('chat.message_deleted with a file');
    await left.call(marks.pin, { message_id: third.message_id });
    await check('chat.message_pinned');
    const urls = [pages.at('one.example'), pages.at('two.example')];
    const linked = await sendLinked(cast.owner, left, into(space_id), urls);
    await check('chat.message_previewed');
    await left.call(removePreview, { message_id: linked.message_id, url: pages.at('one.example') });
    await left.call(chat.edit, { message_id: linked.message_id, body: docOf('No link') });
    await check('chat.message_previewed, one removed, the other edited away');
    await say(left, under(third), 'An answer');
    await check('chat.thread_followed and chat.thread_updated');
    await right.call(chat.edit, { message_id: third.message_id, body: docOf('Pinned and edited') });
    await right.call(chat.react, { message_id: third.message_id, emoji: '👍' });
    await check('chat.thread_root_updated');
    await left.call(threads.follow, { message_id: third.message_id, following: false });
    await check('chat.thread_unfollowed');
    await right.call(marks.markUnread, { conversation_id: third.conversation_id, read_seq: 0 });
    await check('chat.unread');
    await right.call(marks.updateEntry, { entity_type: 'space', entity_id: space_id, muted: true });
    await check('chat.entry_updated');
    await right.call(saved.save, { message_id: third.message_id });
    await right.call(saved.save, { message_id: first.message_id });
    await right.call(saved.unsave, { message_id: third.message_id });
    await check('chat.saved_added and chat.saved_removed');
    const plans = [uuid(), uuid(), uuid()] as const;
    const planned = (message_id: string, hours: number) => ({
      ...into(space_id),
      message_id,
      body: docOf('Later'),
      due_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
    });
    const menu = await upload(left, 'words', { folder: 'chat', name: 'Plan.txt' });
    const files = { attachments: [{ file_id: menu.file_id }] };
    for (const [n, message_id] of plans.entries())
      await left.call(scheduled.schedule, { ...planned(message_id, 3 - n), ...(n === 1 && files) });
    await left.call(scheduled.reschedule, { message_id: plans[0], due_at: planned(plans[0], 9).due_at });
    await left.call(scheduled.sendScheduled, { message_id: plans[1] });
    await left.call(scheduled.unschedule, { message_id: plans[2] });
    await check('chat.scheduled_changed and chat.scheduled_removed');
    const typed = (at: chat.Address, text: string, typed_at: string) =>
      left.call(drafts.keepDraft, { ...at, body: docOf(text), typed_at });
    await typed(into(space_id), 'Dear all', '2026-01-01T00:00:02Z');
    await typed(to(right), 'Dear', '2026-01-01T00:00:01Z');
    await typed(into(space_id), '', '2026-01-01T00:00:03Z');
    await check('chat.draft_changed');
    const sub_space_id = space.sub_spaces[0]?.sub_space_id as string;
    await left.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Lobby' });
    await check('spaces.sub_space_updated');
    const [kept, secret] = [uuid(), uuid()];
    await left.call(spaces.createSubSpace, { space_id, sub_space_id: kept, sub_space_name: 'Kept' });
    await left.call(spaces.createSubSpace, { space_id, sub_space_id: secret, sub_space_name: 'Few', is_private: true });
    await left.call(spaces.moveSubSpaces, { space_id, sub_space_ids: [secret, kept] });
    await check('spaces.sub_spaces_moved');
    await left.call(spaces.archiveSubSpace, { sub_space_id: kept, archived: true });
    await check('spaces.sub_space_archived');
    await left.call(spaces.addSubSpaceMembers, { sub_space_id: secret, employee_ids: [right.employee_id] });
    await check('spaces.sub_space_opened and spaces.sub_space_members_changed');
    await left.call(spaces.updateSubSpace, { sub_space_id: secret, sub_space_name: 'Very few' });
    await check('spaces.private_sub_space_updated');
    await left.call(spaces.removeSubSpaceMember, { sub_space_id: secret, employee_id: right.employee_id });
    await check('spaces.sub_space_closed');
    const space_role_id = await newSpaceRole({ owner: left, word: 'Sync' }, space_id);
    await left.call(spaces.updateMember, { space_id, employee_id: right.employee_id, role: 'member', space_role_id });
    await left.call(roles.updateRole, { space_role_id, actions: ['manage_members'] });
    await check('spaces.role_changed');
    await left.call(roles.deleteRole, { space_role_id });
    await check('spaces.role_removed');
    await left.call(spaces.updateMember, { space_id, employee_id: right.employee_id, role: 'admin' });
    await left.call(spaces.addMembers, { space_id, employee_ids: [cleo.employee_id] });
    await left.call(spaces.removeMember, { space_id, employee_id: cleo.employee_id });
    await check('spaces.member_changed');
    const other = await makeSpace(right, { employee_ids: ids(left) });
    await say(right, into(other.space_id), 'Another space');
    await check('chat.entry_added');
    await left.call(spaces.leave, { space_id: other.space_id });
    await check('chat.entry_removed');
    const group = { conversation_id: uuid(), employee_ids: ids(right, cleo) };
    const { entry: talk } = await left.call(groups.createGroup, group);
    await right.call(groups.renameGroup, { conversation_id: talk.entity_id, name: 'Three of us' });
    await cleo.call(groups.leaveGroup, { conversation_id: talk.entity_id });
    await check('chat.group_updated');
    const asked = await makeSpace(right, { visibility: 'private' });
    await right.call(joining.invite, { space_id: asked.space_id, employee_ids: [left.employee_id] });
    await check('spaces.join_status_changed');
    await left.call(joining.withdraw, { space_id: asked.space_id });
    const { link_code } = await right.call(joining.getLink, { space_id: asked.space_id });
    await left.call(spaces.join, { space_id: asked.space_id, link_code });
    await check('spaces.requests_changed');
    const all = eventTypes.map(({ name }) => name).filter((name) => /^(chat|spaces)\./.test(name));
    expect(world.heard()).toEqual(expect.arrayContaining(all));
  });

  test.each([1, 2, 3])('after anything in any order, and unread is what one would count (%i)', async (seed) => {
    await using world = await scene();
    const { left, right, space, check } = world;
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const said = [await say(left, to(right), 'The first')];
    const act = async () => {
      const [me, other] = pick([
        [left, right],
        [right, left],
      ] as const);
      const what = random();
      if (what < 0.4) {
        said.push(await say(me, pick([to(other), into(space.space_id)]), `${said.length}`));
        return;
      }
      const { message_id, conversation_id } = pick(said);
      if (what < 0.5) await me.raw(chat.edit, { message_id, body: docOf(`edited ${random()}`) });
      else if (what < 0.6) await me.raw(chat.remove, { message_id });
      else if (what < 0.75) await me.raw(chat.react, { message_id, emoji: pick(['👍', '🎉', '🚀']) });
      else if (what < 0.85) await me.raw(chat.unreact, { message_id, emoji: pick(['👍', '🎉', '🚀']) });
      else await me.raw(chat.markRead, { conversation_id, read_seq: Math.floor(random() * (said.length + 2)) });
    };
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 8; i++) await Promise.all([act(), act()]);
      await check(`round ${round}`);
      for (const client of [left, right]) {
        const { listed, counted } = await recount(client);
        expect(listed).toEqual(counted);
      }
    }
  });
});

/** What the list says is unread, by entry; and the same counted by hand, from the messages. */
async function recount(client: TestClient) {
  const { items } = await client.call(chat.listConversations, {});
  const listed = items.map((entry) => entry.unread_message_count);
  const counted: number[] = [];
  for (const { entity_type, entity_id, conversations } of items) {
    let unread = 0;
    for (const { sub_space_id, read_seq } of conversations) {
      const address = { entity_type, entity_id, ...(sub_space_id && { sub_space_id }) };
      const { items: messages } = await read(client, address, { limit: '100' });
      unread += messages.filter((m) => m.seq > read_seq && m.sender_id !== client.employee_id && !m.deleted_at).length;
    }
    counted.push(unread);
  }
  return { listed, counted };
}
