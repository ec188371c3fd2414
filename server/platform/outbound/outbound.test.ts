// Real servers, real connections: what is asked and what never is. A canary listens on the loopback addresses and must not
// hear anything; where a page is to be reached on this machine, the test says so by a reach of its own.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRaw } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Wanted } from './outbound.ts';
import { theInternet } from './reach.ts';

const HTML = 'text/html; charset=utf-8';
const wanted: Wanted = { types: ['text/html'], most: 1_000_000, unencrypted: true };

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, host, done));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

/** Names lead to this machine, and these ports of it are open; everything else is as ever. */
const reaching = (...ports: number[]) =>
  createOutbound({
    resolve: async () => ['127.0.0.1'],
    isOpen: (address, port) => (address === '127.0.0.1' && ports.includes(port)) || theInternet.isOpen(address, port),
  });
const page = (body: string | Buffer, headers: Record<string, string> = {}) =>
  serve((_request, response) => response.writeHead(200, { 'content-type': HTML, ...headers }).end(body));
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'an answer',
    (error: { reason?: string }) => error.reason,
  );

describe('what is asked', () => {
  test('gets an answer, as nobody', async () => {
    let heard: IncomingMessage | undefined;
    const port = await serve((request, response) => {
      heard = request;
      response.writeHead(200, { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' }).end('<title>Bread</title>');
    });
    const address = `http://bakery.example:${port}/a?b=c#d`;
    expect(await reaching(port).read(address, wanted)).toEqual({
      url: `http://bakery.example:${port}/a?b=c`,
      type: 'text/html',
      charset: 'iso-8859-1',
      body: Buffer.from('<title>Bread</title>'),
    });
    expect(heard?.url).toBe('/a?b=c');
    expect(heard?.headers).toEqual({
      host: `bakery.example:${port}`,
      'user-agent': expect.stringContaining('Limelight link preview'),
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'en, *;q=0.5',
      connection: 'close',
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is unpacked: %s', async (packing, pack) => {
    const port = await page(pack('<title>Bread</title>'), { 'content-encoding': packing });
    const { body } = await reaching(port).read(`http://bakery.example:${port}/`, wanted);
    expect(body.toString()).toBe('<title>Bread</title>');
  });

  test('is read no further than wanted, counted as it comes out of its packing', async () => {
    const bomb = gzipSync(Buffer.alloc(64_000_000, 'a'));
    expect(bomb.length).toBeLessThan(100_000);
    for (const port of [await page(bomb, { 'content-encoding': 'gzip' }), await page(Buffer.alloc(3_000_000, 'a'))]) {
      const { body } = await reaching(port).read(`http://bakery.example:${port}/`, wanted);
      expect(body.length).toBe(1_000_000);
    }
  });

  test('an answer that never ends is let go of', async () => {
    let gone: Promise<unknown> | undefined;
    const port = await serve((request, response) => {
      gone = new Promise((done) => request.socket.once('close', done));
      response.writeHead(200, { 'content-type': HTML });
      const more = () => response.destroyed || response.write(Buffer.alloc(65_536, 'a'), more);
      more();
    });
    const { body } = await reaching(port).read(`http://bakery.example:${port}/`, wanted);
    expect(body.length).toBe(1_000_000);
    await gone;
  });

  test('one that comes drop by drop is given up', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': HTML });
      const timer = setInterval(() => response.write('a'), 200);
      response.once('close', () => clearInterval(timer));
    });
    // If it were not, this would never end.
    expect(await reasonOf(reaching(port).read(`http://bakery.example:${port}/`, wanted))).toBe('failed');
  }, 60_000);

  test('whoever asked may stop it', async () => {
    const port = await serve(() => undefined);
    const stop = new AbortController();
    const asked = reasonOf(reaching(port).read(`http://bakery.example:${port}/`, { ...wanted, signal: stop.signal }));
    stop.abort();
    expect(await asked).toBe('failed');
  });

  test.each([
    ['another type', 200, { 'content-type': 'application/octet-stream' }, 'unsuited'],
    ['no type', 200, {}, 'unsuited'],
    ['an unknown packing', 200, { 'content-type': HTML, 'content-encoding': 'zstd' }, 'unsuited'],
    ['a packing that is none', 200, { 'content-type': HTML, 'content-encoding': 'gzip' }, 'failed'],
    ['not found', 404, { 'content-type': HTML }, 'unsuited'],
    ['too busy', 429, { 'content-type': HTML }, 'failed'],
    ['broken', 503, { 'content-type': HTML }, 'failed'],
    ['huge headers', 200, { 'content-type': HTML, 'x-huge': 'a'.repeat(20_000) }, 'failed'],
  ] as const)('%s is no answer', async (_name, status, headers, reason) => {
    const port = await serve((_request, response) => response.writeHead(status, headers).end('<title>Secret</title>'));
    const asked = reaching(port).read(`http://bakery.example:${port}/`, wanted);
    const error = await asked.catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: 'OutboundError', reason });
    expect(JSON.stringify([error, (error as Error).message])).not.toContain('Secret');
  });

  test('what is no http is no answer', async () => {
    const raw = createRaw((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
    open.push(raw);
    const { port } = raw.address() as AddressInfo;
    expect(await reasonOf(reaching(port).read(`http://bakery.example:${port}/`, wanted))).toBe('failed');
  });

  test('what would go on in another protocol is no answer', async () => {
    const raw = createRaw((socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: any\r\n\r\n'),
    );
    await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
    open.push(raw);
    const { port } = raw.address() as AddressInfo;
    expect(await reasonOf(reaching(port).read(`http://bakery.example:${port}/`, wanted))).toBe('unsuited');
  });

  test('only where asked for without encryption', async () => {
    const port = await page('<title>Bread</title>');
    const { unencrypted: _, ...strict } = wanted;
    expect(await reasonOf(reaching(port).read(`http://bakery.example:${port}/`, strict))).toBe('refused');
  });
});

describe('redirects', () => {
  const to =
    (location: string) =>
    (status = 302) =>
      serve((_request, response) => response.writeHead(status, { location }).end());

  test('are followed three times, relative ones as well', async () => {
    let hops = 0;
    const port: number = await serve((request, response) => {
      hops = Number(request.url?.slice(1));
      if (hops) response.writeHead(301, { location: `./${hops - 1}` }).end();
      else response.writeHead(200, { 'content-type': HTML }).end('there');
    });
    const { url } = await reaching(port).read(`http://bakery.example:${port}/3`, wanted);
    expect(url).toBe(`http://bakery.example:${port}/0`);
    expect(await reasonOf(reaching(port).read(`http://bakery.example:${port}/4`, wanted))).toBe('unsuited');
    expect(hops).toBe(1);
  });

  test('into a name that leads inside, to another port or another scheme are not followed', async () => {
    const canary = await startCanary();
    const ways = [
      `http://127.0.0.1:${canary.port}/`,
      `http://inside.example:${canary.port}/`,
      `http://0x7f000001:${canary.port}/`,
      `http://[::1]:${canary.port}/`,
      `//localhost:${canary.port}/`,
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'javascript:alert(1)',
      'http://user:word@bakery.example/',
    ];
    for (const location of ways) {
      const port = await to(location)();
      expect(await reasonOf(reaching(port).read(`http://bakery.example:${port}/`, wanted)), location).toBe('refused');
    }
    expect(canary.hits).toBe(0);
  });
});

interface Canary {
  readonly port: number;
  hits: number;
}
/** On every loopback address there is; counts connections, not requests. */
async function startCanary(): Promise<Canary> {
  const canary = { port: 0, hits: 0 };
  for (const host of ['127.0.0.1', '::1']) {
    const server: Server = createServer((_request, response) => response.end('inside'));
    server.on('connection', () => canary.hits++);
    const listening = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(canary.port, host, () => done(true));
    });
    if (!listening) continue;
    canary.port = (server.address() as AddressInfo).port;
    open.push(server);
  }
  return canary;
}

