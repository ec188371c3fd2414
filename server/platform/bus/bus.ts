// What happened, told to everything in this process that wants to know, after the commit. Between nodes it is the
// place where NATS comes in.

import type { Actor } from '../actor.ts';
import type { Committed } from '../db/database.ts';

/** Things told besides committed events: not stored, at most once. */
export type Signal =
  /** These sessions are over: their sockets close, caches of them are dropped. Without ids: all of the employee's. */
  | { type: 'sessions_ended'; company_id: string; employee_id: string; session_ids?: readonly string[] }
  /** Permissions, modules or account of the company (or of one employee) changed: cached sessions are read anew. */
  | { type: 'actors_changed'; company_id: string; employee_id?: string }
  /** Nobody of the company may be here for now: all its sockets close. The sessions live on. */
  | { type: 'company_suspended'; company_id: string; employee_id?: undefined };

export interface Bus {
  publish(committed: Committed): void;
  signal(signal: Signal): void;
  onCommitted(listener: (committed: Committed) => void): void;
  onSignal(listener: (signal: Signal) => void): void;
}

/** True if what is known of this actor's session is no longer to be trusted. */
export function concerns(signal: Signal, actor: Pick<Actor, 'company_id' | 'employee_id' | 'session_id'>): boolean {
  if (signal.company_id !== actor.company_id) return false;
  if (signal.employee_id !== undefined && signal.employee_id !== actor.employee_id) return false;
  return signal.type !== 'sessions_ended' || !signal.session_ids || signal.session_ids.includes(actor.session_id);
}

/** A bus within one process. A listener that throws is reported and does not keep the others from hearing. */
export function createBus(onError: (error: unknown) => void): Bus {
  const committedListeners: ((committed: Committed) => void)[] = [];
  const signalListeners: ((signal: Signal) => void)[] = [];
  const tell = <T>(listeners: readonly ((value: T) => void)[], value: T) => {
    for (const listener of listeners) {
      try {
        listener(value);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    publish: (committed) => tell(committedListeners, committed),
    signal: (signal) => tell(signalListeners, signal),
    onCommitted: (listener) => void committedListeners.push(listener),
    onSignal: (listener) => void signalListeners.push(listener),
  };
}
