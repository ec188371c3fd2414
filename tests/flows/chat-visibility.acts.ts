// What people do by chance in chat-visibility.test.ts, each with what becomes of the world by the rule. Asks nothing of the
// server besides doing it.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import * as groups from '#contract/chat/groups.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import * as saved from '#contract/chat/saved.ts';
import * as threads from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import { Refused, type TestClient } from '#tests/kit/client.ts';
import {
  ownWords,
  type Place,
  type Role,
  type Said,
  type Space,
  type Sub,
  type World,
} from './chat-visibility.world.ts';
import { to, under } from './talk.ts';

export const weights = {
  say: 30,
  call: 8,
  answer: 5,
  reply: 8,
  forward: 4,
  attach: 4,
  edit: 6,
  remove: 5,
  pin: 4,
  save: 4,
  trespass: 10,
  makeGroup: 3,
  makeCampaign: 2,
  announce: 5,
  widen: 3,
  leaveGroup: 2,
  makeSpace: 2,
  makeSub: 4,
  add: 4,
  join: 5,
  invite: 5,
  accept: 3,
  leave: 4,
  takeOut: 4,
  open: 3,
  close: 3,
  archive: 2,
  role: 2,
  visibility: 1,
  history: 2,
};
export type Act = keyof typeof weights;

const REFUSALS = /^(NO_PERMISSION|LAST_ADMIN|SUB_SPACE_ADMIN|REQUEST_NOT_FOUND|.*_NOT_FOUND)$/;

/** False if there was nothing to do it with, or the server would not. */
export async function act(world: World, name: Act): Promise<boolean> {
  const by = world.random.pick(world.people) as TestClient;
  try {
    const done = name in talking ? await talking[name as Talk](world, by) : await moving[name as Move](world, by);
    if (done) world.remember();
    return done;
  } catch (error) {
    if (error instanceof Refused && REFUSALS.test(error.code)) return false;
    throw error;
  }
}

type Doing = (world: World, by: TestClient) => Promise<boolean>;

/** True once `work` is done; false without something to do it with. */
const withOne = async <T>(one: T | undefined, work: (one: T) => Promise<unknown>): Promise<boolean> => {
  if (one === undefined) return false;
  await work(one);
  return true;
};

/** Nobody deletes what they have posted in a campaign. */
const isOwn = (by: TestClient) => (one: Said) => one.by === by && one.place.kind !== 'campaign';

type Talk =
  | 'say'
  | 'call'
  | 'answer'
  | 'reply'
  | 'forward'
  | 'attach'
  | 'edit'
  | 'remove'
  | 'pin'
  | 'save'
  | 'announce'
  | 'trespass';
