// Pages of the outside for tests: a server on this machine that names like `bread.example` lead to, and the outbound helper
// that may reach it there, and nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import type { Inline, RichText } from '#contract/rich-text.ts';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { PATIENCE } from './talk.ts';

export interface Pages extends AsyncDisposable {
  readonly outbound: Outbound;
  /** What was asked for, `host path`, in order. */
  readonly asked: string[];
  /** The address of a page: `bread.example` says that its title is "bread.example". */
  at(host: string, path?: string): string;
  /** From now on this is answered for a path. */
  answer(path: string, status: number, body?: string | Buffer, type?: string): void;
  /** How often something of this host was asked for. */
  hits(host: string): number;
}

const HTML = 'text/html; charset=utf-8';

export async function openPages(): Promise<Pages> {
  const asked: string[] = [];
  const answers = new Map<string, readonly [status: number, body: string | Buffer, type: string]>();
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    asked.push(`${host} ${request.url}`);
    const told = `<meta property="og:description" content="All about ${host}"><meta property="og:site_name" content="Pages">`;
    const [status, body, type] = answers.get(request.url ?? '') ?? [200, `<title>${host}</title>${told}`, HTML];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    outbound: createOutbound({
      resolve: async () => ['127.0.0.1'],
      isOpen: (address, at) => address === '127.0.0.1' && at === port,
    }),
    at: (host, path = '/') => `http://${host}:${port}${path}`,
    answer: (path, status, body = '', type = HTML) => void answers.set(path, [status, body, type]),
    hits: (host) => asked.filter((one) => one.startsWith(`${host} `)).length,
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

let named = 0;
/** A host that nobody has asked for. */
export const newHost = () => `page${++named}.example`;

/** What the page of a host says of itself. */
export const pageOf = (host: string, url: string) => ({
  url,
  title: host,
  description: `All about ${host}`,
  site_name: 'Pages',
  image: null,
});

/** One line with links in it, each under its own address. */
export const linking = (...urls: string[]): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See ' },
        ...urls.map((href): Inline => ({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })),
      ],
    },
  ],
});

/** Has the company allow previews, sends links to pages, and returns once they are found. */
export async function sendLinked(owner: TestClient, by: TestClient, at: Address, urls: readonly string[]) {
  await owner.call(company.update, { settings: { link_previews: true } });
  const { message } = await by.call(chat.send, { ...at, message_id: uuid(), body: linking(...urls) });
  const previews = async () =>
    (await by.call(chat.listMessages, at)).items.find((one) => one.message_id === message.message_id)?.previews;
  for (const until = Date.now() + PATIENCE; (await previews())?.length !== urls.length; await setTimeout(50))
    if (Date.now() > until) throw new Error('The pages are not found');
  return message;
}
