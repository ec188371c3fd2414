// From a declared endpoint to a Fastify route: session, permission, module, rate, input, idempotency, answer.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { proofOf } from '#contract/auth/asks-proof.ts';
import { type Endpoint, inQuery } from '#contract/kernel/endpoint.ts';
import { API_BASE, IDEMPOTENCY_HEADER, sessionHeaders } from '#contract/kernel/envelope.ts';
import { dispositionOf, type FileAnswer, fileAnswer } from '#contract/kernel/file-answer.ts';
import { permits } from '#contract/kernel/permits.ts';
import { check } from '#contract/kernel/schema.ts';
import type { Actor, Operator } from '../actor.ts';
import { createRefusals, type NoteRefusal } from '../audit/refusals.ts';
import type { Afterwards, Context, OpenCall, OperatorCall, Route, SessionCall } from '../feature.ts';
import { AppError, answerOf, invalid } from './errors.ts';
import { once } from './idempotency.ts';
import { createShares, type Shares } from './shares.ts';

/** Finds out who calls. Throws AUTH_INVALID_TOKEN or AUTH_WRONG_COMPANY. `fresh`: header values that changed. */
export type Authenticate = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
) => Promise<{ actor: Actor; fresh?: Partial<Record<keyof typeof sessionHeaders, string>> }>;

/** Which operator calls, by the cookie. Throws OPERATOR_SESSION_OVER. */
export type AuthenticateOperator = (cookies: Readonly<Record<string, string | undefined>>) => Promise<Operator>;

/** Whether the session's person has said who they are as lately as `proof` of an endpoint asks for. */
export type IsProven = (actor: Actor, asked: 'fresh' | 'lately') => Promise<boolean>;

/** Who finds out who calls. */
export interface Guards {
  readonly authenticate: Authenticate;
  readonly isProven: IsProven;
  readonly operator: AuthenticateOperator;
}

interface Door extends Guards {
  readonly shares: Shares;
  readonly noteRefusal: NoteRefusal;
}

/**
 * A list of conversations is a tenth of its size on the line. What sizes tell of an answer (BREACH) is accepted: no other page can make a
 * browser ask, as a session travels in headers of its own and its cookies only from here; and none that has tokens in it says what was asked.
 */
export const COMPRESS = { encodings: ['br', 'gzip'] as ('br' | 'gzip')[], threshold: 1_024 };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function addRoutes(app: FastifyInstance, routes: readonly Route[], context: Context, guards: Guards): void {
  const shares = createShares(() => context.db.load().waited_for > 0, context.config.rateFactor);
  const door: Door = { ...guards, noteRefusal: createRefusals(context), shares };
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      bodyLimit: endpoint.limit,
      exposeHeadRoute: false,
      // Files are as they are: the library takes some beginnings for packed ones.
      compress: endpoint.output === fileAnswer ? false : COMPRESS,
      config: { endpoint },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const data = await answer(endpoint, handle, request, reply, context, door);
        if (context.config.strict) assertAnswer(endpoint, data);
        return send(endpoint, request, reply, data);
      },
    });
  }
}

