// Sends what waits: pages and worker run this same loop, one at a time (Web Lock). What is stored and what is shown, and when
// to try again, is decided elsewhere.
import { SessionOver } from '../../api/errors.ts';
import { type Answer, eventsIn, type Wire } from '../../api/request.ts';
import type { Sender } from '../../api/sender.ts';
import { withLock } from '../locks.ts';
import { heldFor, type OutboxRecord } from './record.ts';
import type { OutboxStore } from './store.ts';

/** Scopes that are sent at the same time; also: failures in a row after which the others are not tried. */
const PARALLEL = 4;

export interface Drained {
  /** Records that still wait to be sent, without those that are held. */
  readonly left: number;
  /** Milliseconds until the first of what is held may be sent; Infinity if nothing is. */
  readonly heldMs: number;
  /** Why some are left: no connection or a failing server; too many requests; the session is over; another sender is at it. */
  readonly stopped: 'unreachable' | 'throttled' | 'over' | 'busy' | null;
  /** Milliseconds the server asked us to wait. */
  readonly waitMs: number;
  /** Some answer came: what could not be sent has its own trouble. */
  readonly reached: boolean;
  /** The scopes that are stuck. */
  readonly stuck: ReadonlySet<string>;
}

export interface DrainOptions {
  readonly account: string;
  readonly store: OutboxStore;
  readonly send: Sender;
  /** A record was acked or refused. */
  readonly onChange?: (record: OutboxRecord) => void;
  /** Scopes that are not to be tried this time. */
  readonly skip?: ReadonlySet<string>;
  /** Do not wait for another sender of this browser. */
  readonly ifAvailable?: boolean;
  readonly signal?: AbortSignal;
  /** Brings a record's files to the server before it. Null: they are there. Rejects if there is no connection. */
  readonly bring: Bring;
  /** Something goes on that takes long. */
  readonly alive?: () => void;
}

export type Bring = (record: OutboxRecord, tools: BringTools) => Promise<Outcome | null>;
/** `judge`: what an answer means for the record, if it is not the one that was hoped for. */
export type BringTools = Pick<DrainOptions, 'account' | 'store' | 'send' | 'signal' | 'alive'> & {
  readonly judge: (answer: Answer) => Outcome;
};

/** Sends everything of the account that waits. Rejects only with AbortError, when `signal` fires while waiting for the lock. */
export function drain(options: DrainOptions): Promise<Drained> {
  const { account, store, ifAvailable = false, signal } = options;
  const work = async (held: boolean): Promise<Drained> => {
    const run: Run = {
      ...options,
      blocked: new Set(options.skip),
      failures: 0,
      stopped: held ? null : 'busy',
      waitMs: 0,
      reached: false,
    };
    const taken = new Set<number>();
    let records = await store.all();
    while (mayGoOn(run)) {
      const ready = inTurn(sendable(records)).filter(({ seq, scope }) => !taken.has(seq) && !run.blocked.has(scope));
      if (!ready.length) break;
      for (const { seq } of ready) taken.add(seq);
      await inScopes(ready, (record) => sendOne(record, run));
      // Sent in the meantime, written in the meantime.
      records = await store.all();
    }
    const { waitMs, reached, blocked } = run;
    return {
      left: sendable(records).length,
      heldMs: Math.min(...records.map((record) => heldFor(record) || Number.POSITIVE_INFINITY)),
      stopped: run.stopped ?? (blocked.size ? 'unreachable' : null),
      waitMs,
      reached,
      stuck: blocked,
    };
  };
  return withLock(`limelight-drain:${account}`, work, ifAvailable ? { ifAvailable } : signal ? { signal } : {});
}

interface Run extends DrainOptions {
  /** Scopes whose next record could not be sent: what stands behind it waits, too. */
  readonly blocked: Set<string>;
  failures: number;
  stopped: Drained['stopped'];
  waitMs: number;
  reached: boolean;
}

const mayGoOn = (run: Run): boolean => !run.stopped && run.failures < PARALLEL && !run.signal?.aborted;