describe('nothing of ours is ever reached', () => {
  let canary: Canary;
  beforeAll(async () => {
    canary = await startCanary();
    // These are ended with the file, not with its first test.
    kept.push(...open.splice(0));
  });
  const kept: { close(): unknown }[] = [];
  afterAll(async () => {
    for (const one of kept) await one.close();
  });

  // The guard of the real thing but for the port, on which the canary listens.
  const real = () => createOutbound({ ...theInternet, isOpen: (address) => theInternet.isOpen(address, 443) });
  const spellings = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7F.0x0.0x0.0x1',
    '0177.0.0.1',
    '0177.0x0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    '169.254.169.254',
    '[fd00:ec2::254]',
    'metadata.google.internal',
    '10.0.0.1',
    '192.168.1.1',
    '100.64.0.1',
  ];
  test.each(spellings)('%s', async (host) => {
    const address = `http://${host}:${canary.port}/`;
    expect(await reasonOf(real().read(address, wanted))).toBe('refused');
    expect(canary.hits).toBe(0);
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/html,x',
    'http://user@example.com/',
    'https://user:word@example.com/',
    'http://',
    'example.com',
    'http://example.com:99999/',
    'http://a b/',
    '',
  ])('%j is not asked', async (address) => {
    expect(await reasonOf(createOutbound().read(address, wanted))).toBe('refused');
  });

  test.each([22, 25, 3306, 5432, 6379, 8080, 8443])('port %i is not asked, wherever', async (port) => {
    expect(await reasonOf(createOutbound().read(`http://1.1.1.1:${port}/`, wanted))).toBe('refused');
  });

  test('a name that has one address of ours besides others is refused whole', async () => {
    const outbound = createOutbound({
      resolve: async () => ['1.1.1.1', '::ffff:127.0.0.1'],
      isOpen: (address) => theInternet.isOpen(address, 443),
    });
    expect(await reasonOf(outbound.read(`http://two.example:${canary.port}/`, wanted))).toBe('refused');
    expect(canary.hits).toBe(0);
  });

  test('a name that changes its answer after it was judged changes nothing', async () => {
    const port = await page('the page that was judged');
    let asked = 0;
    const outbound = createOutbound({
      // At first the page; from then on this machine's other door.
      resolve: async () => (asked++ ? ['::1'] : ['127.0.0.1']),
      isOpen: (address, at) => address === '127.0.0.1' && at === port,
    });
    const { body } = await outbound.read(`http://rebinding.example:${port}/`, wanted);
    expect(body.toString()).toBe('the page that was judged');
    expect(asked).toBe(1);
    // The second time it is judged again, and refused.
    expect(await reasonOf(outbound.read(`http://rebinding.example:${port}/`, wanted))).toBe('refused');
    expect(canary.hits).toBe(0);
  });
});
