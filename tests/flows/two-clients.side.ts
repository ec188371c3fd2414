// One of the two people of two-clients.test.ts: their client, its network, and what they meant.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { Session } from '#contract/auth.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import * as chat from '#contract/chat.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { conversationsKey, messagesKey, threadsKey } from '#src/features/chat/live/keys.ts';
import type { Conversations } from '#src/features/chat/live/live-list.ts';
import type { Messages } from '#src/features/chat/live/live-messages.ts';
import { type Threads, threads } from '#src/features/chat/live/live-threads.ts';
import { pinPrediction, unreadPrediction, wishPrediction } from '#src/features/chat/live/mark-predictions.ts';
import {
  deletePrediction,
  editPrediction,
  reactPrediction,
  readPrediction,
  sendPrediction,
} from '#src/features/chat/live/predictions.ts';
import { conversations, effects, messages } from '#src/features/chat/live.ts';
import { quoteOf } from '#src/features/chat/mutations.ts';
import { heldFiles } from '#src/offline/files/held-files.ts';
import type { OutboxFile } from '#src/offline/outbox/record.ts';
import type { LiveRegistry } from '#src/realtime/live-query.ts';
import { createOverlay } from '#src/realtime/overlay.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { type FaultProxy, type Faults, noFaults } from '#tests/kit/outside/fault-proxy.ts';
import { type Random } from '#tests/kit/random.ts';

const registry: LiveRegistry = { live: [conversations, messages, threads], effects };

const bad: Faults = {
  dropRequest: 0.04,
  loseAnswer: 0.06,
  doubleRequest: 0.06,
  fail: 0.03,
  late: 0.2,
  lateMs: 15,
  dropFrame: 0.05,
  doubleFrame: 0.1,
  lateFrame: 0.2,
};

export const weights = {
  send: 30,
  edit: 8,
  delete: 4,
  react: 12,
  read: 8,
  pin: 4,
  back: 2,
  wish: 2,
  discard: 2,
  wait: 24,
  offline: 2,
  online: 5,
  cut: 1,
  restart: 1,
  calm: 2,
  storm: 3,
};

/** One person: their client, its network, and what they meant. */
export class Side {
  readonly person: TestClient;
  readonly proxy: FaultProxy;
  readonly random: Random;
  readonly scopes: readonly Scope[];
  client: LiveClient;
  /** Ids of messages by scope, in the order of writing; without those taken back. */
  readonly meant = new Map<string, string[]>();
  readonly discarding = new Set<string>();
  constructor(person: TestClient, proxy: FaultProxy, random: Random, scopes: readonly Scope[]) {
    this.person = person;
    this.proxy = proxy;
    this.random = random;
    this.scopes = scopes;
    this.client = this.begin();
  }
  private begin(): LiveClient {
    const session = this.client?.session() ?? this.person.session;
    return startLiveClient({ url: this.proxy.url, session: session as Session, registry });
  }
  get self(): string {
    return this.person.employee_id;
  }
  async open(): Promise<void> {
    const { queryClient } = this.client;
    await queryClient.ensureQueryData({ queryKey: conversationsKey });
    await queryClient.ensureQueryData({ queryKey: threadsKey });
    for (const { key } of this.scopes) await queryClient.ensureQueryData({ queryKey: messagesKey(key) });
  }
  async restart(): Promise<void> {
    await this.client.kill();
    this.client = this.begin();
    await this.client.restored;
    // What is on disk shows at once; what is missing is fetched as screens would.
    void this.open().catch(() => undefined);
  }
  data(key: string): Messages | undefined {
    return this.client.queryClient.getQueryData<Messages>(messagesKey(key));
  }
  list(): Conversations | undefined {
    return this.client.queryClient.getQueryData<Conversations>(conversationsKey);
  }
  threads(): Threads | undefined {
    return this.client.queryClient.getQueryData<Threads>(threadsKey);
  }
  /** Who only reads a thread has no marker in it. */
  private marks({ entity_type, entity_id }: chat.Address): boolean {
    return entity_type !== 'thread' || (this.threads()?.items ?? []).some(({ root }) => root.message_id === entity_id);
  }
  /** As the screen shows it. */
  view(key: string): Messages['items'] {
    const data = this.data(key);
    if (!data) return [];
    const overlay = createOverlay(messages, messagesKey(key), this.client.context);
    return overlay(data, this.client.outbox.state.items).items;
  }