/** Queued and not held, and not about something that was refused, nor about what is about that. */
function sendable(records: readonly OutboxRecord[]): OutboxRecord[] {
  const refused = new Set<string>();
  for (const { id, state, target } of records)
    if (state === 'failed' || (target && refused.has(target))) refused.add(id);
  return records.filter((record) => record.state === 'queued' && !heldFor(record) && !refused.has(record.id));
}

/** Without those about something of another scope that waits itself (the answer in a thread, its root), and what is behind them. */
function inTurn(waiting: readonly OutboxRecord[]): OutboxRecord[] {
  const scopes = new Map(waiting.map(({ id, scope }) => [id, scope]));
  const early = new Set<string>();
  return waiting.filter(({ scope, target }) => {
    const other = target === null ? undefined : scopes.get(target);
    if (other !== undefined && other !== scope) early.add(scope);
    return !early.has(scope);
  });
}

/** Runs a few scopes at a time and each strictly in order; a scope ends when `one` answers false. */
async function inScopes(records: readonly OutboxRecord[], one: (record: OutboxRecord) => Promise<boolean>) {
  const scopes = [...Map.groupBy(records, (record) => record.scope).values()];
  const lane = async () => {
    for (let scope = scopes.shift(); scope; scope = scopes.shift()) {
      for (const record of scope) if (!(await one(record))) break;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
}

/** True if the scope may go on. */
async function sendOne(waiting: OutboxRecord, run: Run): Promise<boolean> {
  const { seq, scope } = waiting;
  if (!mayGoOn(run)) {
    // It may be gone on after all, once something else has got through: not with what was written behind this in the meantime.
    run.blocked.add(scope);
    return false;
  }
  const outcome = await attempt(waiting, run);
  if (outcome === 'gone') return true;
  if (outcome === 'later') {
    run.blocked.add(scope);
    return false;
  }
  run.failures = 0;
  const next = await run.store.update(seq, (record) => ({ ...record, ...outcome }));
  if (next) run.onChange?.(next);
  return true;
}

export type Outcome = Pick<OutboxRecord, 'state' | 'error_code' | 'frames'> | 'gone' | 'later';

async function attempt(waiting: OutboxRecord, run: Run): Promise<Outcome> {
  try {
    if (waiting.files?.some((file) => !file.there)) {
      const outcome = await run.bring(waiting, { ...run, judge: (answer) => judge(answer, run) });
      if (outcome) return outcome;
    }
    // Counted before it leaves: from here on the server may have it, and it can no longer be changed or taken back quietly.
    const record = await run.store.update(waiting.seq, (found) =>
      found.state === 'queued' ? { ...found, attempts: found.attempts + 1 } : undefined,
    );
    if (!record) return 'gone';
    const answer = await run.send(wireOf(record), { signal: run.signal });
    run.reached = true;
    return judge(answer, run);
  } catch (error) {
    // No connection, an answer that is none, or a record that cannot be read now. All pass; the order must hold.
    if (error instanceof SessionOver) run.stopped = 'over';
    run.failures++;
    return 'later';
  }
}

function judge({ status, envelope, retryAfter }: Answer, run: Run): Outcome {
  if (envelope?.status === 'success') return { state: 'acked', error_code: null, frames: eventsIn(envelope.data) };
  if (status === 429) {
    run.stopped = 'throttled';
    run.waitMs = Math.max(run.waitMs, (retryAfter ?? 1) * 1000);
    return 'later';
  }
  // AUTH_WRONG_COMPANY is about the headers, never about this write: it must not cost the person their text.
  const passing = status >= 500 || status === 408 || status === 401 || envelope?.error_code === 'AUTH_WRONG_COMPANY';
  if (passing) {
    run.failures++;
    return 'later';
  }
  return { state: 'failed', error_code: envelope?.error_code ?? null, frames: [] };
}

/** With the server's ids of its files. */
function wireOf({ method, path, query, body, id, files = [] }: OutboxRecord): Wire {
  const named = files.reduce((text, file) => text?.replaceAll(file.id, file.file_id ?? '') ?? null, body);
  return { method, path, query, body: named, key: id };
}