const talking: Record<Talk, Doing> = {
  say: (world, by) => withOne(world.placeOf(by), (place) => world.say(by, place)),
  call: (world, by) =>
    withOne(world.random.pick(world.placesOf(by).filter(({ kind }) => kind !== 'thread')), (place) =>
      world.call(by, place),
    ),
  attach: (world, by) => withOne(world.placeOf(by), (place) => world.attach(by, place)),
  /** In the thread of a message. */
  answer: (world, by) => {
    const roots = world.readable(by, ({ place }) => place.kind !== 'thread' && !place.isClosed());
    return withOne(world.random.pick(roots), (root) => world.say(by, world.threadOf(root)));
  },
  reply: (world, by) => {
    const mine = world.readable(by, ({ place }) => !place.isClosed());
    return withOne(world.random.pick(mine), (answers) => world.say(by, answers.place, { answers }));
  },
  forward: (world, by) => {
    const place = world.placeOf(by);
    return withOne(place && world.random.pick(world.readable(by)), (one) => world.say(by, place as Place, {}, one));
  },
  edit: (world, by) => {
    const mine = world.readable(by, (one) => one.by === by && !one.forwarded && !one.place.isClosed());
    return withOne(world.random.pick(mine), async (one) => {
      const word = `zq9${one.message_id.replaceAll('-', '').slice(-12)}${one.old.length}x`;
      await by.call(chat.edit, { message_id: one.message_id, body: docOf(`Rather ${word} it is`) });
      one.old.push(one.word as string);
      one.word = word;
    });
  },
  remove: (world, by) =>
    withOne(world.random.pick(world.readable(by, isOwn(by))), async (one) => {
      await world.lookBefore();
      await by.call(chat.remove, { message_id: one.message_id });
      for (const word of [...ownWords(one), ...one.old]) world.erased.set(word, one.place);
      one.word = null;
      one.pinned = false;
    }),
  pin: (world, by) =>
    withOne(world.random.pick(world.readable(by, ({ place }) => !place.isClosed())), async (one) => {
      await by.call(marks.pin, { message_id: one.message_id });
      one.pinned = true;
    }),
  save: (world, by) =>
    withOne(world.random.pick(world.readable(by)), async (one) => {
      await by.call(saved.save, { message_id: one.message_id });
      world.saved.set(by, (world.saved.get(by) ?? new Set()).add(one));
    }),
  announce: (world, by) => world.announce(by),
  /** With what somebody may not read nothing can be done, and nothing comes of trying. */
  trespass: (world, by) => {
    const hidden = world.said.filter((one) => !world.may(by, one));
    return withOne(world.random.pick(hidden), async ({ message_id, place }) => {
      const mine = { ...to(by), message_id: uuid(), body: docOf('Tell me') };
      const there = { ...place.address(by), message_id: uuid(), body: docOf('Let me in') };
      const tries = [
        by.raw(chat.send, { ...mine, forward_of: message_id }),
        by.raw(chat.send, { ...mine, reply_to: message_id }),
        by.raw(chat.send, { ...under({ message_id }), message_id: uuid(), body: docOf('And?') }),
        ...(place.readers().has(by)
          ? []
          : place.kind === 'sub' || place.kind === 'group' || place.kind === 'campaign'
            ? [by.raw(chat.send, there), by.raw(chat.listMessages, place.address(by))]
            : []),
        by.raw(chat.edit, { message_id, body: docOf('Mine now') }),
        by.raw(chat.remove, { message_id }),
        by.raw(chat.react, { message_id, emoji: '👍' }),
        by.raw(marks.pin, { message_id }),
        by.raw(marks.history, { message_id }),
        by.raw(saved.save, { message_id }),
        by.raw(threads.follow, { message_id, following: true }),
      ];
      for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
    });
  },
};

