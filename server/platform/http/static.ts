// The built client: hashed assets for ever, everything else asked anew, unknown pages answered by the app itself.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { COMPRESS } from './routes.ts';

/** Where links from mails lead: their address is told to nobody. */
const carriesSecret = /^\/(password\/reset\/|sign-in\/verify$)/;
const YEAR_S = 31_536_000;
/** What only a document heeds. A first visit loads ten files that are none, and without HTTP/2 half a kilobyte of this with each. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

export interface StaticOptions {
  /** Other origins that the page may ask: the store that it sends files to, what it registers at for pushes. */
  readonly reached?: readonly string[];
  /** See Config. */
  readonly workerOff?: boolean;
}

/**
 * Serves `folder`, with the `.br` and `.gz` files that the build put beside. A missing asset is 404, never the page. Without
 * a built client only the API is there.
 */
export async function addStatic(
  app: FastifyInstance,
  folder: string | undefined,
  { reached = [], workerOff = false }: StaticOptions = {},
): Promise<void> {
  if (!folder || !existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(notFound);
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    dotfiles: 'ignore',
    index: 'index.html',
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = /^assets[\\/]/.test(relative(folder, path));
      response.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
      if (hashed) for (const name of OF_DOCUMENTS) response.removeHeader(name);
    },
  });
  // Broken or not, a worker cannot keep the browser from asking here for the next one.
  if (workerOff) app.get('/sw.js', (_request, reply) => reply.sendFile('worker-off.js'));
  // What another app shares is taken by the worker; where there is none any more, the page says that it did not arrive.
  await app.register(async (shares) => {
    shares.removeAllContentTypeParsers();
    shares.addContentTypeParser('*', (_request, _body, done) => done(null));
    shares.post('/share', (_request, reply) => reply.header('connection', 'close').redirect('/share', 303));
  });
  const sendPage = reached.length ? addPageThatMayReach(app, folder, reached, workerOff) : sendBuiltPage;
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const isPage =
      request.method === 'GET' && !path.startsWith(`${API_BASE}/`) && path !== API_BASE && !/\.[a-z0-9]+$/i.test(path);
    if (isPage && carriesSecret.test(path)) reply.header('referrer-policy', 'no-referrer');
    if (isPage) return sendPage(reply);
    return notFound(request, reply);
  });
}

const sendBuiltPage = (reply: FastifyReply) => reply.sendFile('index.html');

/** The policy stands in the page itself, so that it also holds offline: the build cannot know of them. Returns what sends that page. */
function addPageThatMayReach(app: FastifyInstance, folder: string, reached: readonly string[], workerOff: boolean) {
  const origins = reached.map((one) => new URL(one).origin).join(' ');
  const sendPage = async (reply: FastifyReply) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace("connect-src 'self'", `connect-src 'self' ${origins}`));
  };
  for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendPage(reply));
  const worker = join(folder, 'sw.js');
  if (!workerOff && existsSync(worker))
    app.get('/sw.js', { compress: COMPRESS }, async (request, reply) => {
      const script = await readFile(worker, 'utf8');
      return sendWorker(
        request,
        reply,
        script.replace(REVISION, (revision) => digest(revision + origins)),
      );
    });
  return sendPage;
}

/** By which the worker knows the page that it keeps: with other origins it is another page, also of the same build. */
const REVISION = /(?<="revision":")\w+(?=","url":"index\.html")/;

const digest = (text: string): string => createHash('sha1').update(text).digest('hex');

function sendWorker(request: FastifyRequest, reply: FastifyReply, script: string): FastifyReply {
  // Weak: the same worker, whatever it is packed with.
  const tag = `W/"${digest(script)}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag).type('text/javascript; charset=utf-8');
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(script);
}

/** What is not there, in the envelope; 405 where something else can be done with it. */
function notFound({ method, url, server }: FastifyRequest, reply: FastifyReply): unknown {
  const path = url.split('?', 1)[0] as string;
  const others = server.methodsAt(path).filter((one) => one !== method);
  if (others.length) reply.header('allow', others.join(', '));
  const message = others.length ? `${method} is not for this address` : 'No such address';
  return reply
    .code(others.length ? 405 : 404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status: 'error', error_code: 'INVALID_REQUEST', message }));
}