function answer(
  endpoint: Endpoint,
  handle: Route['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  door: Door,
): Promise<unknown> {
  if (endpoint.access === 'open') return open(endpoint, handle, request, reply, context);
  if (endpoint.access === 'operator') return byOperator(endpoint, handle, request, reply, context, door.operator);
  return behindSession(endpoint, handle, request, reply, context, door);
}

async function byOperator(
  endpoint: Endpoint,
  handle: Route['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  authenticate: AuthenticateOperator,
): Promise<unknown> {
  const operator = await authenticate(request.cookies);
  await context.limits.take(endpoint.rate, `operator/${operator.operator_id}`);
  const call: OperatorCall = { ...openCall(request, reply, context), operator };
  return handle(call as never, parse(endpoint, request) as never);
}

async function open(
  endpoint: Endpoint,
  handle: Route['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<unknown> {
  await context.limits.take(endpoint.rate, request.ip);
  try {
    return await handle(openCall(request, reply, context) as never, parse(endpoint, request) as never);
  } catch (error) {
    // There was no room, or no database: it will be asked again.
    if (answerOf(error, endpoint).status === 503) await context.limits.giveBack(endpoint.rate, request.ip);
    throw error;
  }
}

const COOKIE_PATHS = { strict: `${API_BASE}/auth`, lax: '/', operator: `${API_BASE}/backadmin` } as const;

/** What a handler of an open endpoint is given; also for addresses that speak no envelope and that anyone may ask. */
export function openCall(request: FastifyRequest, reply: FastifyReply, { db }: Pick<Context, 'db'>): OpenCall {
  const secure = request.protocol === 'https';
  return {
    db,
    headers: request.headers as Record<string, string | undefined>,
    cookies: request.cookies,
    ip: request.ip,
    secure,
    setHeader: (name, value) => void reply.header(name, value),
    setCookie: (name, value, maxAge, kind) =>
      void reply.setCookie(name, value, {
        httpOnly: true,
        sameSite: kind === 'lax' ? 'lax' : 'strict',
        path: COOKIE_PATHS[kind ?? 'strict'],
        secure,
        maxAge,
      }),
  };
}

async function behindSession(
  endpoint: Endpoint,
  handle: Route['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { authenticate, isProven, noteRefusal, shares }: Door,
): Promise<unknown> {
  const { actor, fresh } = await authenticate(request.headers);
  request.caller = actor;
  for (const [field, value] of Object.entries(fresh ?? {}))
    reply.header(sessionHeaders[field as keyof typeof sessionHeaders], value);
  shares.take(actor.company_id);
  await context.limits.take(endpoint.rate, countedFor(endpoint, actor));
  if (endpoint.module && !actor.modules.has(endpoint.module))
    throw new AppError('NO_PERMISSION', { message: `module ${endpoint.module} is off` });
  if (typeof endpoint.access === 'object' && !permits(endpoint.access, actor.permissions)) {
    noteRefusal(actor, endpoint.name);
    throw new AppError('NO_PERMISSION');
  }
  const input = parse(endpoint, request);
  const key = idempotencyKey(endpoint, request);
  // Last: who may not, or asks for nonsense, is told so without having to prove anything.
  const asked = proofOf(endpoint, input);
  if (asked && !(await isProven(actor, asked))) throw new AppError('AUTH_PROOF_REQUIRED');
  const reads = endpoint.idempotency === 'none';
  if (!key) {
    const data = await context.db.company(
      actor.company_id,
      (tx) => handle({ tx, actor, idempotencyKey: undefined } satisfies SessionCall as never, input as never),
      reads ? 'snapshot' : 'write',
    );
    return typeof data === 'function' ? (data as Afterwards<unknown>)() : data;
  }
  const hash = createHash('sha256')
    .update(endpoint.name)
    .update('\0')
    .update(JSON.stringify(raw(endpoint, request)))
    .digest();
  return once(context.db, actor, { key, endpoint: endpoint.name, hash }, (tx) =>
    handle({ tx, actor, idempotencyKey: key } satisfies SessionCall as never, input as never),
  );
}

/** A person, or their session where each device has its own. */
const countedFor = ({ rate }: Endpoint, { company_id, employee_id, session_id }: Actor): string =>
  rate === 'ticket' ? session_id : `${company_id}/${employee_id}`;

const raw = (endpoint: Endpoint, request: FastifyRequest): unknown =>
  inQuery(endpoint) ? { ...(request.query as object) } : request.body;

function parse(endpoint: Endpoint, request: FastifyRequest): unknown {
  const given = raw(endpoint, request);
  // To the schema library a list without anything unknown in it is an object.
  if (Array.isArray(given)) throw invalid([{ path: '', message: 'Not an object' }]);
  const result = check(endpoint.input, given);
  if (result.issues) throw invalid(result.issues.slice(0, 20));
  return result.value;
}

function idempotencyKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (endpoint.idempotency !== 'key') return undefined;
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (typeof key !== 'string' || !UUID.test(key))
    throw invalid([
      { path: IDEMPOTENCY_HEADER, message: 'Every write needs this header: a UUID made once per intention' },
    ]);
  return key.toLowerCase();
}

function assertAnswer(endpoint: Endpoint, data: unknown): void {
  const result = check(endpoint.output, data);
  if (result.issues)
    throw new Error(`${endpoint.name} answers against its contract: ${JSON.stringify(result.issues.slice(0, 5))}`);
}

function sendFile(reply: FastifyReply, answer: FileAnswer): FastifyReply {
  const { mime_type, content } = answer;
  return reply.type(mime_type).header('content-disposition', dispositionOf(answer)).send(Buffer.from(content));
}

/** The envelope; reads carry an ETag, so that an unchanged company, theme or directory costs a 304. */
function send(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply {
  if (endpoint.output === fileAnswer) return sendFile(reply, data as FileAnswer);
  const bare = endpoint.path === '/openapi.json';
  const body = JSON.stringify(bare ? data : { status: 'success', data });
  reply.type('application/json; charset=utf-8');
  if (endpoint.method === 'GET' && endpoint.idempotency === 'none') {
    // Weak: the same answer, whatever it is packed with.
    const tag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  }
  return reply.send(body);
}

/** The last resort: every error of a route becomes the envelope; only the unexpected ones are logged with their stack. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
    const answer = answerOf(error, endpoint);
    if (answer.unexpected) request.log.error({ err: error, endpoint: endpoint?.name }, 'unexpected error');
    if (answer.retryAfter) reply.header('retry-after', String(answer.retryAfter));
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(answer.body));
  });
}
