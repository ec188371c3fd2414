// Removes the lines of the audit log that are older than a year: the beginning of the chain, as far as it is whole. What was changed
// in the database stays, to be found. That they went is a line itself, with the hash that the rest begins with. Several servers may
// run this: of one company one at a time, and none while places are given.
import { audit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/database.ts';
import { keepRounds } from '../../platform/db/rounds.ts';
import type { Context } from '../../platform/feature.ts';
import { findAnchor, holdChain, listCompanies, listSealed, removeUpTo } from './audit-repo.ts';
import { firstBroken } from './chain.ts';

const DAY_MS = 86_400_000;
const FIRST_MS = 300_000;
/** A day more than the database asks for, in case that their clocks differ, and that the year is a leap year. */
export const KEPT_DAYS = 367;
/** Lines of one transaction. */
const BATCH = 2_000;

type Needs = Pick<Context, 'db' | 'log'>;

/** In all companies. What fails in one keeps the others from nothing. */
export async function removeOld({ db, log }: Needs, isOver: () => boolean = () => false): Promise<void> {
  for (const company_id of await db.system(listCompanies)) {
    try {
      for (let found = BATCH; found === BATCH && !isOver(); ) {
        const { removed, broken_at } = await removeSome(db, company_id);
        if (broken_at !== null)
          log.warn({ company_id, place: broken_at }, 'the audit log is not whole: old lines stay');
        found = removed;
      }
    } catch (error) {
      log.error({ err: error, company_id }, 'removing old lines of the audit log');
    }
    if (isOver()) return;
  }
}

const removeSome = (db: Database, company_id: string) =>
  db.company(company_id, async (tx) => {
    if (!(await holdChain(tx))) return { removed: 0, broken_at: null };
    const anchor = await findAnchor(tx);
    const from = (anchor?.position ?? 0) + 1;
    const rows = await listSealed(tx, from, BATCH);
    const young = rows.findIndex(({ at }) => at !== null && Number(at) / 1000 > Date.now() - KEPT_DAYS * DAY_MS);
    const old = young < 0 ? rows : rows.slice(0, young);
    const last = old.at(-1);
    if (!last) return { removed: 0, broken_at: null };
    const broken_at = firstBroken(old, anchor, from);
    if (broken_at !== null) return { removed: 0, broken_at };
    const removed = await removeUpTo(tx, last.position);
    const { position, hash } = last;
    await audit(tx, company_id, null, 'audit.old_lines_removed', {
      lines: removed,
      position,
      hash: hash.toString('hex'),
    });
    return { removed, broken_at };
  });

/** Every night from now on. Returns the way to end it, which waits for what is being done. */
export const keepRemovingOld = (context: Needs): (() => Promise<void>) =>
  keepRounds({ log: context.log, what: 'retention of the audit log', every_ms: DAY_MS, first_ms: FIRST_MS }, (isOver) =>
    removeOld(context, isOver),
  ).stop;
