// Everybody is fetched from the HR system and judged as an import. No connection to the database is held while Finch is asked; that one
// company fetches once at a time is a row's business, so it holds on several servers, and is over by itself if one of them dies.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { importFinch } from '#contract/people/spreadsheet/finch.ts';
import type { ImportBatch } from '#contract/people/spreadsheet/importing.ts';
import type { Actor } from '../../../../../platform/actor.ts';
import { audit } from '../../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../../platform/db/database.ts';
import type { Afterwards } from '../../../../../platform/feature.ts';
import { AppError } from '../../../../../platform/http/errors.ts';
import { findBatch } from '../import-repo.ts';
import { getImport, judgeTable } from '../importing.ts';
import { findByKeys } from '../judging/world-repo.ts';
import { type Found, readPeople } from './finch-api.ts';
import { type FinchDeps, keyIn } from './finch-key.ts';
import { beginFetch, type ConnectionRow, endFetch, findConnection, lockConnection, wasDropped } from './finch-repo.ts';
import { finchColumns, keysOfLeft, linesOf } from './lines.ts';

/** All of it; Finch may make us wait minutes. */
const MOST_MS = 270_000;
/** By then it is over on any server. */
const LEASE_S = 300;
/** So long a call waits for it; from then on one asks again. Shorter than any proxy's patience. */
const CALL_MS = 15_000;
const SAMPLE = 60;

type Answer = ResponseOf<typeof importFinch>;

export interface Fetches {
  begin(tx: Tx, actor: Actor, input: ParsedOf<typeof importFinch>): Promise<Answer | Afterwards<Answer>>;
  /** What goes on is broken off. */
  stop(): Promise<void>;
}

/** `deps.signal` has fired when `stop` is called. */
export function keepFetching(deps: FinchDeps): Fetches {
  const running = new Set<Promise<unknown>>();
  return {
    begin: async (tx, actor, { import_id }) => {
      const taken = await take(tx, actor, import_id, deps);
      if (!('lease' in taken)) return taken;
      return () => {
        const fetching = fetchAll(actor, import_id, taken, deps);
        const kept = fetching.catch(() => undefined).finally(() => running.delete(kept));
        running.add(kept);
        return orLater(fetching);
      };
    },
    stop: async () => void (await Promise.all(running)),
  };
}

/** Ours to fetch, by this key; the lease says that it still is. */
interface Taken {
  readonly key: string;
  readonly lease: string;
}

/** Ours to fetch; or the answer, where there is one already. */
async function take(tx: Tx, actor: Actor, import_id: string, deps: FinchDeps): Promise<Taken | Answer> {
  // Who only asks how far it is waits for nobody.
  const seen = await findConnection(tx);
  if (seen?.fetching) return answerOf(tx, actor, import_id, seen);
  // Before what it may have become is looked for: what somebody fetches until now is there by then.
  const row = await lockConnection(tx);
  const there = await batchOf(tx, actor, import_id);
  if (there) return { batch: there };
  if (await wasDropped(tx, import_id)) throw new AppError('FINCH_KEY_CHANGED');
  const key = keyIn(tx, deps, row);
  if (!row || !key) throw new AppError('NO_FINCH_ACCESS_KEY');
  if (row.fetching) return answerOf(tx, actor, import_id, row);
  if (row.fetch_id === import_id && row.fetch_failed) throw new AppError(row.fetch_failed);
  await deps.count(actor.company_id);
  return { key, lease: await beginFetch(tx, import_id, LEASE_S) };
}

/** While somebody fetches. FINCH_BUSY, FINCH_KEY_CHANGED, IMPORT_NOT_FOUND, IMPORT_STATUS. */
async function answerOf(tx: Tx, actor: Actor, import_id: string, { fetch_id }: ConnectionRow): Promise<Answer> {
  const batch = await batchOf(tx, actor, import_id);
  if (batch || fetch_id === import_id) return { batch: batch ?? null };
  throw new AppError((await wasDropped(tx, import_id)) ? 'FINCH_KEY_CHANGED' : 'FINCH_BUSY');
}

/** What it has become. IMPORT_NOT_FOUND, IMPORT_STATUS. */
async function batchOf(tx: Tx, actor: Actor, import_id: string): Promise<ImportBatch | undefined> {
  const there = await findBatch(tx, import_id);
  if (there && there.created_by !== actor.employee_id) throw new AppError('IMPORT_NOT_FOUND');
  if (there && there.source !== 'finch') throw new AppError('IMPORT_STATUS');
  return there && getImport(tx, import_id);
}

async function orLater(fetching: Promise<ImportBatch>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<null>((done) => {
    timer = setTimeout(done, CALL_MS, null);
  });
  try {
    return { batch: await Promise.race([fetching, later]) };
  } finally {
    clearTimeout(timer);
  }
}

async function fetchAll(actor: Actor, import_id: string, taken: Taken, deps: FinchDeps): Promise<ImportBatch> {
  const { db, log, outbound, signal } = deps;
  const { key, lease } = taken;
  try {
    const people = await readPeople({ outbound, key, until: Date.now() + MOST_MS, signal });
    return await db.company(actor.company_id, async (tx) => {
      const batch = await judge(tx, actor, import_id, people);
      // At last, so that nobody waits for the row meanwhile; nothing of it is written if it is no longer ours.
      if (!(await endFetch(tx, lease, null))) throw new AppError('FINCH_KEY_CHANGED');
      return batch;
    });
  } catch (error) {
    const known = error instanceof AppError;
    if (!known) log.error({ err: error, import_id }, 'fetching from Finch');
    const code = known ? error.code : 'FINCH_UNAVAILABLE';
    // If that fails, too, it is over with the time that it was given.
    const ours = await db.company(actor.company_id, (tx) => endFetch(tx, lease, code)).catch(() => true);
    throw ours ? error : new AppError('FINCH_KEY_CHANGED');
  }
}

/** FINCH_EMPTY, IMPORT_STATUS. */
async function judge(tx: Tx, actor: Actor, import_id: string, people: readonly Found[]): Promise<ImportBatch> {
  const here = await findByKeys(tx, keysOfLeft(people));
  const works = (key: string) => /^(ACTIVE|INVITED)$/.test(here.get(key)?.employee_account_status ?? '');
  const lines = linesOf(people, works);
  if (!lines.length) throw new AppError('FINCH_EMPTY');
  const columns = finchColumns.map(({ heading, field }, at) => {
    const sample = lines.find(({ cells }) => cells[at])?.cells[at] ?? '';
    return { heading, field, sample: sample.slice(0, SAMPLE).toWellFormed() };
  });
  const { company_id, employee_id } = actor;
  await audit(tx, company_id, employee_id, 'people.finch_fetched', { import_id, people: lines.length });
  const origin = { import_id, source: 'finch', file_id: null, file_name: '' } as const;
  return judgeTable(tx, actor, origin, { lines, columns: { columns, day_first: null } });
}