type Move = Exclude<Act, Talk>;
const moving: Record<Move, Doing> = {
  makeCampaign: (world, by) => {
    const others = new Set([world.other(by), world.other(by)]);
    return withOne([...others], (chosen) => world.makeCampaign(by, chosen));
  },
  makeGroup: (world, by) => {
    const others = new Set([world.other(by), world.other(by), world.other(by)]);
    return withOne(others.size > 1 ? [...others] : undefined, (chosen) => world.makeGroup(by, chosen));
  },
  widen: (world, by) =>
    withOne(world.random.pick(world.groups.filter(({ members }) => members.has(by))), async ({ id, members }) => {
      const other = world.other(by);
      await by.call(groups.addToGroup, { conversation_id: id, employee_ids: [other.employee_id] });
      members.add(other);
    }),
  leaveGroup: (world, by) =>
    withOne(world.random.pick(world.groups.filter(({ members }) => members.has(by))), async ({ id, members }) => {
      await world.lookBefore();
      await by.call(groups.leaveGroup, { conversation_id: id });
      members.delete(by);
    }),
  makeSpace: (world, by) => (world.spaces.length < 5 ? world.makeSpace(by) : Promise.resolve(false)),
  makeSub: (world, by) =>
    withOne(
      world.space((space) => space.members.has(by) && world.administers(by, space) && space.subs.length < 5),
      (space) => world.makeSub(by, space),
    ),
  add: (world, by) =>
    withOne(
      world.space((space) => world.administers(by, space)),
      async (space) => {
        const other = world.other(by);
        await by.call(spaces.addMembers, { space_id: space.id, employee_ids: [other.employee_id] });
        world.letIn(space, other);
      },
    ),
  /** Into any: what one knows nothing of is not there. */
  join: (world, by) =>
    withOne(
      world.space((space) => !space.members.has(by)),
      async (space) => {
        const { is_member } = (await by.call(spaces.join, { space_id: space.id })).space;
        const opens = space.visibility === 'public' || space.waiting.get(by) === 'opens';
        expect(is_member).toBe(opens);
        if (opens) world.letIn(space, by);
        else space.waiting.set(by, 'asks');
      },
    ),
  invite: (world, by) =>
    withOne(
      world.space(({ members }) => members.has(by)),
      async (space) => {
        const other = world.other(by);
        await by.call(joining.invite, { space_id: space.id, employee_ids: [other.employee_id] });
        if (space.members.has(other)) return;
        const [opens, before] = [world.administers(by, space), space.waiting.get(other)];
        if (before === 'asks' && opens) world.letIn(space, other);
        else if (before !== 'asks') space.waiting.set(other, opens || before === 'opens' ? 'opens' : 'invited');
      },
    ),
  accept: (world, by) => {
    const asking = ({ waiting }: Space) => [...waiting].filter(([, how]) => how === 'asks').map(([who]) => who);
    return withOne(
      world.space((space) => world.administers(by, space) && asking(space).length > 0),
      async (space) => {
        const who = world.random.pick(asking(space)) as TestClient;
        const accept = world.random.chance(0.7);
        await by.call(joining.answerRequest, { space_id: space.id, employee_id: who.employee_id, accept });
        if (accept) world.letIn(space, who);
        else space.waiting.delete(who);
      },
    );
  },
  leave: (world, by) =>
    withOne(
      world.space(({ members }) => members.has(by)),
      async (space) => {
        await world.lookBefore();
        await by.call(spaces.leave, { space_id: space.id });
        world.takeOut(space, by);
      },
    ),
  takeOut: (world, by) =>
    withOne(
      world.space((space) => world.administers(by, space)),
      async (space) => {
        const other = world.other(by);
        await world.lookBefore();
        await by.call(spaces.removeMember, { space_id: space.id, employee_id: other.employee_id });
        world.takeOut(space, other);
      },
    ),
  open: (world, by) =>
    few(world, by, spaces.addSubSpaceMembers, (space, sub, other) => world.letInto(space, sub, other)),
  close: (world, by) => few(world, by, spaces.removeSubSpaceMember, (_, sub, other) => sub.few?.delete(other)),
  archive: (world, by) => {
    const space = world.space((one) => one.members.get(by) === 'admin');
    const sub = space && world.random.pick(space.subs.slice(1).filter((one) => !one.few || one.few.has(by)));
    return withOne(sub, async (one) => {
      await by.call(spaces.archiveSubSpace, { sub_space_id: one.id, archived: !one.archived });
      one.archived = !one.archived;
    });
  },
  role: (world, by) =>
    withOne(
      world.space((space) => world.administers(by, space)),
      async (space) => {
        const other = world.other(by);
        const role: Role = world.random.chance(0.5) ? 'admin' : 'member';
        await by.call(spaces.updateMember, { space_id: space.id, employee_id: other.employee_id, role });
        space.members.set(other, role);
        // Admins are in all that is private, and who is no admin any more stays there.
        if (role === 'admin') for (const sub of space.subs) if (sub.few) world.letInto(space, sub, other);
      },
    ),
  visibility: (world, by) =>
    withOne(
      world.space(({ members }) => members.get(by) === 'admin'),
      async (space) => {
        const visibility = space.visibility === 'public' ? 'private' : 'public';
        await by.call(spaces.update, { space_id: space.id, visibility });
        space.visibility = visibility;
      },
    ),
  history: (world, by) =>
    withOne(
      world.space(({ members }) => members.get(by) === 'admin'),
      async (space) => {
        const history = space.history === 'all' ? 'joined' : 'all';
        // Nobody shows others what they do not see.
        const seesLess = history === 'all' && space.subs.some(({ since }) => since.get(by));
        const { body } = await by.raw(spaces.update, { space_id: space.id, history });
        expect(body).toMatchObject(seesLess ? { error_code: 'HISTORY_HIDDEN' } : { status: 'success' });
        if (!seesLess) space.history = history;
      },
    ),
};

/** Who is in a private sub-space is changed by an admin who is in it. */
async function few(
  world: World,
  by: TestClient,
  endpoint: typeof spaces.addSubSpaceMembers | typeof spaces.removeSubSpaceMember,
  then: (space: Space, sub: Sub, other: TestClient) => void,
): Promise<boolean> {
  const space = world.space(({ members }) => members.get(by) === 'admin');
  const sub = space && world.random.pick(space.subs.filter((one) => one.few?.has(by)));
  return withOne(sub, async (one) => {
    const other = world.other(by);
    const { employee_id } = other;
    const sub_space_id = one.id;
    if (endpoint === spaces.addSubSpaceMembers)
      await by.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: [employee_id] });
    else {
      await world.lookBefore();
      await by.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id });
    }
    then(space as Space, one, other);
  });
}
