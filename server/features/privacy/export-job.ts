// Makes the exports that were asked for, one after the other, with every page closed. Several servers may run this: who takes one up has
// it for a minute and says that they are still at it; what a server left behind when it was killed another one begins anew, and of
// two that come to an end the last to take it up counts.
import { EXPORT_KEPT_DAYS } from '#contract/privacy.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepRounds, type Rounds } from '../../platform/db/rounds.ts';
import { codeOf } from '../../platform/http/log/error-code.ts';
import { loadCompany } from '../auth/service.ts';
import { letGoOf } from '../files/service.ts';
import { pushTo } from '../notifications/service.ts';
import { isActive, profile } from '../people/service.ts';
import { archiveOf } from './archive/archive.ts';
import type { PrivacyDeps } from './deps.ts';
import * as repo from './export-repo.ts';
import { readyMail } from './mails.ts';

const LOOK_MS = 5_000;
const BEAT_MS = 15_000;
const SWEEP_MS = 3_600_000;
const MOST_ATTEMPTS = 3;

type Going = Awaited<ReturnType<typeof repo.listDue>>[number];

/** From now on. `stop` breaks off what is being made; the next server begins it anew. */
export function keepExporting(deps: PrivacyDeps): Rounds {
  const { db, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { wake, stop } = keepRounds({ log, what: 'exports', every_ms: LOOK_MS }, async () => {
    for (const going of await db.system(repo.listDue)) if (!signal.aborted) await make(deps, going, signal);
  });
  const sweeping = keepRounds({ log, what: 'sweeping exports', every_ms: SWEEP_MS }, () => sweepOver(deps));
  return {
    wake,
    stop: async () => {
      stopping.abort();
      await Promise.all([stop(), sweeping.stop()]);
    },
  };
}

async function make(deps: PrivacyDeps, { company_id, export_id }: Going, stopped: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const taken = await db.company(company_id, (tx) => repo.takeUp(tx, export_id, MOST_ATTEMPTS));
  if (!taken) {
    const over = await db.company(company_id, (tx) => repo.giveUp(tx, export_id, MOST_ATTEMPTS));
    if (over) log.error({ company_id, export_id }, 'an export has ended its server each time, and is given up');
    return;
  }
  const lost = new AbortController();
  const beat = setInterval(() => {
    db.company(company_id, (tx) => repo.keepLease(tx, taken)).then(
      (kept) => kept || lost.abort(),
      (error: unknown) => log.warn({ err: error, export_id }, 'an export'),
    );
  }, BEAT_MS);
  try {
    await makeTaken(deps, taken, AbortSignal.any([stopped, lost.signal]));
  } catch (error) {
    if (stopped.aborted) await db.company(company_id, (tx) => repo.giveBack(tx, taken));
    else if (!lost.signal.aborted) {
      log.error({ err: error, export_id }, 'an export');
      await db.company(company_id, (tx) => repo.noteFailure(tx, taken, MOST_ATTEMPTS, codeOf(error)));
    }
  } finally {
    clearInterval(beat);
  }
}

async function makeTaken(deps: PrivacyDeps, taken: repo.ExportRow, signal: AbortSignal): Promise<void> {
  const { db, files } = deps;
  const { company_id, employee_id } = taken;
  const about = await db.company(company_id, (tx) => aboutWhom(tx, employee_id));
  if (!about) return void (await db.company(company_id, (tx) => repo.dropExport(tx, taken)));
  const day = new Date().toISOString().slice(0, 10);
  const name = { name: `my-data-${day}.zip`, extension: 'zip', mime_type: 'application/zip' };
  const bytes = archiveOf({ ...deps, company_id, employee_id, company_name: about.company_name, signal });
  try {
    const file = await files.keepMade(company_id, employee_id, name, bytes);
    await db.company(company_id, (tx) => finish(tx, deps, taken, file));
  } finally {
    bytes.destroy();
  }
}

/** Undefined once they cannot sign in: then nobody could fetch it. */
async function aboutWhom(tx: Tx, employee_id: string) {
  if (!(await isActive(tx, employee_id))) return undefined;
  const { first_name, work_email_id } = await profile(tx, employee_id);
  const { company_name } = await loadCompany(tx);
  return { first_name, work_email_id, company_name };
}

/** In one transaction: it is there, and they are told. Otherwise nothing of it stays. */
async function finish(
  tx: Tx,
  { mailer, settings }: PrivacyDeps,
  taken: repo.ExportRow,
  { file_id, size }: { file_id: string; size: number },
): Promise<void> {
  const { employee_id } = taken;
  const about = await aboutWhom(tx, employee_id);
  const days = EXPORT_KEPT_DAYS;
  if (!about || !(await repo.noteReady(tx, taken, { file_id, size, days }))) {
    if (!about) await repo.dropExport(tx, taken);
    return letGoOf(tx, [file_id], async () => []);
  }
  await mailer.enqueue(tx, { to: about.work_email_id, ...readyMail({ ...about, days, settings }) });
  await pushTo(tx, employee_id, {
    tag: 'data-export',
    title: 'Your data is ready',
    body: `Download it in the settings. It is there for ${days} days.`,
    path: '/settings/privacy',
  });
  await audit(tx, tx.company_id, null, 'people.data_export_made', { employee_id });
}

/** What was kept long enough goes, with its file. */
async function sweepOver({ db }: PrivacyDeps): Promise<void> {
  for (const company_id of await db.system(repo.listOver))
    await db.company(company_id, async (tx) => {
      const file_ids = await repo.sweepExports(tx);
      if (file_ids.length) await letGoOf(tx, file_ids, async () => []);
    });
}
