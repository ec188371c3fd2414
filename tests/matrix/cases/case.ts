// What a case of the matrix is: calls of one endpoint that are valid, and what is said of who may make them.
import type { Endpoint, RequestOf } from '#contract/kernel/endpoint.ts';
import type { TestClient } from '../../kit/client.ts';
import type { Input } from '../http.ts';
import type { Side } from '../world.ts';

/** A valid call; by the owner if it says nothing. */
export interface Valid<I = Input> {
  readonly input: I;
  readonly by?: TestClient;
}

export interface Options {
  /** An open endpoint that looks at the session by itself, so that the session columns hold for it. */
  readonly session?: true;
  /** Somebody who sees the thing but may not do this to it (on the first form), and is told so: NO_PERMISSION. */
  readonly notBy?: (side: Side) => TestClient;
  /** Why everybody who sees the thing may do this to it. */
  readonly byAnybody?: string;
  /** Why a write answers an id that names nothing with success (it must write nothing all the same). */
  readonly silent?: string;
  /** The service itself asks whether this module is on, of whoever manages nobody: the call (its last form) is also theirs. */
  readonly asksModule?: { readonly module: string; readonly by: (side: Side) => TestClient };
  /** The call has a code that is good once: the same call again does nothing, and is told this. */
  readonly spent?: string;
  /** With this field in the input the server says what it has itself instead of the texts that were sent. */
  readonly ownWords?: string;
}

export interface Case extends Options {
  /** All forms of the input; together they have every field. */
  readonly forms: readonly ((side: Side) => Promise<Valid>)[];
}

type Form<E extends Endpoint> = (side: Side) => Promise<Valid<RequestOf<E>>> | Valid<RequestOf<E>>;

/** One form of the input for most; several where no one call can have all fields. */
export const entry =
  <E extends Endpoint>(endpoint: E, options: Options = {}) =>
  (...forms: readonly Form<E>[]): readonly [string, Case] => {
    const made = forms.map((form) => async (side: Side) => (await form(side)) as Valid);
    return [endpoint.name, { forms: made, ...options }];
  };