  /** Whatever happens, what somebody has written stays on their screen, once, until they take it back. */
  nothingVanished(): void {
    for (const { key } of this.scopes) {
      if (!this.data(key)) continue;
      const shown = this.view(key).map(({ message_id }) => message_id);
      expect(new Set(shown).size).toBe(shown.length);
      const meant = (this.meant.get(key) ?? []).slice(-20).filter((id) => !this.discarding.has(id));
      const missing = meant.filter((id) => !shown.includes(id));
      const { items, ...rest } = this.data(key) as Messages;
      if (missing.length)
        throw new Error(
          `${missing.join()} vanished from ${key}: ${JSON.stringify({ ...rest, items: items.length, last: items.at(-1)?.seq })}, waiting: ${this.client.outbox.state.items.map(({ id, state }) => `${id} ${state}`).join(', ')}, list: ${JSON.stringify(this.list()?.items.map(({ conversations: all }) => all.map(({ conversation_id, revision }) => [conversation_id, revision])))}`,
        );
    }
  }

  async step(name: keyof typeof weights): Promise<void> {
    const { random, proxy, client } = this;
    if (name === 'wait') await new Promise((done) => setTimeout(done, random.below(6)));
    else if (name === 'offline') proxy.offline = true;
    else if (name === 'online') {
      proxy.offline = false;
      client.wake();
    } else if (name === 'cut') proxy.cut();
    else if (name === 'calm') proxy.faults = noFaults;
    else if (name === 'storm') proxy.faults = bad;
    else if (name === 'restart') await this.restart();
    else this.write(name);
  }
  private write(name: 'send' | 'edit' | 'delete' | 'react' | 'read' | 'discard' | 'pin' | 'back' | 'wish'): void {
    const scope = this.random.pick(this.scopes) as Scope;
    if (name === 'send') return this.send(scope);
    if (name === 'discard') return this.discard();
    if (name === 'read') return this.read(scope);
    if (name === 'back') return this.back(scope);
    if (name === 'wish') return this.wish(scope);
    const shown = this.view(scope.key);
    const mine = shown.filter((message) => message.sender_id === this.self && !message.deleted_at);
    const message = this.random.pick(name === 'react' || name === 'pin' ? shown : mine.slice(-8));
    if (message && name === 'pin') this.pin(scope, message);
    else if (message && name !== 'pin') this.about(name, scope, message);
  }
  /** Now and then it answers a message that the server has, calls somebody, or has a file. */
  private send({ key, address }: Scope): void {
    const message_id = uuid();
    const body = this.text();
    const answered = this.random.below(4) === 0 ? this.random.pick(this.data(key)?.items ?? []) : undefined;
    const file = this.random.below(10) === 0 ? this.file() : undefined;
    this.meant.set(key, [...(this.meant.get(key) ?? []), message_id]);
    this.client.outbox.enqueue({
      endpoint: chat.send,
      input: {
        ...address,
        message_id,
        body,
        ...(answered && { reply_to: answered.message_id }),
        ...(file && { attachments: [{ file_id: file.id }] }),
      },
      ...(file && { files: [file] }),
      id: message_id,
      scope: key,
      predicted: sendPrediction({
        message_id,
        sender_id: this.self,
        body,
        created_at: new Date().toISOString(),
        ...(answered && { reply_to: quoteOf(answered) }),
      }),
    });
  }
  private file(): OutboxFile {
    const id = uuid();
    void heldFiles(this.client.account).put([{ id, blob: new Blob([id]) }]);
    const key = [this.person.company_id, 'chat', this.self, `${id}.txt`].join('/');
    return { id, name: `${id}.txt`, key, file_id: null, there: false, tries: 0 };
  }
  private text(): RichText {
    const text = docOf(`${this.random.below(1e9)}`);
    const direct = this.scopes[0]?.address.entity_id ?? '';
    const called = this.random.pick([
      null,
      null,
      { kind: 'all', id: 'all', label: 'all' },
      { kind: 'employee', id: direct, label: 'You there' },
    ] as const);
    if (!called) return text;
    return {
      ...text,
      content: [...text.content, { type: 'paragraph', content: [{ type: 'mention', attrs: called }] }],
    };
  }
  private pin({ key: scope }: Scope, message: chat.Message): void {
    const { message_id } = message;
    const pinned = message.pinned ? null : { employee_id: this.self, at: new Date().toISOString() };
    this.client.outbox.enqueue({
      endpoint: pinned ? marks.pin : marks.unpin,
      input: { message_id },
      id: uuid(),
      scope,
      target: message_id,
      predicted: pinPrediction(message, pinned),
    });
  }
  private back({ key, address }: Scope): void {
    const data = this.data(key);
    const last = data?.items.at(-1);
    if (!data?.conversation_id || !last || !this.marks(address)) return;
    const { conversation_id } = data;
    const read_seq = Math.max(0, last.seq - this.random.below(6));
    this.client.outbox.enqueue({
      endpoint: marks.markUnread,
      input: { conversation_id, read_seq },
      id: uuid(),
      // Among the readings: in their order.
      scope: `read/${conversation_id}`,
      predicted: unreadPrediction({ conversation_id, read_seq, deleted_seqs: [], mention_seqs: [] }),
    });
  }
  private wish({ address: { entity_type, entity_id } }: Scope): void {
    const wishes = { muted: this.random.below(2) === 0, pinned: this.random.below(2) === 0 };
    if (entity_type === 'thread') return;
    const entry = { entity_type, entity_id };
    if (!this.list()?.items.some((one) => one.entity_id === entity_id)) return;
    this.client.outbox.enqueue({
      endpoint: marks.updateEntry,
      input: { ...entry, ...wishes },
      id: uuid(),
      scope: `wish/${entity_id}`,
      predicted: wishPrediction({ ...entry, ...wishes }),
    });
  }
  private about(name: 'edit' | 'delete' | 'react', { key: scope }: Scope, message: chat.Message): void {
    const { message_id } = message;
    const common = { id: uuid(), scope, target: message_id };
    const at = new Date().toISOString();
    const { outbox } = this.client;
    if (name === 'edit') {
      const body = this.text();
      outbox.enqueue({
        endpoint: chat.edit,
        input: { message_id, body },
        predicted: editPrediction(message, body, at),
        ...common,
      });
    } else if (name === 'delete') {
      outbox.enqueue({
        endpoint: chat.remove,
        input: { message_id },
        predicted: deletePrediction(message, at),
        ...common,
      });
    } else {
      const emoji = this.random.pick(['👍', '🎉', '🙏']) as string;
      const has = message.reactions.some((one) => one.emoji === emoji && one.employee_ids.includes(this.self));
      const predicted = reactPrediction(message, emoji, this.self, !has);
      outbox.enqueue({ endpoint: has ? chat.unreact : chat.react, input: { message_id, emoji }, predicted, ...common });
    }
  }
  private read({ key, address }: Scope): void {
    const data = this.data(key);
    const last = data?.items.at(-1);
    if (!data?.conversation_id || !last || !this.marks(address)) return;
    const { conversation_id } = data;
    const read_seq = Math.max(1, last.seq - this.random.below(3));
    this.client.outbox.enqueue({
      endpoint: chat.markRead,
      input: { conversation_id, read_seq },
      id: uuid(),
      scope: `read/${conversation_id}`,
      replaces: `read/${conversation_id}`,
      predicted: readPrediction(conversation_id, read_seq),
    });
  }
  private discard(): void {
    const item = this.random.pick(this.client.outbox.state.items);
    if (!item) return;
    this.discarding.add(item.id);
    void this.client.outbox.discard(item.id).then((gone) => {
      const ids = this.meant.get(item.scope);
      if (gone && ids?.includes(item.id))
        this.meant.set(
          item.scope,
          ids.filter((id) => id !== item.id),
        );
    });
  }

