// Removes the messages that a company does not want to keep any longer (its setting `retention_days`), with their files, as if each had
// been deleted. One message a transaction: nobody who writes waits for more than that one. Several servers may run this: under the lock of
// its row each message is looked at again. While chat is switched off, or the company suspended, nothing is removed.
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { keepRounds } from '../../../../platform/db/rounds.ts';
import type { Context } from '../../../../platform/feature.ts';
import { isServed } from '../../../auth/service.ts';
import { companiesWithRetention, modulesOf, settingsOf } from '../../../company/service.ts';
import { erase } from '../messages.ts';
import { begin, holdAny, listOld, reached } from './retention-repo.ts';

const EVERY_MS = 3_600_000;
const FIRST_MS = 300_000;
/** Looked for at once. */
const BATCH = 100;
const DAY_MS = 86_400_000;

type Needs = Pick<Context, 'db' | 'log'>;

/** In all companies that want it. Returns how many messages were removed. */
export async function removeOld(needs: Needs, isOver: () => boolean = () => false): Promise<number> {
  let removed = 0;
  for (const company_id of await needs.db.system(companiesWithRetention)) {
    try {
      removed += await removeOf(needs, company_id, isOver);
    } catch (error) {
      // What fails in one company keeps the others from nothing.
      needs.log.error({ err: error, company_id }, 'retention');
    }
  }
  return removed;
}

async function removeOf(needs: Needs, company_id: string, isOver: () => boolean): Promise<number> {
  let removed = 0;
  const failed = new Set<string>();
  for (let more = true; more && !isOver(); ) {
    const batch = await removeBatch(needs, company_id, failed, isOver);
    removed += batch.removed;
    // Where clocks differ a message may be found that is not old enough yet: it is for the next hour.
    more = batch.removed > 0;
    const detail = { messages: batch.removed, retention_days: batch.days };
    if (batch.removed)
      await needs.db.company(company_id, (tx) => audit(tx, company_id, null, 'company.old_messages_removed', detail));
  }
  return removed;
}

/** `failed`: what could not be removed in this run; it is left out, kept for the next one, and adds to it. */
async function removeBatch({ db, log }: Needs, company_id: string, failed: Set<string>, isOver: () => boolean) {
  let days: number | null = null;
  let removed = 0;
  const found = await db.company(company_id, async (tx) => {
    await begin(tx);
    days = await daysOf(tx);
    if (days === null) return [];
    const before = new Date(Date.now() - days * DAY_MS).toISOString();
    const old = await listOld(tx, before, BATCH + failed.size);
    if (!old.length) await reached(tx, before);
    return old;
  });
  for (const message_id of found) {
    if (isOver()) break;
    if (failed.has(message_id)) continue;
    try {
      if (await db.company(company_id, (tx) => removeOne(tx, message_id))) removed++;
    } catch (error) {
      // The ones behind it are not kept for its sake.
      failed.add(message_id);
      log.error({ err: error, company_id, message_id }, 'retention of one message');
    }
  }
  return { removed, days };
}

/** Null: everything is kept, or chat is switched off, or the company is suspended. */
async function daysOf(tx: Tx): Promise<number | null> {
  const [{ retention_days }, modules, served] = await Promise.all([settingsOf(tx), modulesOf(tx), isServed(tx)]);
  return served && modules.includes('chat') ? retention_days : null;
}

/** Asked again: the setting may have been taken back, and somebody else may have been faster. */
async function removeOne(tx: Tx, message_id: string): Promise<boolean> {
  const days = await daysOf(tx);
  if (days === null) return false;
  const held = await holdAny(tx, message_id);
  if (!held || held.deleted_at || Date.parse(held.created_at) > Date.parse(held.now) - days * DAY_MS) return false;
  await erase(tx, held);
  return true;
}

/** Every hour from now on. Returns the way to end it, which waits for the message that is being removed. */
export const keepRemovingOld = (context: Needs): (() => Promise<void>) =>
  keepRounds({ log: context.log, what: 'retention', every_ms: EVERY_MS, first_ms: FIRST_MS }, async (isOver) => {
    await removeOld(context, isOver);
  }).stop;
