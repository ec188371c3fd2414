// One endpoint under test: its valid call, made anew or shared by all refusals.
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { TestClient } from '../kit/client.ts';
import type { Case } from './cases/case.ts';
import { type Call, callOf, type Input, type Reply, send } from './http.ts';
import type { World } from './world.ts';

export interface Made {
  readonly by: TestClient;
  readonly input: Input;
  readonly call: Call;
}

export interface Row {
  readonly endpoint: Endpoint;
  readonly case: Case;
  readonly world: World;
  /** The answer on the valid call was a success: without that no refusal proves anything. */
  works: boolean;
  /** A valid call with things of its own; `form` picks among the forms of the input. */
  fresh(form?: number): Promise<Made>;
  /** The valid call that the refusals are derived from. Nothing may run it before the last column does. */
  shared(): Promise<Made>;
  send(call: Call): Promise<Reply>;
  /** The body is announced or begun, but never ended. */
  sendUnfinished(call: Call): Promise<Reply>;
}

/** A column of the matrix: one way in which a call differs from the valid one, and what must become of it. */
export interface Column {
  readonly name: string;
  readonly applies: (row: Pick<Row, 'endpoint' | 'case'>) => boolean;
  readonly run: (row: Row) => Promise<void>;
}

/** `url`: another server on the same database that is to be asked. */
export function rowOf(endpoint: Endpoint, given: Case, world: World, url = world.app.url): Row {
  const fresh = async (form = 0): Promise<Made> => {
    const make = given.forms[form];
    if (!make) throw new RangeError(`${endpoint.name} has no form ${form}`);
    const { input, by = world.a.owner } = await make(world.a);
    return { by, input, call: callOf(endpoint, by, input) };
  };
  let shared: Promise<Made> | undefined;
  // Whoever asks believes to be at the one address that there is.
  const { host } = new URL(world.app.url);
  const here = (call: Call): Call => ({ ...call, headers: { host, ...call.headers } });
  return {
    endpoint,
    case: given,
    world,
    works: false,
    fresh,
    shared: () => (shared ??= fresh()),
    send: (call) => send(url, here(call)),
    sendUnfinished: (call) => send(url, here(call), true),
  };
}

/** True if the endpoint asks for an employee's session, by the router or by itself. */
export const behindSession = ({ endpoint, case: given }: Pick<Row, 'endpoint' | 'case'>): boolean =>
  (endpoint.access !== 'open' && endpoint.access !== 'operator') || given.session === true;

export const withHeaders = (call: Call, headers: Call['headers']): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});
