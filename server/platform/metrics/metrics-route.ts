// GET /metrics: for who holds METRICS_TOKEN. Where none is set, for programs on this machine alone.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Whatever a proxy writes: who comes through one is not on this machine, although the connection is. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** A page of somebody else's that a browser on this machine has open comes with its own host. */
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '') || !LOCAL_HOST.test(headers.host ?? '')) return false;
  return !FORWARDED.some((name) => name in headers);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Measures each answer, and answers with what was measured. */
export function addMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { metricsToken }: { readonly metricsToken: string | undefined },
): void {
  const wanted = metricsToken === undefined ? undefined : digest(`Bearer ${metricsToken}`);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    metrics.request({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (wanted && !timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    if (!wanted && !isLocal(request)) return reply.code(404).send();
    const { type, text } = await metrics.collect();
    return reply.type(type).send(text);
  });
}
