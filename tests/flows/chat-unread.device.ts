// One of the devices of chat-unread.test.ts: the app's own data layer and the app's own writes, on a connection that comes
// and goes. What is done on it is chosen by chance; what it then shows is compared in the test.
import { v7 as uuid } from 'uuid';
import type { Session } from '#contract/auth.ts';
import * as groups from '#contract/chat/groups.ts';
import type { Address, ConversationState, Entry, Message, SubSpace } from '#contract/chat.ts';
import type { Endpoint, RequestOf } from '#contract/kernel/endpoint.ts';
import { docOf, type Mention, type RichText } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { conversationsKey, messagesKey, threadsKey } from '#src/features/chat/live/keys.ts';
import type { Conversations } from '#src/features/chat/live/live-list.ts';
import type { Messages } from '#src/features/chat/live/live-messages.ts';
import { type Threads, threads } from '#src/features/chat/live/live-threads.ts';
import { conversations } from '#src/features/chat/live.ts';
import { edit, markUnread, remove, togglePin, wish } from '#src/features/chat/message-parts/mutations.ts';
import * as write from '#src/features/chat/mutations.ts';
import { registry } from '#src/live-registry.ts';
import { createOverlay } from '#src/realtime/overlay.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { type FaultProxy, startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { type Random, randomFrom } from '#tests/kit/random.ts';

const inTalk = { send: 34, answer: 5, read: 14, wish: 3 };
const toMessage = { edit: 8, delete: 6, react: 3, pin: 1, back: 6 };
const inSpace = { leave: 2, come: 4, takeOut: 1, role: 1, archive: 3, open: 1, close: 1, begin: 0.3 };
const inGroup = { fetch: 2, withdraw: 1 };
const onDevice = { away: 1.5, home: 5, restart: 0.4 };
/** How often what is done. */
export const weights = { ...inTalk, ...toMessage, ...inSpace, ...inGroup, ...onDevice };
export type Act = keyof typeof weights;
const isOf = <T extends object>(group: T, name: PropertyKey): name is keyof T => name in group;

/** What all devices know. */
export interface World {
  readonly url: string;
  readonly random: Random;
  readonly space_id: string;
  readonly group_id: string;
  readonly people: readonly string[];
}

interface Place {
  /** Null of a thread. */
  readonly entry: Entry | null;
  readonly state: ConversationState;
  readonly address: Address;
  readonly key: string;
}

/** New sub-spaces come until there are so many. */
const MOST_SUB_SPACES = 7;

export class Device {
  readonly name: string;
  private readonly world: World;
  private readonly proxy: FaultProxy;
  client: LiveClient;
  /** Calls under way that do not go through the outbox. */
  private calls = 0;
  /** Between one page and the next. */
  private gone: Promise<void> | undefined;

  static async start(name: string, person: TestClient, world: World): Promise<Device> {
    const proxy = await startFaultProxy(world.url, randomFrom(1));
    return new Device(name, person.session as Session, proxy, world);
  }
  private constructor(name: string, session: Session, proxy: FaultProxy, world: World) {
    this.name = name;
    this.world = world;
    this.proxy = proxy;
    this.client = this.begin(session);
  }
  private begin(session: Session): LiveClient {
    return startLiveClient({ url: this.proxy.url, session, registry, device: this.name });
  }
  get self(): string {
    return this.client.context.self;
  }
  private get random(): Random {
    return this.world.random;
  }

  /** Reads what the screens would; throws without a connection. */
  async open(): Promise<void> {
    const { queryClient } = this.client;
    await queryClient.ensureQueryData({ queryKey: conversationsKey });
    await queryClient.ensureQueryData({ queryKey: threadsKey });
    await Promise.all(
      this.places().map(({ key }) => queryClient.ensureQueryData({ queryKey: messagesKey(key), staleTime: Infinity })),
    );
  }
  async close(): Promise<void> {
    await this.client.kill();
    await this.proxy[Symbol.asyncDispose]();
  }

