// One tab of a browser of browser.ts: what the app finds around it there, and its end: closed with the page's farewell, or killed
// in the middle of whatever it did. A killed page hears of nothing any more, so none of its work goes on; what it had asked of
// a database and not been given is taken back.
import { IDBOpenDBRequest } from 'fake-indexeddb';
import type { Browser } from './browser.ts';
import { smallStorage } from './browser.ts';
import type { PageParts, Scope } from './page-code.ts';

/** The pages' pauses are cut to this part: a walk is short. */
const HASTE = 10;

export interface PageOptions {
  readonly browser: Browser;
  readonly begin: (scope: Scope) => PageParts;
  /** http://127.0.0.1:PORT */
  readonly server: string;
  readonly version: string;
  /** The page went elsewhere: it is gone, and another one is to come. */
  readonly onGone: (page: Page) => void;
  /** Its code only: nothing is started. */
  readonly isWorker?: boolean;
}

/** What fake-indexeddb keeps of its events; killing takes it away. */
interface Heard {
  listeners: { callback: unknown; type: string }[];
}
interface Connection extends IDBDatabase {
  _rawDatabase: {
    readonly transactions: (IDBTransaction &
      Heard & { readonly _state: string; readonly _requests: { request: Heard }[] })[];
    readonly processTransactions: unknown;
  };
}

/** What fake-indexeddb adds to every transaction for itself. */
const OWN = 3;

export class Page {
  readonly parts: PageParts;
  readonly version: string;
  dead = false;
  private readonly browser: Browser;
  private readonly server: string;
  private readonly connections = new Set<Connection>();
  private readonly asked = new Set<IDBOpenDBRequest & Heard>();
  private readonly sockets = new Set<WebSocket>();
  private readonly endings: (() => void)[] = [];
  private readonly view = new EventTarget();
  private readonly onGone: (page: Page) => void;

  constructor({ browser, begin, server, version, onGone, isWorker = false }: PageOptions) {
    [this.browser, this.server, this.version, this.onGone] = [browser, server, version, onGone];
    this.parts = begin(this.scope());
    const { app, registry } = this.parts;
    if (!isWorker) void app.start({ registry: async () => registry, version }).catch(() => undefined);
  }

  /** As a person closes it, or reloads: it may say its farewell, in one task. */
  close(): void {
    this.say('pagehide');
    this.kill();
  }
  /** A renderer that crashes, or is ended by the system. */
  kill(): void {
    if (this.dead) return;
    this.dead = true;
    for (const db of this.connections) forget(db as Connection & Heard);
    for (const request of this.asked)
      request.listeners = request.listeners.filter(({ type }, at) => at === 0 || type === 'upgradeneeded');
    for (const end of this.endings) end();
    for (const socket of this.sockets) socket.close();
    this.browser.locks.release(this);
  }
  say(type: string): void {
    this.view.dispatchEvent(Object.assign(new Event(type), { persisted: false }));
  }