  /** A good network, and patience: everything is sent and everything has arrived. */
  async settle(until: () => boolean): Promise<void> {
    this.proxy.faults = noFaults;
    this.proxy.offline = false;
    this.client.wake();
    let [moved, woken, left] = [Date.now(), Date.now(), ''];
    while (!until()) {
      const now = this.progress();
      if (now !== left) [moved, left] = [Date.now(), now];
      // However slow the machine is: as long as something moves it may take its time.
      if (Date.now() - moved > 30_000) throw new Error(`Nothing moves any more: ${this.story()}`);
      if (Date.now() - woken > 1_000) {
        woken = Date.now();
        this.client.wake();
        void this.open().catch(() => undefined);
      }
      await new Promise((done) => setTimeout(done, 20));
    }
  }
  private progress(): string {
    const { outbox, connection } = this.client;
    const counts = Object.groupBy(outbox.state.items, ({ state }) => state);
    const revisions = this.scopes.map(({ key }) => this.data(key)?.revision);
    return JSON.stringify([connection.state.state, counts.queued?.length, counts.acked?.length, revisions]);
  }
  isIdle = (): boolean => {
    const { outbox, connection, queryClient } = this.client;
    const loaded = this.list() && this.threads() && this.scopes.every(({ key }) => this.data(key));
    const reading = queryClient.isFetching() > 0;
    // What was refused waits for the person, with all that is about it.
    const refused = new Set(outbox.state.items.filter(({ state }) => state === 'failed').map(({ id }) => id));
    const waits = outbox.state.items.some(({ state, target }) => state !== 'failed' && !refused.has(target ?? ''));
    return connection.state.state === 'online' && loaded !== undefined && loaded && !reading && !waits;
  };
  story(): string {
    const { outbox, connection } = this.client;
    const items = outbox.state.items.map(({ state, path, error_code, attempts }) => ({
      state,
      path,
      error_code,
      attempts,
    }));
    return JSON.stringify({ state: connection.state.state, items: items.slice(0, 10), faults: this.proxy.counts });
  }
}

export interface Scope {
  readonly key: string;
  readonly address: chat.Address;
}