  list(): Conversations | undefined {
    return this.client.queryClient.getQueryData<Conversations>(conversationsKey);
  }
  threads(): Threads | undefined {
    return this.client.queryClient.getQueryData<Threads>(threadsKey);
  }
  /** As the screens show them: with what waits. */
  shown(): { list: Conversations | undefined; threads: Threads | undefined } {
    const { context, outbox } = this.client;
    const { items } = outbox.state;
    const [list, following] = [this.list(), this.threads()];
    return {
      list: list && createOverlay(conversations, conversationsKey, context)(list, items),
      threads: following && createOverlay(threads, threadsKey, context)(following, items),
    };
  }
  private places(): Place[] {
    const { list, threads: following } = this.shown();
    const inThreads = (following?.items ?? []).map(({ root, state }): Place => {
      const address = { entity_type: 'thread', entity_id: root.message_id } as const;
      return { entry: null, state, address, key: `thread/${root.message_id}` };
    });
    const inEntries = (list?.items ?? []).flatMap((entry) =>
      entry.conversations.map((state) => {
        const { entity_type, entity_id } = entry;
        const main = entry.space?.sub_spaces.some((sub) => sub.is_default && sub.sub_space_id === state.sub_space_id);
        const sub = !main && state.sub_space_id ? { sub_space_id: state.sub_space_id } : {};
        const address = { entity_type, entity_id, ...sub };
        return { entry, state, address, key: [entity_type, entity_id, ...Object.values(sub)].join('/') };
      }),
    );
    return [...inEntries, ...inThreads];
  }
  private known({ key }: Place): readonly Message[] {
    return this.client.queryClient.getQueryData<Messages>(messagesKey(key))?.items ?? [];
  }

  /** False if there was nothing to do it with. */
  act(name: Act): boolean {
    if (this.gone) return false;
    if (name === 'away') return this.go(true);
    if (name === 'home') return this.go(false);
    if (name === 'restart') return this.restart();
    if (isOf(inSpace, name)) return this.inSpace(name);
    if (isOf(inGroup, name)) return this.inGroup(name);
    const place = this.random.pick(this.places());
    if (!place) return this.sendTo(null);
    if (name === 'send') return this.sendTo(place);
    if (name === 'answer') return this.answer(place);
    if (name === 'read') return this.read(place);
    if (name === 'wish') return this.wish(place);
    return this.about(name, place);
  }

  private go(away: boolean): boolean {
    if (this.proxy.offline === away) return false;
    this.proxy.offline = away;
    if (!away) this.client.wake();
    return true;
  }
  /** The new page begins when the old one has gone: what it was writing is on disk by then, or never will be. */
  private restart(): boolean {
    const session = this.client.session();
    this.calls++;
    this.gone = this.client.kill().then(() => {
      this.client = this.begin(session);
      this.gone = undefined;
      this.calls--;
      void this.client.restored.then(() => this.open()).catch(() => undefined);
    });
    return true;
  }

  /** Now and then to somebody to whom nothing was written yet, or to oneself. */
  private sendTo(place: Place | null): boolean {
    const { random, world } = this;
    const fresh = !place || random.chance(0.05);
    const address = fresh
      ? ({ entity_type: 'employee', entity_id: random.pick(world.people) as string } as const)
      : place.address;
    const known = place ? this.known(place).filter(({ deleted_at }) => !deleted_at) : [];
    const other = random.pick(known);
    const answers = other && !fresh && random.chance(0.15);
    const forwards = other && !answers && random.chance(0.1);
    void write.send(this.client, address, forwards && other.body ? other.body : this.text(), {
      ...(answers && { reply_to: write.quoteOf(other) }),
      ...(forwards && { forward_of: other }),
    });
    return true;
  }
  /** One in four calls somebody. */
  private text(): RichText {
    const { random } = this;
    const text = docOf(`${random.below(1e9)}`);
    if (!random.chance(0.25)) return text;
    const attrs: Mention = random.chance(0.4)
      ? { kind: 'all', id: 'all', label: 'all' }
      : { kind: 'employee', id: random.pick(this.world.people) as string, label: 'You there' };
    return { ...text, content: [...text.content, { type: 'paragraph', content: [{ type: 'mention', attrs }] }] };
  }
  private read({ state }: Place): boolean {
    if (!state.last_seq) return false;
    write.markRead(this.client, state.conversation_id, Math.max(1, state.last_seq - this.random.below(3)));
    return true;
  }
  /** In the thread of a message, which begins with the first answer. */
  private answer(place: Place): boolean {
    const root = this.random.pick(place.entry ? this.known(place).slice(-15) : []);
    if (!root || root.deleted_at) return false;
    void write.send(this.client, { entity_type: 'thread', entity_id: root.message_id }, this.text());
    return true;
  }
  private wish({ entry }: Place): boolean {
    if (!entry) return false;
    const [muted, pinned] = [this.random.chance(0.5), this.random.chance(0.5)];
    wish(this.client, entry, this.random.chance(0.7) ? { muted } : { pinned });
    return true;
  }
  private about(name: keyof typeof toMessage, place: Place): boolean {
    const { client, random } = this;
    const known = this.known(place);
    const mine = (one: Message) => one.sender_id === this.self;
    const may = {
      edit: (one: Message) => mine(one) && !one.deleted_at && !one.forwarded,
      delete: (one: Message) => !one.deleted_at && (mine(one) || place.entry?.space?.role === 'admin'),
      react: (one: Message) => !one.deleted_at,
      pin: (one: Message) => !one.deleted_at,
      back: () => true,
    }[name];
    const message = random.pick(known.slice(-25).filter(may));
    if (!message) return false;
    if (name === 'edit') void edit(client, place.address, message, this.text());
    else if (name === 'delete') {
      const { undo, through } = remove(client, place.address, message);
      void (random.chance(0.15) ? undo() : through());
    } else if (name === 'react')
      write.toggleReaction(client, place.address, message, random.pick(['👍', '🎉']) as string);
    else if (name === 'pin') togglePin(client, place.address, message);
    else markUnread(client, message, known);
    return true;
  }

