// The addresses that identity providers call. They speak the standard's wire and not ours: their own content type, their own errors,
// and who calls is said by a token of the company (tokens/tokens.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCIM_BASE } from '#contract/provisioning.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ProvisionedPort } from '../ports.ts';
import { noteFailure, noteOnce } from '../tokens/token-repo.ts';
import { actorOf, read } from '../tokens/tokens.ts';
import * as discovery from './discovery.ts';
import { badValue, notFound, type Refusal, refusalOf } from './errors.ts';
import * as groups from './groups.ts';
import * as users from './users.ts';
import { type Answer, type Call, isId, isObject, names } from './wire.ts';

const TYPE = 'application/scim+json; charset=utf-8';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** Ten thousand members, each with a name and an address beside the id. */
const LARGEST = 4_194_304;
const LARGEST_USER = 262_144;

type Handle = (port: ProvisionedPort, call: Call) => Promise<Answer>;
const of =
  (say: (call: Call) => Promise<Answer>): Handle =>
  (_, call) =>
    say(call);

const table: readonly (readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Handle])[] =
  [
    ['GET', '/ServiceProviderConfig', of(discovery.serviceProviderConfig)],
    ['GET', '/ResourceTypes', of(discovery.listResourceTypes)],
    ['GET', '/ResourceTypes/:id', of(discovery.readResourceType)],
    ['GET', '/Schemas', of(discovery.listSchemas)],
    ['GET', '/Schemas/:id', of(discovery.readSchema)],
    ['GET', '/Users', users.listUsers],
    ['POST', '/Users', users.createUser],
    ['GET', '/Users/:id', users.readUser],
    ['PUT', '/Users/:id', users.replaceUser],
    ['PATCH', '/Users/:id', users.patchUser],
    ['DELETE', '/Users/:id', users.deleteUser],
    ['GET', '/Groups', groups.listGroups],
    ['POST', '/Groups', groups.createGroup],
    ['GET', '/Groups/:id', groups.readGroup],
    ['PUT', '/Groups/:id', groups.replaceGroup],
    ['PATCH', '/Groups/:id', groups.patchGroup],
    ['DELETE', '/Groups/:id', groups.deleteGroup],
  ];

export function mountScim(http: FastifyInstance, context: Context, port: ProvisionedPort): void {
  const callers = new WeakMap<FastifyRequest, Actor>();
  const authenticate = createGuard(context, callers);
  http.register(
    async (scope) => {
      const json = scope.getDefaultJsonParser('error', 'error');
      scope.removeContentTypeParser('application/json');
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string' },
        (request, body, done) => {
          // Some name a type where they send nothing.
          if (request.method === 'DELETE' && body === '') done(null, undefined);
          else void json(request, body as string, done);
        },
      );
      scope.addHook('onRequest', authenticate);
      scope.setErrorHandler((error, request, reply) => refuse(context, request, reply, error, callers.get(request)));
      scope.setNotFoundHandler(() => {
        throw notFound();
      });
      for (const [method, url, handle] of table) {
        const bodyLimit = url.startsWith('/Groups') ? LARGEST : LARGEST_USER;
        scope.route({
          method,
          url,
          bodyLimit,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const actor = callers.get(request);
            if (!actor) throw new AppError('AUTH_INVALID_TOKEN');
            const mode = method === 'GET' ? 'snapshot' : 'write';
            const answer = await context.db.company(
              actor.company_id,
              (tx) => carryOut(handle, port, request, { tx, actor, leftOut: new Set(), ...partsOf(request, context) }),
              mode,
            );
            return send(request, reply, answer);
          },
        });
      }
    },
    { prefix: SCIM_BASE },
  );
}

