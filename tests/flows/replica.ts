// One person's device, as far as chat's data goes: the conversation list, the threads and some runs of messages, changed by nothing but
// events, through the client's own reducers. Tests compare it with what a fresh read gives.
import { type Draft, listDrafts } from '#contract/chat/drafts.ts';
import { listMarks, type SavedMark } from '#contract/chat/saved.ts';
import { listScheduled, type Scheduled } from '#contract/chat/scheduled.ts';
import { listThreads, type Thread, threadFollowed } from '#contract/chat/threads.ts';
import type { Address, Entry } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame, RequestOf } from '#contract/kernel/endpoint.ts';
import { sync } from '#contract/sync.ts';
import { messagesKey } from '#src/features/chat/live/keys.ts';
import { drafts, type Kept, saved, scheduled } from '#src/features/chat/live/live-later.ts';
import type { Conversations } from '#src/features/chat/live/live-list.ts';
import type { Messages } from '#src/features/chat/live/live-messages.ts';
import { type Threads, threads } from '#src/features/chat/live/live-threads.ts';
import { conversations, messages } from '#src/features/chat/live.ts';
import type { LiveQuery } from '#src/realtime/live-query.ts';
import type { TestClient } from '#tests/kit/client.ts';
import type { TestSocket } from '#tests/kit/socket.ts';

/** A revision follows on one that is not held. */
export class Missed extends Error {}

interface Run {
  readonly address: Address;
  data: Messages;
}

/** What is kept for later. */
interface Later {
  readonly saved: Kept<SavedMark>;
  readonly scheduled: Kept<Scheduled>;
  readonly drafts: Kept<Draft>;
}

export class Replica {
  readonly client: TestClient;
  list: Conversations = { items: [], shows_seen: true, revision: 0 };
  threads: Threads = { items: [], revision: 0 };
  later: Later | undefined;
  runs: Run[] = [];

  constructor(client: TestClient) {
    this.client = client;
  }

  static async load(client: TestClient, addresses: readonly Address[] = []): Promise<Replica> {
    const replica = new Replica(client);
    replica.list = await client.call(chat.listConversations, {});
    replica.threads = await client.call(listThreads, {});
    replica.later = {
      saved: await client.call(listMarks, {}),
      scheduled: await client.call(listScheduled, {}),
      drafts: await client.call(listDrafts, {}),
    };
    for (const address of addresses) {
      const query: RequestOf<typeof chat.listMessages> = { ...address, limit: '100' };
      replica.runs.push({ address, data: await client.call(chat.listMessages, query) });
    }
    return replica;
  }

  private get context() {
    return { self: this.client.employee_id };
  }

  /** Topic → revision, of everything that is held; the older one where list and run differ. */
  held(): Record<string, number> {
    const held: Record<string, number> = {};
    const topics = [
      ...conversations.topics(this.list, [], this.context),
      ...threads.topics(this.threads, [], this.context),
      ...(this.later ? saved.topics(this.later.saved, [], this.context) : []),
      ...(this.later ? scheduled.topics(this.later.scheduled, [], this.context) : []),
      ...(this.later ? drafts.topics(this.later.drafts, [], this.context) : []),
      ...this.runs.flatMap(({ address, data }) => [...messages.topics(data, keyOf(address), this.context)]),
    ];
    for (const [topic, revision] of topics) held[topic] = Math.min(revision, held[topic] ?? revision);
    return held;
  }

