// The one WebSocket: ticket, hello, heartbeat, and coming back after every kind of end. What is said on it is for client.ts.
import { type FromClient, type FromServer, PING_MS, REALTIME_PATH, REPLACED } from '#contract/sync.ts';
import { ApiError } from '../api/errors.ts';

/** No answer for this long after a ping is a miss; two misses, and the connection is dead (within 45 s, whatever froze it). */
const PONG_MS = 10_000;
/** After waking up there is reason to doubt: one miss of this length is enough. */
const PROBE_MS = 3_000;
const OPEN_MS = 10_000;
/** The longest pause between attempts; much shorter while somebody looks at the page and waits for it. */
const CAP_MS = 30_000;
const WATCHED_CAP_MS = 3_000;

export type SocketState = 'connecting' | 'ready' | 'waiting' | 'refused';

export interface SocketOptions {
  /** Where the socket is (ws: or wss:). */
  readonly url: () => string;
  /** A fresh ticket. Rejects if the server cannot be reached or refuses. */
  readonly ticket: () => Promise<string>;
  /** Names this tab: a newer socket of it takes over from one that hangs. */
  readonly clientId: string;
  readonly onMessage: (message: FromServer) => void;
  /**
   * `failures`: attempts in a row that did not get to `ready`. `refused`: the server wants none for now; said again every few
   * seconds until then, so that what is shown can be asked for otherwise.
   */
  readonly onState: (state: SocketState, failures: number) => void;
  /** Somebody looks at the page. */
  readonly isWatched: () => boolean;
  readonly random?: () => number;
}

export interface Socket {
  start(): void;
  stop(): void;
  /** There is reason to look: the page is visible again, the network came back. */
  wake(): void;
  /** Dropped unless ready: nothing that matters is said on a socket. */
  say(message: FromClient): void;
}

export function createSocket(options: SocketOptions): Socket {
  const { url, ticket, clientId, onMessage, onState, random = Math.random } = options;
  let active = false;
  let state: SocketState | 'idle' = 'idle';
  let ws: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let heardAt = 0;
  let since = 0;
  /** No attempt before: the server has named the moment (Retry-After). */
  let notBefore = 0;
  /** Raised with every attempt: what an older one still says is not listened to. */
  let attempt = 0;

  const go = (next: SocketState) => {
    state = next;
    since = Date.now();
    onState(next, failures);
  };
  const after = (ms: number, work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  const leave = () => {
    attempt++;
    clearTimeout(timer);
    const old = ws;
    ws = undefined;
    // A frozen socket may take minutes to close; it is not waited for.
    old?.close();
  };
  const say = (message: FromClient) => {
    if (ws?.readyState === 1) ws.send(JSON.stringify(message));
  };

  const longest = () => (options.isWatched() ? WATCHED_CAP_MS : CAP_MS);
  const lost = (waitMs = 0) => {
    if (!active) return;
    if (state === 'ready') failures = 0;
    leave();
    failures++;
    notBefore = Date.now() + waitMs;
    if (waitMs > WATCHED_CAP_MS) return again();
    go('waiting');
    // Full jitter: 0 to 1 s at first, so that a restarted or busy server is not met by everybody at once.
    after(waitMs + random() * Math.min(1000 * 2 ** (failures - 1), longest()), again);
  };
  const again = () => {
    const left = notBefore - Date.now();
    if (left <= 0) return void connect();
    go('refused');
    after(Math.min(left, longest()), again);
  };

  const connect = async () => {
    leave();
    const mine = attempt;
    go('connecting');
    try {
      const pass = await ticket();
      if (mine !== attempt) return;
      open(pass, mine);
    } catch (error) {
      if (mine === attempt) lost(error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0);
    }
  };

  const open = (pass: string, mine: number) => {
    const socket = new WebSocket(url());
    ws = socket;
    after(OPEN_MS, () => lost());
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', ticket: pass, client_id: clientId } satisfies FromClient));
    socket.onclose = ({ code }) => {
      // Others of this session have taken its place; coming back at once would take it from one of them.
      if (mine === attempt) lost(code === REPLACED ? CAP_MS : 0);
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (mine !== attempt) return;
      heardAt = Date.now();
      const message = parse(data);
      if (!message) return;
      if (message.type === 'ready') {
        failures = 0;
        beat();
        go('ready');
      }
      if (message.type !== 'pong') onMessage(message);
    };
  };

  /** Pings after a pause of silence or talk alike, and gives up after two misses; at once if the timer itself was asleep. */
  const beat = () => {
    const due = Date.now() + PING_MS;
    after(PING_MS, () => {
      if (Date.now() - due > PROBE_MS) probe(PROBE_MS, 1);
      else probe(PONG_MS, 2);
    });
  };
  const probe = (ms: number, misses: number) => {
    const asked = Date.now();
    heardAt = 0;
    say({ type: 'ping' });
    after(ms, () => {
      if (heardAt >= asked) beat();
      else if (misses > 1) probe(ms, misses - 1);
      else lost();
    });
  };

  return {
    start: () => {
      if (active) return;
      active = true;
      failures = 0;
      again();
    },
    stop: () => {
      active = false;
      leave();
      state = 'idle';
    },
    wake: () => {
      if (!active) return;
      if (state === 'ready') probe(PROBE_MS, 1);
      else if (state !== 'connecting' || Date.now() - since > PROBE_MS) {
        failures = 0;
        again();
      }
    },
    say,
  };
}

function parse(data: unknown): FromServer | undefined {
  try {
    return JSON.parse(String(data)) as FromServer;
  } catch {
    return undefined;
  }
}

/** The socket's address. `api`: the API's absolute address. */
export const socketUrl = (api: string): string => `${api.replace(/^http/, 'ws')}${REALTIME_PATH}`;
