// Servers on the world's database in which one guard sleeps, so that it is seen what else holds, and that the matrix would notice.
import pg from 'pg';
import { moduleNames } from '#contract/company.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { type App, type AppOptions, buildApp } from '#server/app.ts';
import { headersOf } from '../http.ts';
import { personWithout, type World } from '../world.ts';

const SCOPE = /set_config\('app\.company_id'/;
const FILTER = /\b(?:[a-z_]+\.)?company_id = \$(\d+)/g;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}
const isStatement = (given: unknown): given is Statement =>
  typeof given === 'object' && given !== null && 'text' in given;

/** How many conditions were taken out of statements: none would mean that nothing was tried. */
export const blinded = { filters: 0 };

type Ask = (...all: unknown[]) => unknown;

/** Sends every statement of a company's transaction without the condition that it is about this company. */
class Blind extends pg.Client {
  #inCompany = false;
  override query = ((...all: [unknown, ...unknown[]]) => this.ask(...all)) as pg.Client['query'];
  protected ask(given: unknown, ...rest: unknown[]): unknown {
    const ask = pg.Client.prototype.query as Ask;
    if (!isStatement(given)) return ask.call(this, given, ...rest);
    if (SCOPE.test(given.text)) this.#inCompany = given.values[0] !== '';
    if (!this.#inCompany) return ask.call(this, given, ...rest);
    // Still named, since a parameter that stands nowhere has no type.
    const text = given.text.replace(FILTER, (_, n: string) => {
      blinded.filters++;
      return `($${n}::uuid IS NOT NULL)`;
    });
    return ask.call(this, text === given.text ? given : { ...given, text, name: `${given.name}-blind` }, ...rest);
  }
}

/** Takes back what it says it has committed: what it gets hold of is still there for the next one. */
class Harmless extends Blind {
  protected override ask(given: unknown, ...rest: unknown[]): unknown {
    if (given !== 'COMMIT') return super.ask(given, ...rest);
    return (super.ask('ROLLBACK') as Promise<pg.QueryResult>).then((result) => ({ ...result, command: 'COMMIT' }));
  }
}

export interface Sleeping {
  readonly url: string;
  close(): Promise<void>;
}

async function beside({ app }: World, options: Partial<AppOptions>): Promise<Sleeping> {
  const { config, outbound, log } = app.app.context;
  const logLevel = log.level;
  const server: App = await buildApp({ config, connection: app.connection, logLevel, outbound, ...options });
  const url = await server.http.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => server.close() };
}

/**
 * The statements of this server do not say of which company: row-level security alone is left, and where that is off, nothing is.
 * `harmless`: it writes nothing.
 */
export const withoutCompanyFilter = (world: World, harmless = false): Promise<Sleeping> =>
  beside(world, { connection: { ...world.app.connection, Client: harmless ? Harmless : Blind } as pg.ClientConfig });

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
    Object.assign(endpoint, asDeclared);
  }
}