  /** Asks for what was missed, and again for what that brought, until nothing is missing. */
  async catchUp(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      const { topics } = await this.client.call(sync, { topics: this.held() });
      for (const { topic, status } of topics) {
        if (status === 'reset') throw new Error(`${topic} was to be read anew`);
        if (status === 'gone') this.forget(topic);
      }
      const frames = topics.flatMap(({ events }) => events as EventFrame[]);
      if (!frames.length) return;
      for (const frame of frames) this.apply(frame);
    }
    throw new Error('Never caught up');
  }

  private forget(topic: string): void {
    this.list = conversations.gone?.(this.list, topic, this.context) ?? this.list;
    this.threads = threads.gone?.(this.threads, topic, this.context) ?? this.threads;
    this.runs = this.runs.filter(({ data }) => `conversation:${data.conversation_id}` !== topic);
  }

  /** Throws `Missed` and changes nothing if a revision before this one is not held. */
  apply(frame: EventFrame): void {
    const list = advance(conversations, this.list, frame, this.context);
    const followed = advance(threads, this.threads, frame, this.context);
    const later = this.later && {
      saved: advance(saved, this.later.saved, frame, this.context),
      scheduled: advance(scheduled, this.later.scheduled, frame, this.context),
      drafts: advance(drafts, this.later.drafts, frame, this.context),
    };
    const runs = this.runs.map(({ address, data }) => ({
      address,
      data: advance(messages, data, frame, this.context, address),
    }));
    this.list = list;
    this.threads = followed;
    this.later = later;
    this.runs = runs.map((run) => begun(run, frame));
    // Besides the data a client asks the server what it may still see. For what is held of one space this is the answer.
    if (frame.name === chat.entryRemoved.name) {
      const { entity_id } = frame.payload as { entity_id: string };
      this.runs = this.runs.filter(({ address }) => address.entity_id !== entity_id);
    }
  }

  /** All that is held, in one value that can be compared. */
  whole() {
    return { list: this.list, threads: this.threads, later: this.later, runs: this.runs };
  }

  /** What a device would hold that read the same things now. */
  async fresh() {
    const addresses = this.runs.map(({ address }) => address);
    return (await Replica.load(this.client, addresses)).whole();
  }
}

const keyOf = ({ entity_type, entity_id, sub_space_id }: Address) =>
  messagesKey([entity_type, entity_id, ...(sub_space_id ? [sub_space_id] : [])].join('/'));

/** The rule of topics: r + 1 is applied, what is held already is not, and nothing is left out. */
function advance<D>(query: LiveQuery<D>, data: D, frame: EventFrame, context: { self: string }, at?: Address): D {
  const key = at ? keyOf(at) : [];
  for (const [topic, revision] of query.topics(data, key, context)) {
    if (topic !== frame.topic || frame.revision <= revision) continue;
    if (frame.revision > revision + 1)
      throw new Missed(`${topic} is at ${revision}, heard ${frame.revision}: something was missed`);
    return query.reduce(data, frame, context, key);
  }
  return data;
}

/** The first message between two people or in a thread: who has the empty conversation open follows it from its beginning. */
function begun(run: Run, { name, payload }: EventFrame): Run {
  const { address, data } = run;
  if (name === threadFollowed.name && data.conversation_id === null) {
    const { root, state } = payload as Thread;
    const isIt = address.entity_type === 'thread' && address.entity_id === root.message_id;
    return isIt ? { ...run, data: { ...data, conversation_id: state.conversation_id, revision: 0 } } : run;
  }
  if (name !== chat.entryAdded.name || run.data.conversation_id !== null) return run;
  const { entity_type, entity_id, conversations: states } = payload as Entry;
  if (entity_type !== 'employee' || entity_id !== run.address.entity_id || !states[0]) return run;
  return { ...run, data: { ...run.data, conversation_id: states[0].conversation_id, revision: 0 } };
}

/**
 * Hands a replica what its socket hears, as a client would: what comes before the revision that it follows on waits for
 * it. What never comes leaves the replica behind for good, and the comparison fails.
 */
export function feed(replica: Replica, socket: TestSocket) {
  let taken = 0;
  let early: EventFrame[] = [];
  const isEarly = (frame: EventFrame) => {
    try {
      replica.apply(frame);
      return false;
    } catch (error) {
      if (error instanceof Missed) return true;
      throw error;
    }
  };
  return () => {
    early.push(...(socket.events.slice(taken) as EventFrame[]));
    taken = socket.events.length;
    for (let before = -1; before !== early.length; ) {
      before = early.length;
      early = early.filter(isEarly);
    }
  };
}