  /** Nothing comes back to a page that is no more. */
  private async guard<T>(work: Promise<T>): Promise<T> {
    const [outcome] = await Promise.allSettled([work]);
    if (this.dead) await new Promise<never>(() => undefined);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  private scope(): Scope {
    const { view } = this;
    const on = view.addEventListener.bind(view);
    const goes = () => {
      if (this.dead) return;
      this.kill();
      this.onGone(this);
    };
    const parts = {
      location: { href: 'http://app.test/', replace: goes, reload: goes },
      document: Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: {} }),
      navigator: {
        locks: {
          request: (name: string, options: object, work: (lock: unknown) => Promise<unknown>) =>
            this.guard(this.browser.locks.request(this, name, options, work)),
        },
        storage: { persisted: async () => true },
      },
      localStorage: this.browser.local,
      sessionStorage: smallStorage(),
      indexedDB: this.databases(),
      caches: this.caches(),
      fetch: this.fetch,
      WebSocket: this.socketClass(),
      BroadcastChannel: this.channelClass(),
      ...this.timers(),
      addEventListener: on,
      removeEventListener: view.removeEventListener.bind(view),
      crypto: globalThis.crypto,
    };
    const own: Record<string, unknown> = { ...parts };
    return { ...parts, window: own, self: own, globalThis: own };
  }

  private databases() {
    const { idb } = this.browser;
    const ask = (request: IDBOpenDBRequest) => {
      const mine = request as IDBOpenDBRequest & Heard;
      this.asked.add(mine);
      mine.addEventListener('success', () => {
        const db = mine.result as Connection | undefined;
        if (db && this.dead) db.close();
        else if (db) {
          this.browser.opened(db);
          this.connections.add(db);
        }
      });
      return mine;
    };
    return {
      open: (name: string, version?: number) => (this.dead ? new IDBOpenDBRequest() : ask(idb.open(name, version))),
      deleteDatabase: (name: string) => (this.dead ? new IDBOpenDBRequest() : ask(idb.deleteDatabase(name))),
      databases: () => this.guard(idb.databases()),
    };
  }

  private caches() {
    const { caches } = this.browser;
    return {
      keys: () => this.guard(caches.keys()),
      delete: (name: string) => this.guard(this.dead ? new Promise<boolean>(() => undefined) : caches.delete(name)),
      match: (path: string) => this.guard(caches.match(path)),
      open: (name: string) => this.guard(caches.open(name)),
    };
  }

  private readonly fetch = (address: string, options: RequestInit = {}): Promise<Response> => {
    const { cookies } = this.browser;
    const url = new URL(address, 'http://app.test');
    const work = async () => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(this.server + url.pathname + url.search, {
        ...options,
        headers: { ...(options.headers as Record<string, string>), ...(cookie && { cookie }) },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      // Read here, so that nothing of it arrives after the end.
      const body = await answer.arrayBuffer();
      const { status, headers } = answer;
      return new Response(status === 304 ? null : body, { status, headers });
    };
    return this.dead ? new Promise(() => undefined) : this.guard(work());
  };

  private socketClass() {
    const { server, sockets } = this;
    const isDead = () => this.dead;
    return class {
      onopen?: () => void;
      onclose?: (event: { code: number }) => void;
      onmessage?: (event: { data: unknown }) => void;
      private readonly socket: WebSocket;
      constructor(url: string) {
        this.socket = new WebSocket(server.replace('http', 'ws') + new URL(url).pathname);
        sockets.add(this.socket);
        this.socket.onopen = () => isDead() || this.onopen?.();
        this.socket.onmessage = ({ data }) => isDead() || this.onmessage?.({ data });
        this.socket.onclose = ({ code }) => {
          sockets.delete(this.socket);
          if (!isDead()) this.onclose?.({ code });
        };
      }
      get readyState() {
        return this.socket.readyState;
      }
      send(data: string) {
        this.socket.send(data);
      }
      close() {
        this.socket.close();
      }
    };
  }

  private channelClass() {
    const { channels } = this.browser;
    const { endings } = this;
    const isDead = () => this.dead;
    return class {
      onmessage?: (event: { data: unknown }) => void;
      private readonly all: Set<(data: unknown) => void>;
      private readonly hear = (data: unknown) => isDead() || this.onmessage?.({ data });
      constructor(name: string) {
        this.all = channels.get(name) ?? new Set();
        channels.set(name, this.all);
        this.all.add(this.hear);
        endings.push(() => this.close());
      }
      postMessage(data: unknown) {
        const copy = structuredClone(data);
        for (const hear of this.all) if (hear !== this.hear) setImmediate(() => this.all.has(hear) && hear(copy));
      }
      close() {
        this.all.delete(this.hear);
      }
    };
  }

  private timers() {
    const known = new Set<NodeJS.Timeout>();
    this.endings.push(() => {
      for (const timer of known) clearTimeout(timer);
    });
    const keep = (timer: NodeJS.Timeout) => {
      known.add(timer);
      return timer;
    };
    const clear = (timer?: NodeJS.Timeout) => clearTimeout(timer);
    return {
      setTimeout: (work: () => void, ms = 0) => keep(setTimeout(() => this.dead || work(), ms / HASTE)),
      setInterval: (work: () => void, ms = 0) => keep(setInterval(() => this.dead || work(), ms / HASTE)),
      clearTimeout: clear,
      clearInterval: clear,
    };
  }
}

/** The connection of a process that is no more: nothing is heard on it, what was not committed is undone. */
function forget(db: Connection & Heard): void {
  const { transactions, processTransactions } = db._rawDatabase;
  db.listeners = [];
  for (const tx of transactions.filter((one) => one.db === db)) {
    tx.listeners = tx.listeners.filter(({ callback }, at) => at < OWN || callback === processTransactions);
    for (const { request } of tx._requests) request.listeners = [];
    if (tx._state === 'active' || tx._state === 'inactive') tx.abort();
  }
  db.close();
}
