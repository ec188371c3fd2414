// The WebSocket endpoint: origin, ticket, bounds, heartbeat. What is said is the hub's business.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { check } from '#contract/kernel/schema.ts';
import { close, type FromClient, fromClient, PING_MS, REALTIME_PATH } from '#contract/sync.ts';
import type { Actor } from '../actor.ts';
import type { Database, Tx } from '../db/database.ts';
import type { TopicSource } from '../feature.ts';
import type { ChosenStatus, Connection, Hub } from './hub.ts';
import { textFrame } from './outlet.ts';
import type { Tickets } from './tickets.ts';

const HELLO_MS = 5_000;
const MAX_FRAME = 4_096;
/** A ping every twenty seconds, a word that somebody types every three, and tabs that come and go. */
const FRAMES = { at_once: 50, per_minute: 100 };
/** A session that runs out, or that another process has ended, is heard of by nobody: its sockets are found by asking. */
const ASK_AGAIN_MS = 5_000;
const PONG = textFrame('{"type":"pong"}');

/** Who finds out who may listen. */
export interface SocketGuards extends Pick<Tickets, 'redeem'> {
  /** Which of these sessions are not over. */
  readonly livingSessions: (tx: Tx, session_ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** In a system transaction, of whatever companies: which of these sessions are over. */
  readonly overSessions: (tx: Tx, session_ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Is a browser on this origin ours? Programs without an Origin header are let in: they hold a ticket all the same. */
  readonly isOwnOrigin: (origin: string, host: string | undefined) => boolean;
}

export interface SocketServerOptions {
  readonly server: Server;
  readonly hub: Hub;
  readonly guards: SocketGuards;
  readonly db: Database;
  readonly topicSources: readonly TopicSource[];
  readonly statusOf: (tx: Tx, employee_id: string) => Promise<ChosenStatus>;
  readonly log: FastifyBaseLogger;
}

export interface SocketServer {
  stop(): void;
}

interface State {
  connection?: Connection;
  /** Something came since the last look. */
  heard: boolean;
  /** How many more may come at once. */
  frames: number;
  /** When that was reckoned. */
  since: number;
}

export function createSocketServer(options: SocketServerOptions): SocketServer {
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const open = new Map<WebSocket, State>();

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?', 1)[0];
    const { origin, host } = request.headers;
    if (path !== API_BASE + REALTIME_PATH) return refuse(socket, '404 Not Found');
    if (origin && !options.guards.isOwnOrigin(origin, host)) return refuse(socket, '403 Forbidden');
    wss.handleUpgrade(request, socket, head, (ws) => accept(ws));
  };

  const accept = (ws: WebSocket) => {
    const state: State = { heard: true, frames: FRAMES.at_once, since: performance.now() };
    open.set(ws, state);
    const impatience = setTimeout(() => ws.close(close.ticket, 'No ticket in time'), HELLO_MS);
    ws.on('message', (data, binary) => {
      state.heard = true;
      const message = binary ? undefined : parse((data as Buffer).toString());
      if (!message) return ws.close(1008, 'Not understood');
      if (state.connection) return hear(state, state.connection, message);
      if (message.type !== 'hello') return ws.close(close.ticket, 'A ticket comes first');
      clearTimeout(impatience);
      const actor = options.guards.redeem(message.ticket);
      if (!actor) return ws.close(close.ticket, 'The ticket is not valid');
      state.connection = options.hub.hold(ws, actor, message.client_id);
      void begin(state.connection, actor);
    });
    ws.on('close', () => {
      clearTimeout(impatience);
      open.delete(ws);
      if (state.connection) options.hub.drop(state.connection);
    });
    ws.on('error', () => ws.terminate());
  };

  // Read after the personal topic is held: a membership that changes meanwhile arrives as a change of subscriptions.
  const begin = async (connection: Connection, actor: Actor) => {
    try {
      const [living, status, ...lists] = await options.db.company(
        actor.company_id,
        (tx) =>
          Promise.all([
            options.guards.livingSessions(tx, [actor.session_id]),
            options.statusOf(tx, actor.employee_id),
            ...options.topicSources.map((source) => source(tx, actor.employee_id)),
          ]),
        'snapshot',
      );
      // It may have ended between the call that got the ticket and now; what ends it from here on finds the connection.
      if (!living.size) return connection.ws.close(close.session, 'The session is over');
      if (connection.ws.readyState === 1) options.hub.open(connection, lists.flat(), status);
    } catch (error) {
      options.log.warn({ err: error }, 'socket not opened');
      connection.ws.close(1011, 'Try again');
    }
  };

  const hear = (state: State, connection: Connection, message: FromClient) => {
    if (!takeFrame(state)) return connection.ws.close(close.flood, 'Too many frames');
    if (message.type === 'ping') pong(connection.ws);
    else if (message.type === 'active') options.hub.setActive(connection, message.active);
    else if (message.type === 'typing') options.hub.typing(connection, message.conversation_id);
  };

  const closeOver = async () => {
    const held = [...open.values()].flatMap(({ connection }) => connection ?? []);
    if (!held.length) return;
    const ids = [...new Set(held.map(({ actor }) => actor.session_id))];
    const over = await options.db.system((tx) => options.guards.overSessions(tx, ids));
    // In other words than where it is told (hub.ts), so that it can be seen which of the two has closed a socket.
    for (const { ws, actor } of held) if (over.has(actor.session_id)) ws.close(close.session, 'Found to be over');
  };
  let asking = false;
  const askAgain = setInterval(() => {
    if (asking) return;
    asking = true;
    closeOver()
      .catch((error: unknown) => options.log.warn({ err: error }, 'sockets not asked for'))
      .finally(() => (asking = false));
  }, ASK_AGAIN_MS);
  const reap = setInterval(() => {
    for (const [ws, state] of open) {
      if (!state.heard) ws.terminate();
      state.heard = false;
    }
  }, PING_MS * 2.5);
  askAgain.unref();
  reap.unref();

  options.server.on('upgrade', upgrade);
  return {
    stop: () => {
      clearInterval(askAgain);
      clearInterval(reap);
      options.server.off('upgrade', upgrade);
      for (const ws of open.keys()) ws.close(1012, 'The server restarts');
      setTimeout(() => {
        for (const ws of open.keys()) ws.terminate();
      }, 500).unref();
    },
  };
}

/** False if there were too many: of those that are left some come back with time. */
function takeFrame(state: State): boolean {
  const now = performance.now();
  const back = ((now - state.since) / 60_000) * FRAMES.per_minute;
  state.frames = Math.min(FRAMES.at_once, state.frames + back) - 1;
  state.since = now;
  return state.frames >= 0;
}

function parse(text: string): FromClient | undefined {
  try {
    return check(fromClient, JSON.parse(text)).value;
  } catch {
    return undefined;
  }
}

function pong(ws: WebSocket): void {
  (ws as unknown as { _socket?: Duplex })._socket?.write(PONG);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