/** With a note of what was left out, for those who configure the company. */
async function carryOut(handle: Handle, port: ProvisionedPort, request: FastifyRequest, call: Call): Promise<Answer> {
  const answer = await handle(port, call);
  const { id } = answer.body ?? {};
  const { status } = answer;
  if (call.leftOut.size) {
    const reason = `Left out: ${[...call.leftOut].toSorted().join(', ')}`;
    const employee_id = typeof id === 'string' && isId(id) ? id : null;
    await noteOnce(call.tx, { method: request.method, resource: resourceOf(request), status, reason, employee_id });
  }
  return answer;
}

const resourceOf = (request: FastifyRequest): string =>
  request.routeOptions.url?.slice(SCIM_BASE.length).split('/')[1] ?? 'Other';

/** Before the body is read. Wrong ones are counted by where they come from, right ones by the company. */
function createGuard({ db, limits }: Context, callers: WeakMap<FastifyRequest, Actor>) {
  // What Microsoft asks for is 25 in a second.
  const countCall = limits.create('provisioning.call', 1800, 60);
  const countRefusal = limits.create('provisioning.refusal', 120, 60);
  return async (request: FastifyRequest): Promise<void> => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    try {
      const known = read(token);
      if (!known) throw new AppError('AUTH_INVALID_TOKEN');
      const actor = await db.company(known.company_id, (tx) => actorOf(tx, known.hash));
      callers.set(request, actor);
      request.caller = actor;
    } catch (error) {
      if (error instanceof AppError && error.code === 'AUTH_INVALID_TOKEN') await countRefusal(request.ip);
      throw error;
    }
    await countCall(callers.get(request)?.company_id ?? '');
  };
}

/** Without PUBLIC_URL it is what the provider has called. */
function partsOf(request: FastifyRequest, { config }: Context): Omit<Call, 'tx' | 'actor' | 'leftOut'> {
  const origin = config.publicUrl ?? `${request.protocol}://${request.host}`;
  const { id = '' } = request.params as { id?: string };
  const query = request.query as Record<string, unknown>;
  for (const value of Object.values(query))
    if (typeof value !== 'string') throw badValue('The query says something twice');
  return {
    base: origin + SCIM_BASE,
    // Of a schema it is an address, which is the same in any case, too.
    id: id.toLowerCase(),
    query: query as Record<string, string>,
    body: request.body,
    ifMatch: request.headers['if-match'],
  };
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  if (!body) return reply.send();
  const { meta } = body;
  if (isObject(meta)) {
    if (typeof meta['location'] === 'string') reply.header('location', meta['location']);
    if (typeof meta['version'] === 'string') {
      reply.header('etag', meta['version']);
      const known = request.headers['if-none-match'];
      if (request.method === 'GET' && known !== undefined && names(known, meta['version']))
        return reply.code(304).send();
    }
  }
  return reply.type(TYPE).send(JSON.stringify(body));
}

async function refuse(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  actor: Actor | undefined,
): Promise<FastifyReply> {
  const refusal = refusalOf(error);
  const { status, detail, scimType, retryAfter, unexpected } = refusal;
  if (unexpected) request.log.error({ err: error }, 'provisioning');
  // Who calls too often has enough to do, and so has the list.
  if (actor && status !== 429) await note(context, request, actor, refusal);
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body = { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail };
  return reply.code(status).header('cache-control', 'no-store').type(TYPE).send(JSON.stringify(body));
}

/** For those who configure the company. That it cannot be noted is no reason to answer otherwise. */
async function note(
  context: Context,
  request: FastifyRequest,
  actor: Actor,
  { status, detail }: Refusal,
): Promise<void> {
  const { id = '' } = (request.params ?? {}) as { id?: string };
  const resource = resourceOf(request);
  const employee_id = resource === 'Users' && isId(id) ? id : null;
  const failure = { method: request.method, resource, status, reason: detail, employee_id };
  try {
    await context.db.company(actor.company_id, (tx) => noteFailure(tx, failure));
  } catch (failed) {
    request.log.error({ err: failed }, 'noting a call that failed');
  }
}
