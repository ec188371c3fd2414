// The Fastify instance with everything that is true of every answer: bounds, headers, cookies, errors.
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { addRequestLog, logging } from './log/logger.ts';
import { knowMethods } from './methods.ts';
import { addErrorHandler } from './routes.ts';
import { refuseAddress, refuseUnread } from './unheard.ts';

/** Until a request must be here with its body; large ones say `takesLong` in their route's config. */
const SHORT_MS = 30_000;
const LONG_MS = 900_000;

export async function createHttp(options: { logLevel: string; trustedProxies: number }): Promise<FastifyInstance> {
  const app = fastify({
    ...logging(options.logLevel, options.trustedProxies),
    // What stands further to the left in X-Forwarded-For was written by whoever asks.
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    requestTimeout: LONG_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: 15_000, maxHeaderSize: 16_384 } as never,
    return503OnClosing: true,
    forceCloseConnections: true,
    clientErrorHandler: refuseUnread,
    frameworkErrors: refuseAddress,
  });
  addRequestLog(app);
  knowMethods(app);
  // An empty JSON body is no body: endpoints without input take either.
  await app.register(cookie);
  // What routes say of it (routes.ts). Never of what comes in: a small request could be a large one.
  await app.register(compress, { global: false, globalDecompression: false });
  await app.register(helmet, {
    // The page's own policy stands in the page, with the hashes of its inline scripts; this adds what a page cannot say.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc,
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    const { takesLong } = request.routeOptions.config as { takesLong?: boolean };
    if (takesLong || !('content-length' in raw.headers || 'transfer-encoding' in raw.headers)) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy();
    }, SHORT_MS).unref();
    raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self), payment=()');
  });
  addErrorHandler(app);
  return app;
}
