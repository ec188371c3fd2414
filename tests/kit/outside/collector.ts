// A collector of errors and replays, as Sentry's protocol has it: takes envelopes apart by their lengths, and keeps what it got.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Taken {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly text: string;
  readonly items: readonly { readonly type: string; readonly content: string }[];
}

export interface Collector {
  /** For SENTRY_DSN. */
  readonly dsn: string;
  readonly taken: Taken[];
  /** Of all envelopes, the contents of this type. */
  contents(type: string): string[];
  /** What it answers. */
  status: number;
  /** And with what beside Retry-After. */
  says: Record<string, string>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const taken: Taken[] = [];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => {
      const body = Buffer.concat(parts);
      taken.push({ url: request.url ?? '', headers: request.headers, text: body.toString(), items: itemsIn(body) });
      answer.writeHead(collector.status, { 'retry-after': '60', ...collector.says }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const collector: Collector = {
    dsn: `http://publickey@127.0.0.1:${(server.address() as AddressInfo).port}/below/42`,
    taken,
    contents: (type) =>
      taken.flatMap(({ items }) => items.filter((one) => one.type === type).map((one) => one.content)),
    status: 200,
    says: {},
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return collector;
}

function itemsIn(body: Buffer): Taken['items'] {
  const items: Taken['items'][number][] = [];
  let at = body.indexOf('\n') + 1;
  while (at < body.length) {
    const line = body.indexOf('\n', at);
    const { type, length } = JSON.parse(body.toString('utf8', at, line)) as { type: string; length: number };
    items.push({ type, content: body.toString('utf8', line + 1, line + 1 + length) });
    at = line + 1 + length + 1;
  }
  return items;
}
