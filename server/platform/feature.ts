// What a feature is to the server, and what it gets from it. implement() ties handlers to the contract at compile time.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Endpoint, ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor, Operator } from './actor.ts';
import type { Bus } from './bus/bus.ts';
import type { Config } from './config/config.ts';
import type { Database, Tx } from './db/database.ts';
import type { Sealers } from './db/sealer.ts';
import type { Heard } from './events/heard.ts';
import type { RateLimits } from './http/rate-limit.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outbound } from './outbound/outbound.ts';

/** A call behind a session: everything happens in its one transaction. */
export interface SessionCall {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly idempotencyKey: string | undefined;
}

/** A call that anyone may make: the handler opens its own transactions. */
export interface OpenCall {
  readonly db: Database;
  /** Request headers in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly ip: string;
  /** Reached over https. */
  readonly secure: boolean;
  setHeader(name: string, value: string): void;
  /**
   * HttpOnly, SameSite=Strict, path /api/auth; Secure when the app is reached over https. `maxAge` in seconds, 0 clears. `lax`: one
   * that comes along when another site sends the browser back to us, path /. `operator`: path /api/backadmin.
   */
  setCookie(name: string, value: string, maxAge: number, kind?: 'lax' | 'operator'): void;
}

/** A call of an operator, who is in no company: the handler opens its own transactions. */
export interface OperatorCall extends OpenCall {
  readonly operator: Operator;
}

/**
 * The rest of a call, run once its transaction is over: so that none is held while another server is asked. Not where the answer
 * is stored for an idempotency key.
 */
export type Afterwards<T> = () => Promise<T>;

export type Handler<E extends Endpoint> = (
  call: E['access'] extends 'open' ? OpenCall : E['access'] extends 'operator' ? OperatorCall : SessionCall,
  input: ParsedOf<E>,
) => Promise<ResponseOf<E> | (E['access'] extends 'open' | 'operator' ? never : Afterwards<ResponseOf<E>>)>;

/** An endpoint with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: never, input: never) => Promise<unknown>;
}

type EndpointKeys<M> = { [K in keyof M]: M[K] extends { path: string; rate: string } ? K : never }[keyof M];
type Handlers<M> = { readonly [K in EndpointKeys<M>]: M[K] extends Endpoint ? Handler<M[K]> : never };

/** One handler per endpoint of a contract file. A missing handler or an answer of another shape does not compile. */
export function implement<M extends object>(contract: M, handlers: Handlers<M>): Route[] {
  return Object.entries(handlers).map(([key, handle]) => ({
    endpoint: (contract as Record<string, unknown>)[key] as Endpoint,
    handle: handle as Route['handle'],
  }));
}

/**
 * Which topics an employee may see: for subscriptions and for sync. `asked`: with those of them that no socket hears by itself,
 * because there are too many that may be seen.
 */
export type TopicSource = (tx: Tx, employee_id: string, asked?: readonly string[]) => Promise<Heard[]>;

/** Everything the platform offers a feature at start. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly mailer: Mailer;
  readonly limits: RateLimits;
  /** The one way to addresses that people gave us. */
  readonly outbound: Outbound;
  readonly metrics: Metrics;
  /** For what is kept and must be read again. What lies sealed in a table is named in the feature's migrations/sealed-columns.ts. */
  readonly sealers: Sealers;
  readonly log: FastifyBaseLogger;
}

export interface Feature {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly topics?: TopicSource;
  /** Adds addresses that speak neither JSON nor the envelope: bytes of files. They guard themselves. */
  readonly mount?: (http: FastifyInstance) => void;
  /** Done before anybody is let in; a failure keeps the server from starting. */
  readonly prepare?: () => Promise<void>;
  /** A line for whoever has started the server, once it listens. `origin`: where it can be reached on this machine. */
  readonly announce?: (origin: string) => Promise<string | undefined>;
  /** Called once the server is being stopped. */
  readonly stop?: () => Promise<void> | void;
}
