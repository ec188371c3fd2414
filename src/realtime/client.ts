// Everything that lives as long as one person is signed in on this page: cached data, engine, outbox, socket, the other tabs.
// Needs no screen: tests run two of them in one process. What begins and ends it is app.ts.
import type { QueryClient } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import { subscribe } from 'valtio/vanilla';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { type FromServer, sync, ticket } from '#contract/sync.ts';
import type { Call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import type { Sender } from '../api/sender.ts';
import { createKeptTime } from '../offline/cache/kept-time.ts';
import type { QueryPersister } from '../offline/cache/query-persister.ts';
import { accountOf, cacheDatabase } from '../offline/databases.ts';
import { createOutbox, type Discard, type Outbox } from '../offline/outbox/outbox.ts';
import { openOutbox } from '../offline/outbox/store.ts';
import { isSignedIn } from '../offline/storage.ts';
import { storageWorks, warnAbout } from '../offline/warnings.ts';
import { followAcks } from './acks.ts';
import type { Ahead } from './ahead.ts';
import type { TopicAnswer } from './asker.ts';
import { type Connection, createConnection } from './connection.ts';
import { createEngine, type Engine } from './engine.ts';
import { createLiveCache, type LiveCache, type LiveCacheOptions } from './live-cache.ts';
import type { EffectTools, KnownOfSelf, LiveContext, LiveRegistry } from './live-query.ts';
import { createOverlay } from './overlay.ts';
import { createActivity } from './page/activity.ts';
import { joinTabs, type TabMessage } from './page/tabs.ts';
import { createPeopleHere, type PeopleHere } from './people-here.ts';
import { createSocket, socketUrl } from './socket.ts';

export interface ClientOptions {
  readonly who: { readonly company_id: string; readonly employee_id: string };
  readonly queryClient: QueryClient;
  readonly registry: LiveRegistry;
  readonly call: Call;
  /** See LiveCacheOptions. */
  readonly first?: LiveCacheOptions['first'];
  readonly send: Sender;
  /** The API's absolute address. */
  readonly api: () => string;
  readonly version: string;
  /** Where other queries are kept; it gets this account's cache. */
  readonly persister?: QueryPersister;
  /** Whether a query is looked at by who opens this page, from its hash: it is read from disk before the others. Default: all. */
  readonly isShown?: (id: string) => boolean;
  /** Somebody looks at this page. */
  readonly isVisible: () => boolean;
  /** The session is over and cannot be renewed. */
  readonly onSessionOver: () => void;
  /** An event says that session, profile or permissions changed. */
  readonly renewSession: (known?: KnownOfSelf) => void;
  /** Something new waits to be sent. */
  readonly onWaiting?: () => void;
  /** A reducer failed: a bug to be reported. */
  readonly onBroken?: ((error: unknown, frame: EventFrame) => void) | undefined;
}

export interface Client {
  readonly account: string;
  readonly context: LiveContext;
  readonly registry: LiveRegistry;
  readonly queryClient: QueryClient;
  readonly outbox: Outbox;
  readonly connection: Connection;
  readonly people: PeopleHere;
  readonly engine: Engine;
  readonly cache: LiveCache;
  /** Resolves when everything from disk is in the query client and the outbox. */
  readonly restored: Promise<void>;
  /** The part of it that is looked at, and what waits to be sent. */
  readonly shown: Promise<void>;
  /** A live query's data as screens show it, with what waits: for numbers that are no screen. */
  readShown(key: readonly unknown[]): unknown;
  /** Events from the answer of a call: applied here and in the other tabs. */
  receive(frames: readonly EventFrame[]): void;
  /** There is reason to look again: visible, back online, back from the back/forward cache. */
  wake(): void;
  /** The page goes to the background, or (`leaving`) ends with this task: what is in memory goes to disk. */
  hide(leaving?: boolean): void;
  /** The page may be frozen for long: another tab shall lead. */
  rest(): void;
  /** Tells the others in the conversation that somebody types here. */
  tellTyping(conversation_id: string): void;
  /** Ends everything. With `erase`, deletes the cached data. `discard`: what becomes of the outbox; without it, it stays. */
  stop(how?: { erase?: boolean; discard?: Discard }): Promise<void>;
}

/** Nothing that a first visit needs. */
const secondCopy = () => import('../offline/files/second-copy.ts');
const readingAhead = () => import('./ahead.ts');
/** Who was away for longer may have slept. Milliseconds. */
const SLEPT_MS = 30_000;
const sealing = () => import('../offline/device/seal.ts');

export function createClient(options: ClientOptions): Client {
  const { who, queryClient, registry, call, send } = options;
  const account = accountOf(who);
  const context: LiveContext = { self: who.employee_id };
  const tab = uuid();
  const db = cacheDatabase(account);
  const time = createKeptTime(db);
  const people = createPeopleHere();
  let stopped = false;

  options.persister?.use(db);
  const connection = createConnection((state) => {
    if (stopped) return;
    if (tabs.isLeader()) tabs.post({ type: 'connection', connection: state });
    time.write(state.lastSyncedAt);
  });
  const cache = createLiveCache({
    ...options,
    live: registry.live,
    context,
    db,
    onSet: (id, verify) => {
      engine.check(id, verify);
      lookAhead();
    },
  });
  const engine = createEngine({
    cache,
    context,
    sync: async (topics) => (await call(sync, { topics })).topics as readonly TopicAnswer[],
    effects: registry.effects,
    perform: (effect, frame) => effect.run(frame, tools),
    onReset: (topic) => registry.onReset?.(topic, tools),
    onProgress: () => acks.look(),
    onBroken: (error, frame) => options.onBroken?.(error, frame),
  });
  const syncAll = async () => {
    if (!(await engine.syncAll()) || stopped) return;
    connection.synced();
    lookAhead();
  };
  const mayRead = () => tabs.isLeader() && connection.state.state === 'online';
  let ahead: Promise<Ahead> | undefined;
  const lookAhead = () => {
    if (!mayRead()) return;
    ahead ??= readingAhead().then(({ createAhead }) => createAhead({ queryClient, cache, context, mayRead }));
    ahead.then(
      ({ look }) => {
        if (!stopped) look();
      },
      () => {
        ahead = undefined;
      },
    );
  };
  const tools: EffectTools = {
    queryClient,
    db,
    context,
    recheck: () => void syncAll(),
    renewSession: options.renewSession,
    stopTyping: people.stopped,
  };

  const outbox = createOutbox({
    account,
    version: options.version,
    store: openOutbox(account, {
      makeRoom: async (work) => {
        const room = await import('../offline/cache/make-room.ts').catch(() => undefined);
        // Unsent work comes before all that can be fetched again.
        if (!room) return db.run((d) => d.clear('live')).then(work);
        return room.makeRoom(work, db, account);
      },
      rescue: {
        may: () => isSignedIn(account),
        records: async () => (await secondCopy()).knownUnsent(account, outbox),
        onFilled: () => broughtBack(),
      },
      onTrouble: warnAbout,
      onWorks: storageWorks,
    }),
    send,
    isLeader: () => tabs.isLeader(),
    onStored: (added) => {
      tabs.post({ type: 'outbox', added });
      if (added) options.onWaiting?.();
    },
    onAcked: (frames) => tabs.post({ type: 'frames', frames }),
    onDrained: ({ stopped: why }) => {
      if (why === 'over') options.onSessionOver();
    },
    bring: async (record, tools) =>
      (await import('../offline/files/bring-files.ts')).bringFiles(options.api(), record, tools),
    onFilesGone: async (files) => (await import('../offline/files/bring-files.ts')).letGoOf(account, files),
  });
  const endCopy = subscribe(outbox.state, () => {
    secondCopy().then(
      ({ keepCopy }) => keepCopy(account, outbox),
      () => undefined,
    );
  });
  const acks = followAcks({
    outbox,
    engine,
    flush: cache.flush,
    recheck: () => {
      if (connection.state.state === 'online') void syncAll();
    },
    mayRemove: ({ saved }) => (tabs.isLeader() || !saved) && !cache.isReading(),
  });

  const socket = createSocket({
    url: () => socketUrl(options.api()),
    ticket: async () => {
      try {
        return (await call(ticket, {})).ticket;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'COMPANY_SUSPENDED') registry.onStanding?.(context.self, true);
        throw error;
      }
    },
    clientId: tab,
    isWatched: () => activity.isWatched(),
    onMessage: (message) => hear(message),
    onState: (state, failures) => {
      connection.socket(state, failures);
      if (state === 'ready') {
        tabs.post({ type: 'ready' });
        catchUp();
      } else if (state === 'refused' || (state === 'waiting' && failures > 1)) {
        tabs.post({ type: 'poll' });
        void syncAll();
      }
    },
  });
  /** From here on the socket tells everything; what happened before is asked for once. */
  const catchUp = () => {
    activity.tell();
    registry.onStanding?.(context.self, false);
    cache.beginEpoch();
    void syncAll();
    outbox.kick();
    unseal();
  };
  const hear = (message: FromServer) => {
    if (message.type === 'event') {
      const { type: _, ...frame } = message;
      receive([frame as EventFrame]);
      connection.synced();
    } else if (message.type === 'typing') {
      people.typed(message.conversation_id, message.employee_id);
      tabs.post(message);
    } else if (message.type !== 'pong') {
      const all = message.type === 'ready';
      const presence = all ? message.presence : { [message.employee_id]: message.presence };
      people.setPresence(presence, all);
      tabs.post({ type: 'presence', presence, all });
    }
  };
  const receive = (frames: readonly EventFrame[]) => {
    engine.receive(frames);
    tabs.post({ type: 'frames', frames });
  };

  const tabs = joinTabs({
    account,
    isWatched: options.isVisible,
    onMessage: (message) => {
      if (!stopped) (tabs.isLeader() ? asLeader : asFollower)(message);
    },
    onLead: (leading) => {
      activity.tell();
      if (!leading) socket.stop();
      else if (!stopped) {
        socket.start();
        outbox.kick();
        acks.look();
      }
    },
  });
  const asAny = (message: TabMessage) => {
    if (message.type === 'frames') engine.receive(message.frames);
    else if (message.type === 'outbox') void outbox.reload().then(() => message.added && outbox.kick());
  };
  /** The disk has what it had not: the others may have seen it empty, and one of them may be the one that sends. */
  const broughtBack = () => {
    const message = { type: 'outbox', added: true } as const;
    tabs.post(message);
    asAny(message);
  };
  const asLeader = (message: TabMessage) => {
    if (message.type === 'say') socket.say(message.message);
    else if (message.type === 'active') {
      activity.other(message.tab, message.active);
      // Without a socket it is asked more often as long as somebody looks.
      if (message.active) socket.wake();
    } else if (message.type === 'hello') {
      tabs.post({ type: 'connection', connection: { ...connection.state } });
      tabs.post({ type: 'presence', presence: { ...people.presence }, all: true });
      if (connection.state.state === 'online') tabs.post({ type: 'ready' });
    } else asAny(message);
  };
  const asFollower = (message: TabMessage) => {
    if (message.type === 'ready') catchUp();
    else if (message.type === 'poll') {
      if (options.isVisible()) void syncAll();
    } else if (message.type === 'connection') connection.follow(message.connection);
    else if (message.type === 'presence') people.setPresence(message.presence, message.all);
    else if (message.type === 'typing') people.typed(message.conversation_id, message.employee_id);
    else asAny(message);
  };
  const activity = createActivity({
    tab,
    isVisible: options.isVisible,
    isLeader: tabs.isLeader,
    say: socket.say,
    post: tabs.post,
  });

  const unseal = () =>
    void sealing()
      .then(({ keepSealing }) => keepSealing(account, send))
      .then(
        (given) => given && broughtBack(),
        () => undefined,
      );
  let hiddenAt = 0;
  const kept = cache.restore(options.isShown);
  const shown = Promise.all([time.read(), kept.first, outbox.reload()]).then(([at]) => {
    if (at !== undefined && !stopped) connection.synced(at);
  });

  return {
    account,
    context,
    registry,
    queryClient,
    outbox,
    connection,
    people,
    engine,
    cache,
    shown,
    readShown: (key) => {
      const data = queryClient.getQueryData(key);
      const query = cache.queryOf(key);
      return data && query ? createOverlay(query, key, context)(data, outbox.state.items) : data;
    },
    restored: Promise.all([shown, kept.all]).then(() => {
      if (stopped) return;
      unseal();
      if (!tabs.isLeader()) tabs.post({ type: 'hello' });
      activity.tell();
      outbox.kick();
      acks.look();
    }),
    receive,
    wake: () => {
      tabs.probe();
      socket.wake();
      // Of a line that has died meanwhile nobody knows yet: what this holds is not all there is before somebody has asked.
      if (hiddenAt && Date.now() - hiddenAt > SLEPT_MS && connection.state.state === 'online') void syncAll();
      hiddenAt = 0;
      activity.tell();
      outbox.kick();
    },
    hide: (leaving = false) => {
      // Before anything else: what begins after something that the browser is still at is thrown away with the page.
      if (leaving) cache.leave();
      else void cache.flush();
      time.write(connection.state.lastSyncedAt, true);
      hiddenAt = Date.now();
      activity.tell();
    },
    rest: tabs.rest,
    tellTyping: activity.typing,
    stop: async ({ erase = false, discard } = {}) => {
      stopped = true;
      endCopy();
      acks.stop();
      ahead?.then(
        ({ stop }) => stop(),
        () => undefined,
      );
      socket.stop();
      engine.stop();
      cache.stop();
      people.clear();
      options.persister?.use(null);
      await outbox.stop(discard && { discard });
      // Not before the last write: who takes away what is left waits a moment for this (device/seal.ts).
      tabs.stop();
      if (erase) await db.destroy().catch(() => undefined);
      else db.close();
    },
  };
}
