// Which databases there are, what is in them and for how long. `limelight` is the specification's (S9); caches and outbox
// are named by company and employee, so that one person's data is never in another one's way.
import type { DBSchema } from 'idb';
import { type Database, database, type Refill } from './open.ts';
import type { OutboxRecord } from './outbox/record.ts';

/** To be raised when the shape of any cached data changes: older records are then dropped, and read anew. */
export const CACHE_SHAPE = 4;

export interface AppSchema extends DBSchema {
  session: { key: string; value: unknown };
  version: { key: string; value: unknown };
}

/** A query as it is kept. */
export interface KeptQuery {
  readonly shape: number;
  readonly key: readonly unknown[];
  /** The last thing the server said, as JSON: browsers read that twice as fast as they clone what it says. */
  readonly json: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

export interface CacheSchema extends DBSchema {
  /** Queries that follow topics; keyed by query hash. */
  live: { key: string; value: KeptQuery };
  /** At which revisions of its topics each of them is. */
  revisions: { key: string; value: ReadonlyMap<string, number> };
  /** All other queries, in the query library's own form. */
  query: { key: string; value: unknown };
  meta: { key: string; value: unknown };
}

export interface OutboxSchema extends DBSchema {
  outbox: { key: number; value: OutboxRecord; indexes: { id: string } };
  /** Bytes that records wait with, by the id of the file in the record; `at`: since when, in milliseconds since 1970. */
  file: { key: string; value: { readonly blob: Blob; readonly at: number } };
}

export const APP_DATABASE = 'limelight';
/** Beginnings of names: the account's follows. */
export const CACHE = 'limelight-cache:';
export const OUTBOX = 'limelight-outbox:';

/** Beginning of the names in Cache Storage of what belongs to a person, not to the app. */
export const PRIVATE_CACHE = 'private';
/** Of those that hold what is unsent (outbox/second-copy.ts). */
export const UNSENT_CACHE = `${PRIVATE_CACHE}-unsent`;
/** The address, in a private cache, of the picture that a start at this path begins with (device/screens.ts). */
export const keptScreenPath = (pathname: string): string => `/kept-screen${pathname}`;

/** `COMPANY/EMPLOYEE`: whose data it is. */
export const accountOf = (who: { company_id: string; employee_id: string }): string =>
  `${who.company_id}/${who.employee_id}`;

let app: Database<AppSchema> | undefined;
/** The specification's database: two stores, schema version 2. */
export const appDatabase = (): Database<AppSchema> => (app ??= database(APP_DATABASE, 2, { session: {}, version: {} }));

/** What the server said, for reading offline. May be lost or deleted at any time: it can be fetched again. */
export const cacheDatabase = (account: string): Database<CacheSchema> =>
  database(CACHE + account, 1, { live: {}, revisions: {}, query: {}, meta: {} });

/** What waits to be sent. Deleted by its owner alone; sealed when their session ends without them (device/seal.ts). */
export const outboxDatabase = (account: string, refill?: Refill<OutboxSchema>): Database<OutboxSchema> =>
  database(OUTBOX + account, 1, { outbox: { keyPath: 'seq', autoIncrement: true, unique: ['id'] }, file: {} }, refill);
