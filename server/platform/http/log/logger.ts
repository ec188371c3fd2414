// The log: one line of JSON for each request and each error, on standard error (standard output says where the app is, and no more).
// Who called is in it by id; what they sent, from where and with which token is not.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { errorForLog } from './scrub.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the session is: for the log. */
    caller: { readonly company_id: string; readonly employee_id: string } | null;
  }
}

const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Options of Fastify. */
export function logging(level: string, trustedProxies: number) {
  return {
    logger: {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      // Fastify's own lines name requests and answers; what it would say of them is ours to say.
      serializers: { err: errorForLog, error: errorForLog, req: () => undefined, res: () => undefined } as never,
      stream: process.stderr,
    },
    // Its own two lines for each request are one of ours.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false as const,
    // Without a proxy of ours before the server the header is anybody's.
    genReqId: (request: IncomingMessage) => {
      const given = request.headers[REQUEST_ID_HEADER];
      return trustedProxies > 0 && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  } satisfies FastifyServerOptions;
}

/** Each answer carries its id, and leaves its line. */
export function addRequestLog(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, caller } = request;
    const ids = caller ? { company_id: caller.company_id, actor_id: caller.employee_id } : {};
    const seen = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    request.log.info({ ...seen, duration_ms: Math.round(reply.elapsedTime * 10) / 10, ...ids }, 'request');
  });
}