  /** What is done with the space itself needs a connection and does not wait. */
  private inSpace(name: keyof typeof inSpace): boolean {
    const { random, world, self } = this;
    const of = { space_id: world.space_id };
    const space = this.list()?.items.find((entry) => entry.entity_id === of.space_id)?.space;
    const employee_id = random.pick(world.people.filter((one) => one !== self)) as string;
    if (!space) return name === 'come' && this.call(spaces.join, of);
    if (name === 'leave') return this.call(spaces.leave, of);
    if (space.role !== 'admin') return false;
    if (name === 'come') return this.call(spaces.addMembers, { ...of, employee_ids: [employee_id] });
    if (name === 'takeOut') return this.call(spaces.removeMember, { ...of, employee_id });
    const role = random.chance(0.5) ? 'admin' : 'member';
    if (name === 'role') return this.call(spaces.updateMember, { ...of, employee_id, role });
    if (name === 'begin') return space.sub_spaces.length < MOST_SUB_SPACES && this.beginSubSpace();
    const wanted = name === 'archive' ? ({ is_default }: SubSpace) => !is_default : (sub: SubSpace) => sub.is_private;
    const sub = random.pick(space.sub_spaces.filter(wanted));
    if (!sub) return false;
    const { sub_space_id } = sub;
    if (name === 'archive') return this.call(spaces.archiveSubSpace, { sub_space_id, archived: !sub.archived_at });
    if (name === 'close') return this.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id });
    return this.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: [employee_id] });
  }
  private beginSubSpace(): boolean {
    const { space_id } = this.world;
    const is_private = this.random.chance(0.5);
    return this.call(spaces.createSubSpace, { space_id, sub_space_id: uuid(), sub_space_name: 'Later', is_private });
  }
  private inGroup(name: keyof typeof inGroup): boolean {
    const { random, world, self } = this;
    const conversation_id = world.group_id;
    const group = this.list()?.items.find(({ entity_id }) => entity_id === conversation_id)?.group;
    if (!group) return false;
    // Nobody comes back into an empty one.
    if (name === 'withdraw') return group.employee_ids.length > 2 && this.call(groups.leaveGroup, { conversation_id });
    const other = random.pick(world.people.filter((one) => one !== self)) as string;
    return this.call(groups.addToGroup, { conversation_id, employee_ids: [other] });
  }
  /** Refusals are part of it: whoever is on the device may not know yet that it cannot be done. */
  private call<E extends Endpoint>(endpoint: E, input: RequestOf<E>): boolean {
    this.calls++;
    void this.client
      .call(endpoint, input)
      .catch(() => undefined)
      .finally(() => this.calls--);
    return true;
  }

  /** A connection, and patience: all is sent, all has arrived; what was refused is taken back. */
  async settle(): Promise<void> {
    await this.gone;
    this.go(false);
    this.client.wake();
    let [moved, left] = [Date.now(), ''];
    for (;;) {
      for (const { id, state } of this.client.outbox.state.items)
        if (state === 'failed') await this.client.outbox.discard(id);
      if (this.isIdle()) return;
      const now = JSON.stringify([this.story(), this.list()?.revision]);
      // However slow the machine is: as long as something moves it may take its time.
      if (now !== left) [moved, left] = [Date.now(), now];
      if (Date.now() - moved > 30_000) throw new Error(`Nothing moves any more on ${this.story()}`);
      if (Date.now() - moved > 500) {
        this.client.wake();
        void this.open().catch(() => undefined);
      }
      await new Promise((done) => setTimeout(done, 5));
    }
  }
  private isIdle(): boolean {
    const { outbox, connection, queryClient } = this.client;
    const waits = this.calls > 0 || outbox.state.items.length > 0 || queryClient.isFetching() > 0;
    return connection.state.state === 'online' && this.list() !== undefined && this.threads() !== undefined && !waits;
  }
  story(): string {
    const { outbox, connection, queryClient } = this.client;
    const items = outbox.state.items.map(({ state, path, error_code }) => ({ state, path, error_code }));
    const { state } = connection.state;
    return JSON.stringify({ name: this.name, state, calls: this.calls, reading: queryClient.isFetching(), items });
  }
}
