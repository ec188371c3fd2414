// Counts companies while they are used, every few minutes; and each of them every hour, so that no day is left out.
import { keepRounds } from '../../../platform/db/rounds.ts';
import type { Context } from '../../../platform/feature.ts';
import type { Activity } from '../activity/activity.ts';
import { countCompany } from './counting.ts';
import { listLate, wasCountedSince } from './totals-repo.ts';

const EVERY_MS = 5 * 60_000;
const FIRST_MS = 60_000;
/** Whoever was counted since then is left out: by another server, or for somebody who looked. */
const FRESH_MS = 4 * 60_000;

type Needs = Pick<Context, 'db' | 'log'>;

async function countAll({ db, log }: Needs, activity: Activity, isOver: () => boolean): Promise<void> {
  const late = await db.system(listLate);
  for (const company_id of new Set([...activity.takeUsed(), ...late])) {
    if (isOver()) return;
    try {
      await activity.flush(company_id);
      if (await db.company(company_id, (tx) => wasCountedSince(tx, Date.now() - FRESH_MS))) continue;
      await countCompany(db, company_id, Date.now(), isOver);
    } catch (error) {
      // What fails in one company keeps the others from nothing.
      log.error({ err: error, company_id }, 'counting a company');
    }
  }
}

/** From now on. Returns the way to end it, which waits for the company that is being counted. */
export const keepCounting = (needs: Needs, activity: Activity): (() => Promise<void>) =>
  keepRounds({ log: needs.log, what: 'counting companies', every_ms: EVERY_MS, first_ms: FIRST_MS }, (isOver) =>
    countAll(needs, activity, isOver),
  ).stop;
