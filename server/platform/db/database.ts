// The pool and the one transaction helper. Nothing else in the server talks to PostgreSQL.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { Heard } from '../events/heard.ts';

/** What one committed transaction told: to which company, which events, and whose sockets begin or end to hear what. */
export interface Committed {
  readonly company_id: string;
  readonly events: readonly EventFrame[];
  readonly subscriptions: readonly SubscriptionChange[];
}
export interface SubscriptionChange {
  readonly employee_id: string;
  readonly add?: readonly Heard[];
  readonly remove?: readonly string[];
}

/** A running transaction. Rows come as plain objects; timestamps as ISO strings, dates as `YYYY-MM-DD`. */
export interface Tx {
  /** The company whose rows can be seen; empty in a system transaction. */
  readonly company_id: string;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs after a successful commit, in order; an error in it is logged and changes nothing. */
  afterCommit(action: () => void): void;
  /** Filled by `emit`; told to the bus after the commit. */
  readonly events: EventFrame[];
  readonly subscriptions: SubscriptionChange[];
  /** Writes what is to be committed together with this answer, in the same round trip as the commit. */
  lastly(text: string, values: readonly unknown[]): void;
}

export interface Database {
  /** Runs `work` in one transaction that sees one company. Deadlocks and serialisation failures run it again. */
  company<T>(company_id: string, work: (tx: Tx) => Promise<T>, mode?: TxMode): Promise<T>;
  /** Runs `work` across companies: only the tables that allow it are visible. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** True if the database answers. */
  ping(): Promise<boolean>;
  /** Connections of the pool at this moment, and calls that wait for one. */
  load(): Readonly<Record<'in_use' | 'idle' | 'waited_for', number>>;
  close(): Promise<void>;
}
/** `snapshot`: repeatable read, read only, so that several reads fit together. */
export type TxMode = 'write' | 'snapshot';

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const BEGIN: Record<TxMode, string> = { write: 'BEGIN', snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };
const SCOPE = "SELECT set_config('app.company_id', $1, true), set_config('app.scope', $2, true)";
const RETRY = new Set(['40001', '40P01']);
const MAX_RETRIES = 4;

const names = new Map<string, string>();
/** Prepared statements are known by their text; PostgreSQL keeps 63 characters of a name. */
function statement(text: string, values: readonly unknown[]) {
  let name = names.get(text);
  if (!name) names.set(text, (name = createHash('sha256').update(text).digest('base64url').slice(0, 24)));
  return { name, text, values: values as unknown[] };
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  /** The role without BYPASSRLS that every connection takes on. */
  readonly role: string;
  readonly poolSize?: number;
  /** Told after each commit that emitted. `certain` is false if the connection broke while committing: look it up. */
  readonly onCommitted: (committed: Committed, certain: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** Opens the pool (connections are made when first needed). */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    pipeline: true,
    max: options.poolSize ?? 20,
    options: `-c role=${options.role} -c timezone=UTC -c statement_timeout=5000 -c lock_timeout=4000 -c idle_in_transaction_session_timeout=10000`,
  } as pg.PoolConfig);
  pool.on('error', options.onError);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => open.delete(client));
  /** A pool says that it has ended before its connections are closed: to those left the database, ended next, would say an error. */
  const close = async () => {
    await pool.end();
    while (open.size) await new Promise((done) => pool.once('remove', done));
  };

  const run = async <T>(company_id: string, scope: string, mode: TxMode, work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(pool, company_id, scope, mode, work, options);
      } catch (error) {
        if (attempt >= MAX_RETRIES || !RETRY.has((error as { code?: string }).code ?? '')) throw error;
        await new Promise((done) => setTimeout(done, Math.random() * 10 * attempt));
      }
    }
  };
  return {
    company: (company_id, work, mode = 'write') => run(company_id, '', mode, work),
    system: (work) => run('', 'system', 'write', work),
    ping: () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    load: () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
    close,
  };
}

async function once<T>(
  pool: pg.Pool,
  company_id: string,
  scope: string,
  mode: TxMode,
  work: (tx: Tx) => Promise<T>,
  options: DatabaseOptions,
): Promise<T> {
  const client = await pool.connect();
  const after: (() => void)[] = [];
  const last: [string, readonly unknown[]][] = [];
  const tx: Tx = {
    company_id,
    events: [],
    subscriptions: [],
    afterCommit: (action) => void after.push(action),
    lastly: (text, values) => void last.push([text, values]),
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(statement(text, values))).rows,
  };
  let broken: Error | undefined;
  let committing = false;
  try {
    // Begin, scope and the first query of the work leave in one packet: none of these is awaited on its own.
    const opened = Promise.all([client.query(BEGIN[mode]), client.query(statement(SCOPE, [company_id, scope]))]);
    opened.catch(() => {});
    const result = await work(tx);
    await opened;
    committing = true;
    const writes = last.map(([text, values]) => client.query(statement(text, values)));
    const [commit] = await Promise.all([client.query('COMMIT'), ...writes]);
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (commit.command !== 'COMMIT') throw new Error('The transaction was rolled back');
    finish(tx, after, options, true);
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) {
      broken = error as Error;
      if (committing) finish(tx, [], options, false);
    } else {
      await client.query('ROLLBACK').catch((e: Error) => (broken = e));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

function finish(tx: Tx, after: (() => void)[], options: DatabaseOptions, certain: boolean): void {
  if (tx.events.length || tx.subscriptions.length)
    options.onCommitted({ company_id: tx.company_id, events: tx.events, subscriptions: tx.subscriptions }, certain);
  for (const action of after) {
    try {
      action();
    } catch (error) {
      options.onError(error);
    }
  }
}

/** SQLSTATE classes 08 (connection) and 57P (shutdown), or an error of the socket itself. */
function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^(08|57P)/.test(code ?? '') ||
    /^E[A-Z]+$/.test(code ?? '') ||
    /Connection terminated|not queryable/.test(message ?? '')
  );
}
