// endpoint() and event(): the two words in which everything that crosses the wire is written. No feature's word in here.
import type { ErrorMap } from './errors.ts';
import type { InputOf, OutputOf, Schema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Anyone, anyone signed in, whoever runs the server (their session opens nothing else), or who holds all, or any, of these (S5). */
export type Access =
  | 'open'
  | 'session'
  | 'operator'
  | { readonly all?: readonly string[]; readonly any?: readonly string[] };

/** How often: the classes and their figures stand in `server/platform/http/rate-limit.ts`. */
export type RateClass = 'read' | 'write' | 'message' | 'search' | 'export' | 'sign_in' | 'mail' | 'register' | 'ticket';

export interface Endpoint<
  In extends Schema = Schema,
  Out extends Schema = Schema,
  E extends ErrorMap = ErrorMap,
  A extends Access = Access,
> {
  /** `feature.thing.verb`, unique. */
  readonly name: string;
  readonly method: Method;
  /** Below `/api`. No parameters in the path: GET and DELETE read the query, the others the JSON body. */
  readonly path: `/${string}`;
  /** Its literal type is kept: the server gives open and signed-in handlers different calls. */
  readonly access: A;
  /** The company's module that must be on. */
  readonly module?: string;
  readonly input: In;
  readonly output: Out;
  /** Each id in the input → the entity it names (`employee`, `audience[].group_id: group`); for the generated tests. */
  readonly refs: Readonly<Record<string, string>>;
  readonly errors: E;
  readonly rate: RateClass;
  /** `key`: the header is required and the stored answer comes again. `natural`: doing it twice is doing it once. `none`: reads, and sign-in. */
  readonly idempotency: 'key' | 'natural' | 'none';
  /** May wait in the client's outbox while there is no connection. */
  readonly queue: boolean;
  /** How lately who calls must have said who they are, where that is not as auth/asks-proof.ts has it. `when`: `fresh` for such inputs. */
  readonly proof?: 'fresh' | 'lately' | 'never' | { when(input: OutputOf<In>): boolean };
  /** Largest request body in bytes. */
  readonly limit: number;
}

type Defaults = 'refs' | 'errors' | 'idempotency' | 'queue' | 'limit';
type Given<In extends Schema, Out extends Schema, E extends ErrorMap, A extends Access> = Omit<
  Endpoint<In, Out, E, A>,
  Defaults
> &
  Partial<Pick<Endpoint<In, Out, E, A>, Defaults>>;

/** Declares one endpoint. Writes take an idempotency key unless they say otherwise; bodies are 64 KiB at most by default. */
export function endpoint<
  In extends Schema,
  Out extends Schema,
  const A extends Access,
  const E extends ErrorMap = Record<never, never>,
>(given: Given<In, Out, E, A>): Endpoint<In, Out, E, A> {
  const idempotency = given.method === 'GET' || given.access === 'open' ? 'none' : 'key';
  return { refs: {}, errors: {} as E, queue: false, limit: 65_536, idempotency, ...given };
}

/** The kinds of topics. A topic is `company`, or `kind:ID`. */
export type TopicKind = 'company' | 'employee' | 'space' | 'conversation' | 'community';
export type Topic = 'company' | `${Exclude<TopicKind, 'company'>}:${string}`;

export interface EventType<P extends Schema = Schema> {
  /** `feature.something_happened`, unique. */
  readonly name: string;
  readonly topic: TopicKind;
  readonly payload: P;
}

/** Declares one event: what is told to everybody who may see the topic when it changes. */
export function event<P extends Schema>(given: EventType<P>): EventType<P> {
  return given;
}

/** An event on its way: what sockets, `/sync` and the answers of writes carry. Revision r follows r - 1 without a gap. */
export interface EventFrame<P = unknown> {
  readonly topic: Topic;
  readonly revision: number;
  readonly name: string;
  readonly payload: P;
}

export type RequestOf<E extends Endpoint> = InputOf<E['input']>;
export type ParsedOf<E extends Endpoint> = OutputOf<E['input']>;
export type ResponseOf<E extends Endpoint> = OutputOf<E['output']>;
export type PayloadOf<T extends EventType> = OutputOf<T['payload']>;

/** True if the endpoint changes something. */
export const isWrite = (e: Endpoint): boolean => e.idempotency !== 'none' || e.access === 'open';

/** True if the input travels in the query string. */
export const inQuery = (e: Pick<Endpoint, 'method'>): boolean => e.method === 'GET' || e.method === 'DELETE';
