// What one waiting write looks like on disk. Written today and perhaps sent by next month's version: fields are only added.
import type { EventFrame } from '#contract/kernel/endpoint.ts';

/** A change as the screens show it before the server has said it: an event's name, and what its reducer needs. */
export interface Prediction {
  readonly name: string;
  readonly payload: unknown;
}

/** A file that goes to the server before its record. Its bytes are in the store `file`, by its id. */
export interface OutboxFile {
  /** Stands in the record's body until the server's id takes its place. */
  readonly id: string;
  readonly name: string;
  /** What the server is asked to call it. */
  readonly key: string;
  /** The server's id, from the first form for it on. */
  readonly file_id: string | null;
  /** It has arrived. */
  readonly there: boolean;
  /** How often it could not be sent though the server was there. */
  readonly tries: number;
}

export interface OutboxRecord {
  /** The order of writing; IndexedDB gives it. Not whole while the record could not be stored. */
  readonly seq: number;
  /** The idempotency key, and where something is created the id of that. */
  readonly id: string;
  /** `COMPANY/EMPLOYEE` */
  readonly account: string;
  /** Records of one scope are sent strictly in order: `employee/ID`, `space/ID/SUB` … */
  readonly scope: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  readonly path: string;
  /** The stored bytes: a query string without `?`, or a JSON body. */
  readonly query: string | null;
  readonly body: string | null;
  readonly app_version: string;
  readonly created_at: string;
  /** How often it was handed to the network. Above 0 the server may have it, whatever we heard. */
  readonly attempts: number;
  /** `failed`: the server refused it and the person decides. `acked`: the server has it, our cached data perhaps not yet. */
  readonly state: 'queued' | 'failed' | 'acked';
  readonly error_code: string | null;
  readonly predicted: readonly Prediction[];
  /** The id of a record without which this one makes no sense (the message that a reaction belongs to). */
  readonly target: string | null;
  /** A later record with the same value makes this one needless (read cursors). */
  readonly replaces: string | null;
  /** The events of the answer, once acked. */
  readonly frames: readonly EventFrame[];
  readonly files?: readonly OutboxFile[];
  /** Not sent before, so that it can be taken back: milliseconds since 1970, by this device's clock. Nothing waits behind it. */
  readonly held_until?: number;
}

/** Longer than that nothing is held: a clock that was set back must not keep it for ever. Milliseconds. */
export const MOST_HELD_MS = 60_000;

/** Milliseconds until it may be sent; 0 if it may be. */
export function heldFor({ state, held_until = 0 }: Pick<OutboxRecord, 'state' | 'held_until'>): number {
  const left = held_until - Date.now();
  return state === 'queued' && left > 0 && left <= MOST_HELD_MS ? left : 0;
}

/**
 * True for what somebody wrote. Of a read marker or a status only the last matters: nobody is asked or told about it when it
 * waits.
 */
export const isWork = ({ replaces }: Pick<OutboxRecord, 'replaces'>): boolean => replaces === null;

/** True for what the server does not have, as far as is known. */
export const isUnsent = ({ state }: Pick<OutboxRecord, 'state'>): boolean => state !== 'acked';

/** A record that is still to get its place. */
export type OutboxDraft = Omit<OutboxRecord, 'seq'>;
