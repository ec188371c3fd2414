// The data layer as the app has it: one session, one query client, and the client of whoever is signed in. Where all parts
// are put together; what they do stands in their own files.
import type { QueryClient } from '@tanstack/react-query';
import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { Session } from '#contract/auth.ts';
import type { Endpoint, EventFrame } from '#contract/kernel/endpoint.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { type Call, createCall } from '../api/call.ts';
import { createQueryClient, keepBootQueries } from '../api/query-client.ts';
import { createSender } from '../api/sender.ts';
import { createSessionStore, type SessionStore } from '../api/session.ts';
import { askForBackgroundSync } from '../offline/background-sync.ts';
import { createQueryPersister } from '../offline/cache/query-persister.ts';
import { accountOf } from '../offline/databases.ts';
import { unsavedForms } from '../offline/device/busy.ts';
import { withLock } from '../offline/locks.ts';
import type { Discard } from '../offline/outbox/outbox.ts';
import { readLeft } from '../offline/session-mirror.ts';
import { leaveNotice, readLocal, stopStoring, wipeLocal, writeLocal } from '../offline/storage.ts';
import { askToPersist } from '../offline/warnings.ts';
import { sweepCaches } from '../offline/wipe.ts';
import type { Client } from './client.ts';
import type { KnownOfSelf, LiveRegistry } from './live-query.ts';
import { followPage, isVisible } from './page/page-events.ts';

export interface StartOptions {
  /** Fetched with the client's own code when there is a session: who signs in first needs neither. */
  readonly registry: () => Promise<LiveRegistry>;
  /** What the first screen waits for: a device that knows nothing yet asks for it while it fetches that code. They take no input. */
  readonly first?: readonly Endpoint[];
  /** The app's version, kept with every waiting write. */
  readonly version: string;
  /** Asks the person to say once more who they are; the call that wanted it waits. May reject: then they did not. */
  readonly prove?: (reads: boolean) => Promise<boolean>;
  /** A reducer failed: a bug to be reported. */
  readonly onBroken?: ((error: unknown, frame: EventFrame) => void) | undefined;
}

type Onward = () => Promise<string>;

export interface SignOutOptions {
  /**
   * `all`: what is unsent is deleted, as its person has said. `sent`: nobody was asked, and it is locked away for their return.
   * Without it, signing out with unsent writes only tells how many there are.
   */
  readonly discard?: Discard;
  readonly clearVersionMarks?: boolean;
  /** Asked when nothing is left on the device: where to go on. Default: the server is told, and says where. Never rejects. */
  readonly onward?: Onward;
}

export interface App {
  readonly queryClient: QueryClient;
  readonly session: SessionStore;
  /** Aborted before anything else where this page's session ends or becomes another's; the page goes soon after. */
  readonly leaving: AbortSignal;
  /** Calls an endpoint as whoever is signed in. */
  readonly call: Call;
  /**
   * For screens: `useSnapshot(app.state).client`, null while nobody is signed in and until the client's code is there.
   * `failed`: that code could not be fetched; `retry` tries again.
   */
  readonly state: { readonly client: Client | null; readonly failed: Error | null };
  /**
   * To be called once, before anything renders; boot queries are there when it returns. Resolves when what is looked at is read
   * from disk.
   */
  start(options: StartOptions): Promise<void>;
  /** The answer of a sign-in. Throws TypeError if it is no session. */
  signIn(session: unknown): Session;
  /** Reads session, profile and permissions anew. Never rejects. */
  renewSession(): Promise<void>;
  /** Unsent writes, refused ones included. */
  unsentCount(): number;
  /** Section 4's logout; ends with a navigation. Resolves with how many writes are unsent if it did not log out. */
  signOut(options?: SignOutOptions): Promise<{ unsent: number }>;
  /** For the loaders of routes: reads, if there is a client by now. Before, nothing would come from disk. */
  prefetch(read: (queryClient: QueryClient) => Promise<unknown>): void;
  /** A live query's data as screens show it, by its key: for numbers that are no screen. */
  readShown(key: readonly unknown[]): unknown;
  /** Calls when `readShown` may say something else. Returns the way to end it. */
  watchShown(changed: () => void): () => void;
  /** Connects and sends now, or fetches the client's code again. */
  retry(): void;
  /** Clears everything and goes to `/` after 500 ms (section 4, "session reset"). */
  resetSession(): Promise<void>;
}

const RESET_MS = 500;
/**
 * What leaving waits for takes this long at most; what is left goes at the next start. What was asked before it was wanted, and is not
 * taken by then, is old.
 */
const PATIENCE_MS = 5_000;

