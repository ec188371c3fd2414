// Servers on the world's database in which one guard sleeps, so that it is seen what else holds, and that the matrix would notice.
import type pg from 'pg';
import { moduleNames } from '#contract/company.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { endpoints } from '#contract/registry.ts';
import { type App, type AppOptions, buildApp } from '#server/app.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Authenticate } from '#server/platform/http/routes.ts';
import { headersOf } from '../http.ts';
import { personWithout, type World } from '../world.ts';
import {
  anyRequest,
  type Rewrite,
  speaking,
  withoutAccount,
  withoutFilter,
  withoutPlace,
  withoutSecret,
  withoutStanding,
  withoutSuspension,
} from './statements.ts';

export interface Sleeping {
  readonly url: string;
  close(): Promise<void>;
}

type Beside = Partial<AppOptions> & { readonly started?: (server: App) => void };

async function beside({ app }: World, { started, ...options }: Beside): Promise<Sleeping> {
  const { config, outbound, log } = app.app.context;
  const logLevel = log.level;
  const server: App = await buildApp({ config, connection: app.connection, logLevel, outbound, ...options });
  started?.(server);
  const url = await server.http.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => server.close() };
}

const speakingServer = (world: World, rewrite: Rewrite, harmless?: boolean): Promise<Sleeping> =>
  beside(world, {
    connection: { ...world.app.connection, Client: speaking(() => rewrite, harmless) } as pg.ClientConfig,
  });

/** The statements of this server do not say of which company: row-level security alone is left. */
export const withoutCompanyFilter = (world: World): Promise<Sleeping> => speakingServer(world, withoutFilter);

/** Whoever asks this server is in every place of the company, and what is somebody’s is theirs. It writes nothing. */
export const withoutPlaces = (world: World): Promise<Sleeping> => speakingServer(world, withoutPlace, true);

/** The same, in every company. */
export const withoutPlacesOrCompany = (world: World): Promise<Sleeping> =>
  speakingServer(world, (text) => withoutFilter(withoutPlace(text)), true);

/** The services of this server ask nobody a second time what they may do. It writes nothing. */
export const withoutSecondAsking = (world: World): Promise<Sleeping> =>
  beside(world, {
    connection: { ...world.app.connection, Client: speaking(withoutStanding, true) } as pg.ClientConfig,
  });

/** To this server every account is active. It writes nothing. */
export const withoutAccounts = (world: World): Promise<Sleeping> => speakingServer(world, withoutAccount, true);

/** To this server no company is suspended. It writes nothing. */
export const withoutSuspensions = (world: World): Promise<Sleeping> => speakingServer(world, withoutSuspension, true);

/** To this server whatever comes under a key that it has seen is the same request again. */
export const withoutRequestHash = (world: World): Promise<Sleeping> =>
  beside(world, {
    connection: {
      ...world.app.connection,
      Client: speaking(() => (text) => text, false, anyRequest),
    } as pg.ClientConfig,
  });

/** To this server the session alone says who calls, whatever stands beside it. */
export const withoutHints = (world: World): Promise<Sleeping> => {
  const { company_id, employee_id, session_id } = sessionHeaders;
  return beside(world, {
    guarding: (real) => ({
      ...real,
      authenticate: async (headers) => {
        const [whose] = await world.app.sql<{ company_id: string; employee_id: string }>(
          'SELECT company_id, employee_id FROM session WHERE session_id = $1',
          [headers[session_id]],
        );
        return real.authenticate({ ...headers, [company_id]: whose?.company_id, [employee_id]: whose?.employee_id });
      },
    }),
  });
};

/** This server takes twice as much as is declared. */
export async function withoutLimits(world: World): Promise<Sleeping> {
  const all = endpoints.map((endpoint) => ({ endpoint, limit: endpoint.limit }));
  for (const { endpoint, limit } of all) Object.assign(endpoint, { limit: limit * 2 });
  try {
    return await beside(world, {});
  } finally {
    for (const { endpoint, limit } of all) Object.assign(endpoint, { limit });
  }
}

/** To this server every body is JSON, whatever it is said to be. */
export const withoutContentTypes = (world: World): Promise<Sleeping> =>
  beside(world, {
    started: ({ http }) =>
      http.server.prependListener('request', ({ headers }) => {
        if ('content-length' in headers || 'transfer-encoding' in headers) headers['content-type'] = 'application/json';
      }),
  });

/** To this server any key of an identity provider is a good one. */
export const withoutProviderSecret = (world: World): Promise<Sleeping> => speakingServer(world, withoutSecret, true);

/**
 * Whoever this server does not know is somebody of company A who may do everything, or the operator. Somebody of their own, and asked
 * for once: some calls end the session that they come with.
 */
export async function withoutSessions(world: World): Promise<Sleeping> {
  const somebody = headersOf(await personWithout(world.a, [])) as Record<string, string>;
  return beside(world, {
    guarding: (real) => {
      let known: ReturnType<typeof real.authenticate> | undefined;
      return {
        ...real,
        authenticate: (headers) => real.authenticate(headers).catch(() => (known ??= real.authenticate(somebody))),
        operator: (cookies) => real.operator(cookies).catch(() => real.operator(cookiesOf(world.operator.cookie))),
      };
    },
  });
}

/** To this server no company has switched any module off. */
export const withoutModules = (world: World): Promise<Sleeping> =>
  beside(world, {
    guarding: (real) => ({
      ...real,
      authenticate: async (headers) => {
        const known = await real.authenticate(headers);
        return { ...known, actor: { ...known.actor, modules: new Set(moduleNames) } };
      },
    }),
  });

/** Servers that open a socket without asking for one of these: what is shown to them, and a server that takes it. */
export const withoutSocketGuard: Readonly<Record<string, (world: World) => Promise<Sleeping>>> = {
  'another page': (world) => beside(world, { guarding: (real) => ({ ...real, isOwnOrigin: () => true }) }),
  'a ticket that is none': async (world) => {
    const known: { actor?: Actor; authenticate?: Authenticate } = {};
    const server = await beside(world, {
      guarding: (real) => {
        known.authenticate = real.authenticate;
        return { ...real, redeem: (ticket) => real.redeem(ticket) ?? known.actor };
      },
    });
    const said = await known.authenticate?.(headersOf(world.a.member) as Record<string, string>);
    if (said) known.actor = said.actor;
    return server;
  },
  'a session that is over': (world) =>
    beside(world, { guarding: (real) => ({ ...real, livingSessions: async (_tx, all) => new Set(all) }) }),
};

const cookiesOf = (header: string): Record<string, string> =>
  Object.fromEntries(header.split('; ').map((pair) => pair.split('=', 2) as [string, string]));

/** Does `work` while the endpoint is declared otherwise; what it is given stays as it was. */
export async function declaredAs<T>(
  endpoint: Endpoint,
  otherwise: Partial<Endpoint>,
  work: (asDeclared: Endpoint) => Promise<T>,
): Promise<T> {
  const asDeclared = { ...endpoint };
  Object.assign(endpoint, otherwise);
  try {
    return await work(asDeclared);
  } finally {
    // What is not declared at all must not stay either: the files that follow in this worker have the same declarations.
    for (const key of Object.keys(otherwise)) if (!(key in asDeclared)) Reflect.deleteProperty(endpoint, key);
    Object.assign(endpoint, asDeclared);
  }
}
