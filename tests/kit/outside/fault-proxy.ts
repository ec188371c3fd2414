// A bad network between a client and the real server: requests and answers that get lost, doubled or late, frames that get
// lost, doubled or out of order, connections that are cut. Everything by chance from a seed, and all of it can be switched off.
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import WebSocket, { WebSocketServer } from 'ws';
import type { Random } from '../random.ts';

/** Chances from 0 to 1, each for one request or one frame. */
export interface Faults {
  /** The request never reaches the server. */
  readonly dropRequest: number;
  /** The server did it, nobody hears of it. */
  readonly loseAnswer: number;
  /** The server gets it twice. */
  readonly doubleRequest: number;
  /** Answered with 503 in the server's place. */
  readonly fail: number;
  /** Held back for up to `lateMs`, before the server or behind it. */
  readonly late: number;
  readonly lateMs: number;
  readonly dropFrame: number;
  readonly doubleFrame: number;
  /** Held back, so that others overtake it. */
  readonly lateFrame: number;
}

export const noFaults: Faults = {
  dropRequest: 0,
  loseAnswer: 0,
  doubleRequest: 0,
  fail: 0,
  late: 0,
  lateMs: 0,
  dropFrame: 0,
  doubleFrame: 0,
  lateFrame: 0,
};

export interface FaultProxy extends AsyncDisposable {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  faults: Faults;
  /** True: nothing gets through, and what is open is cut. */
  offline: boolean;
  /** Ends all connections; new ones are let in. */
  cut(): void;
  /** What happened so far, by kind of fault. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Stands in front of `upstream` (http://127.0.0.1:PORT). */
export async function startFaultProxy(upstream: string, random: Random): Promise<FaultProxy> {
  const target = new URL(upstream);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const open = new Set<Socket>();
  const pairs = new Set<[WebSocket, WebSocket]>();
  const timers = new Set<NodeJS.Timeout>();
  const counts: Record<string, number> = {};
  let faults = noFaults;
  let offline = false;

  const happens = (name: keyof Faults): boolean => {
    if (!random.chance(faults[name])) return false;
    counts[name] = (counts[name] ?? 0) + 1;
    return true;
  };
  const later = (work: () => void) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        work();
      },
      random() * (faults.lateMs || 1),
    );
    timers.add(timer);
  };
  const maybeLater = (name: 'late' | 'lateFrame', work: () => void) => (happens(name) ? later(work) : work());
  const pause = (name: 'late') => new Promise<void>((done) => maybeLater(name, done));

  const forward = (method: string, path: string, headers: IncomingHttpHeaders, body: Buffer) =>
    new Promise<IncomingMessage>((done, fail) => {
      const { hostname, port } = target;
      const out = httpRequest({ hostname, port, method, path, headers, agent }, done);
      out.on('error', fail);
      out.end(body);
    }).then(async (answer) => ({ status: answer.statusCode ?? 0, headers: answer.headers, body: await read(answer) }));

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await read(request);
    if (offline || happens('dropRequest')) return void request.socket.destroy();
    if (happens('fail')) return unavailable(response);
    const ask = () => forward(method, url, headers, body);
    if (happens('doubleRequest')) void ask().catch(() => undefined);
    await pause('late');
    const answer = await ask();
    if (offline || happens('loseAnswer')) return void request.socket.destroy();
    await pause('late');
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };

  const server = createServer(
    (request, response) => void serve(request, response).catch(() => request.socket.destroy()),
  );
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });

  const wss = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (offline) return void socket.destroy();
    wss.handleUpgrade(request, socket, head, (client) => join(client, request.url ?? '/'));
  });
  const join = (client: WebSocket, path: string) => {
    const far = new WebSocket(`ws://${target.host}${path}`);
    const pair: [WebSocket, WebSocket] = [client, far];
    pairs.add(pair);
    const end = (code?: number) => {
      pairs.delete(pair);
      if (code !== undefined && code >= 4000) client.close(code);
      else client.terminate();
      far.terminate();
    };
    const early: string[] = [];
    far.on('open', () => {
      for (const text of early.splice(0)) far.send(text);
    });
    client.on('message', (data) => {
      const text = textOf(data);
      if (far.readyState === 1) far.send(text);
      else early.push(text);
    });
    far.on('message', (data) => {
      const text = textOf(data);
      const send = () => client.readyState === 1 && client.send(text);
      if (!text.startsWith('{"type":"event"')) return void send();
      if (happens('dropFrame')) return;
      if (happens('doubleFrame')) later(send);
      maybeLater('lateFrame', send);
    });
    client.on('close', () => end());
    far.on('close', end);
    client.on('error', () => end());
    far.on('error', () => end());
  };

  const cut = () => {
    counts['cut'] = (counts['cut'] ?? 0) + 1;
    for (const [client, far] of pairs) {
      client.terminate();
      far.terminate();
    }
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    cut,
    get faults() {
      return faults;
    },
    set faults(next) {
      faults = next;
    },
    get offline() {
      return offline;
    },
    set offline(next) {
      offline = next;
      if (next) cut();
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      for (const timer of timers) clearTimeout(timer);
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const textOf = (data: WebSocket.RawData): string => (data as Buffer).toString();

async function read(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function unavailable(response: ServerResponse): void {
  response
    .writeHead(503, { 'content-type': 'application/json' })
    .end('{"status":"error","error_code":"SERVICE_UNAVAILABLE","message":"The proxy says so"}');
}