/** `origin`: where the API is, if not here (VITE_BACKEND_URL). */
export function createApp(origin: string): App {
  const base = `${origin}${API_BASE}`;
  const absolute = () => new URL(base, location.href).href;
  const session = createSessionStore(absolute);
  const persister = createQueryPersister();
  const queryClient = createQueryClient(persister);
  const state = proxy<{ client: Client | null; failed: Error | null }>({ client: null, failed: null });
  const current = () => state.client as Client | null;
  /** A worker may have rotated the token while no page was open: nothing is sent before that is known. */
  let caughtUp: Promise<void> = Promise.resolve();
  const read = async () => {
    await caughtUp;
    return session.read();
  };
  const { send, renew } = createSender({
    base: () => base,
    keeper: { ...session, read },
    onReach: (reached) => current()?.connection.reached(reached),
  });
  const call = createCall(send, {
    onEvents: (events) => current()?.receive(events),
    onSessionOver: () => void leave({ notice: 'AUTH_INVALID_TOKEN' }),
    onProof: (reads) => options?.prove?.(reads).catch(() => false),
  });
  let options: StartOptions | undefined;
  let unfollow: (() => void) | undefined;
  const leaving = new AbortController();
  /** Under way to a client: of this account. */
  let beginning: { account: string; done: Promise<void> } | undefined;

  const renewSession = async (known?: KnownOfSelf) => {
    const used = session.read();
    if (used && known) {
      const employee_status = { ...used.employee_profile.employee_status, ...known };
      void session.replace({ ...used, employee_profile: { ...used.employee_profile, employee_status } });
    }
    if (used) await renew(used).catch(() => undefined);
  };

  /** Brings the client in line with the session: begins it, ends it, or (another person) starts the page anew. */
  const follow = () => {
    const now = session.read();
    const client = current();
    if (leaving.signal.aborted || !options || (now && client?.account === accountOf(now))) return;
    if (client) return void elsewhere();
    const account = now && accountOf(now);
    if (!account || beginning?.account === account) return;
    beginning = { account, done: begin(account, options) };
  };
  const begin = async (account: string, { registry, version, onBroken, first: wanted = [] }: StartOptions) => {
    state.failed = null;
    const first = new Map(
      (readLocal('company') ? [] : wanted).map((endpoint) => [endpoint.path, call(endpoint, {} as never)]),
    );
    const clear = () => first.clear();
    // Where one fails whoever wants them asks again.
    Promise.all(first.values()).catch(clear);
    try {
      const [{ createClient }, live] = await Promise.all([import('./client.ts'), registry(), caughtUp]);
      const who = session.read();
      // Gone, or somebody else's by now.
      if (leaving.signal.aborted || !who || accountOf(who) !== account) return;
      const client = createClient({
        who,
        queryClient,
        registry: live,
        call,
        first,
        send,
        persister,
        version,
        isShown,
        isVisible,
        api: absolute,
        onSessionOver: () => void leave({ notice: 'AUTH_INVALID_TOKEN' }),
        renewSession: (known) => void renewSession(known),
        onWaiting: () => void askForBackgroundSync(),
        onBroken,
      });
      state.client = ref(client);
      setTimeout(clear, PATIENCE_MS);
      unfollow = followPage(client, () => client.outbox.unsaved() > 0 || unsavedForms.size > 0);
      void askToPersist();
      void sweepCaches(client.account);
    } catch (error) {
      state.failed = ref(error as Error);
    } finally {
      beginning = undefined;
    }
  };
  /** The last of this page: what it still shows goes with it, so that no screen stands without its data in between. */
  const endClient = async (discard?: Discard) => {
    leaving.abort();
    // Nothing is asked as this person any more, and nothing that is typed now would be kept.
    caughtUp = never();
    document.documentElement.inert = true;
    unfollow?.();
    // Going back must not show it either: browsers keep pages whole.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
    await within(current()?.stop({ erase: true, ...(discard && { discard }) }));
  };

  /** The session ended or changed in another tab, which has seen to everything outside of this one. */
  const elsewhere = async () => {
    stopStoring();
    await endClient();
    location.replace('/');
  };
  const leave = async ({ discard, notice, onward, over = !onward, clearVersionMarks }: LeaveOptions) => {
    if (leaving.signal.aborted) return;
    const who = session.read();
    // For as long as this page is there: other tabs that start wait for it.
    void withLock(LEAVING, never);
    // First of all: should the page go away in between, the next start finds nobody signed in, and goes on before it shows anything.
    writeLocal(LEAVING, true);
    const ended = within(session.end(over));
    await endClient(discard);
    await ended;
    wipeLocal();
    // Before what takes long: a page that is closed meanwhile can tell nobody. Whoever goes on elsewhere keeps the session.
    const told = over && whereTo(who);
    writeLocal(LEAVING, (await forget(over, clearVersionMarks)) ? undefined : 'rest');
    if (notice) leaveNotice(notice);
    // In the place of this page: browsers keep those that one can go back to, with everything that they hold.
    location.replace((await (onward ? onward() : told)) || '/');
  };
  /** Where the server wants us after logging out. Of somebody whose leaving was cut short nothing is left but which session it was. */
  const whereTo = async (who: Session | null): Promise<string | false | undefined> => {
    const session_id = who?.session_id ?? (await within(readLeft())) ?? readLocal('untold');
    // Another tab may have signed in meanwhile: its cookie would go with this, and its session end.
    if (typeof session_id !== 'string' || readLocal('userSession')) return false;
    // Before it is told: who closes the page meanwhile, or cannot have the code for it, has left nevertheless.
    writeLocal('untold', session_id);
    return within(
      telling().then(
        ({ tellLeft }) => tellLeft(base, session_id, who),
        () => false,
      ),
    );
  };
  const unsentCount = () => current()?.outbox.unsent() ?? 0;

  return {
    queryClient,
    session,
    leaving: leaving.signal,
    call,
    state,
    start: async (given) => {
      options = given;
      keepBootQueries(queryClient);
      persister.watch(queryClient);
      if (isLeaving()) {
        await within(withLock(LEAVING, async () => undefined));
        if (isLeaving()) return leave({});
      }
      caughtUp = session.catchUp().then((left) => (left ? leave({}).then(never) : undefined));
      if (!session.read()) {
        void sweepCaches(null, absolute());
        if (readLocal('untold')) {
          const told = within(telling().then(({ tellLate }) => tellLate(base)));
          caughtUp = Promise.allSettled([caughtUp, told]).then(() => undefined);
        }
      }
      follow();
      subscribe(session.state, follow);
      await caughtUp;
      await beginning?.done;
      await current()?.shown;
    },
    signIn: (answer) => {
      // The cookie that it would be told with is gone.
      writeLocal('untold', undefined);
      const accepted = session.accept(answer);
      follow();
      return accepted;
    },
    renewSession,
    unsentCount,
    signOut: async ({ discard, ...how } = {}) => {
      // What waits from before is to be counted, too.
      await within(current()?.shown);
      const unsent = unsentCount();
      if (unsent && !discard) return { unsent };
      // What another tab has written since, or has not told of yet, nobody has been asked about.
      await leave({ discard: discard ?? 'sent', ...how });
      return { unsent: 0 };
    },
    prefetch: (read) => {
      if (current()) void read(queryClient);
    },
    readShown: (key) => current()?.readShown(key) ?? queryClient.getQueryData(key),
    watchShown: (changed) => {
      const ends = [
        queryClient.getQueryCache().subscribe(changed),
        subscribe(current()?.outbox.state ?? state, changed),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    retry: () => {
      const client = current();
      if (client) client.wake();
      else follow();
    },
    resetSession: () => leave({ over: true, onward: () => new Promise((done) => setTimeout(done, RESET_MS, '/')) }),
  };
}

const telling = () => import('../offline/device/leaving/tell.ts');

/** What nobody is told any more: the page goes. */
const never = (): Promise<never> => new Promise(() => undefined);

/** A lock's name, and a key of localStorage. */
const LEAVING = 'leaving';
/** Somebody's leaving was cut short, or goes on in another tab. What is left of one, `rest`, keeps nobody waiting (device/leaving/tidy.ts). */
const isLeaving = (): boolean => readLocal(LEAVING) === true;

/** Lists, and what the address names: of the hundreds of conversations that are kept, one. */
const isShown = (id: string): boolean =>
  (id.match(/[\da-f-]{36}/g) ?? []).every((named) => location.href.includes(named));

interface LeaveOptions {
  /** Without it, what is unsent is locked away on the device. */
  readonly discard?: Discard;
  readonly notice?: string;
  readonly onward?: Onward;
  /** Nobody goes on: the session is not to be gone back to. */
  readonly over?: boolean;
  readonly clearVersionMarks?: boolean;
}

/** Resolves with whether nothing is left. Never rejects: without its code, and a connection to fetch it, the next start does it. */
const forget = (over: boolean, clearVersionMarks?: boolean): Promise<boolean> =>
  import('../offline/device/leaving/scrub.ts').then((part) => part.forget(over, clearVersionMarks)).catch(() => false);

/** A database that hangs (another tab holds it, the disk does not answer) must not keep anybody signed in. */
const within = <T>(work: Promise<T> | undefined): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>((done) => setTimeout(done, PATIENCE_MS))]);

/** The page's one app. */
export const app: App = createApp(import.meta.env.VITE_BACKEND_URL ?? '');
