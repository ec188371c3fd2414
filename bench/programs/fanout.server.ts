// The servers of bench/fanout.ts, one a process. `hub` is the real server (server/app.ts with its database): what comes in is
// published on its bus, as a committed transaction is, and goes through its hub to its sockets. `plain` and `batched` are bare
// `ws` servers: one frame a message to each socket, and all frames of a turn of the event loop in one write a socket.
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type WebSocket, WebSocketServer } from 'ws';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { answer } from '../lib/child.ts';

export type Mode = 'plain' | 'batched' | 'hub';
export type ServerQuestion = { kind: 'start'; mode: Mode; dataDir: string } | { kind: 'stop' };
export interface ServerAnswer {
  readonly url: string;
  /** Lines of JSON are published: `{company_id, frame}`. */
  readonly publishPort: number;
}
export interface Publication {
  readonly company_id: string;
  readonly frame: EventFrame;
}

let stop: () => Promise<void> = async () => {};

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

/** Whatever arrives as a line is read and published: the same work in all modes. */
async function takePublications(publish: (publication: Publication) => void): Promise<number> {
  const server = createTcp((socket) => {
    socket.setNoDelay(true);
    createInterface({ input: socket }).on('line', (line) => publish(JSON.parse(line) as Publication));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return portOf(server);
}

async function startHub(dataDir: string): Promise<ServerAnswer> {
  const database = await startEmbedded({ dataDir });
  const { host, port, user, database: name, password } = database;
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    CLIENT_DIR: '/none',
    LIMELIGHT_RATE_FACTOR: '1000000',
  };
  const app = await buildApp({
    config: readConfig(env),
    connection: { host, port, user, database: name, ...(password ? { password } : {}) },
  });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  stop = async () => {
    await app.close();
    await database.stop();
  };
  const publishPort = await takePublications(({ company_id, frame }) =>
    app.context.bus.publish({ company_id, events: [frame], subscriptions: [] }),
  );
  return { url, publishPort };
}

async function startBare(batched: boolean): Promise<ServerAnswer> {
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  const sockets = new Set<WebSocket>();
  wss.on('connection', (ws) => {
    sockets.add(ws);
    ws.on('close', () => sockets.delete(ws));
  });
  let turn: Buffer[] = [];
  const flush = () => {
    const bytes = Buffer.concat(turn);
    turn = [];
    for (const ws of sockets) (ws as unknown as { _socket: Socket })._socket.write(bytes);
  };
  const broadcast = (text: string) => {
    const payload = Buffer.from(text);
    if (!batched) for (const ws of sockets) ws.send(payload, { binary: false });
    else {
      const head = Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255]);
      if (!turn.length) setImmediate(flush);
      turn.push(head, payload);
    }
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', 4_096, done));
  const publishPort = await takePublications(({ frame }) => broadcast(JSON.stringify({ type: 'event', ...frame })));
  return { url: `http://127.0.0.1:${portOf(server)}`, publishPort };
}

answer<ServerQuestion>(async (question) => {
  if (question.kind === 'stop') return stop();
  return question.mode === 'hub' ? startHub(question.dataDir) : startBare(question.mode === 'batched');
});
