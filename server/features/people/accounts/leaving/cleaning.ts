// The second part of erasing: others have called somebody by their name, in what they wrote and in what was told and answered of it.
// All that was ever said in the company is gone through for that, in batches that hold nobody up.
import type { Database } from '../../../../platform/db/database.ts';
import { past } from '../../../../platform/db/privacy/forget.ts';
import type { PeopleDeps } from '../../deps.ts';
import { noteCleaned } from './leaver-repo.ts';

/** Who is erased, and until when to go on. */
interface Cleaning {
  readonly company_id: string;
  readonly employee_id: string;
  readonly stopped: () => boolean;
}

/** Begins anew when it was broken off, here or by a crash. Several servers may do the same: what is done twice is the same twice. */
export async function clean(db: Database, { ports }: PeopleDeps, cleaning: Cleaning): Promise<void> {
  const { company_id, employee_id, stopped } = cleaning;
  // What was written last: who reads the past, or asks once more, is told what is there by then.
  for (const step of [...ports.chat.relabelling, ...ports.notifications.relabelling, ...past]) {
    let after: Awaited<ReturnType<typeof step>>;
    do {
      if (stopped()) return;
      after = await db.company(company_id, (tx) => step(tx, employee_id, after));
    } while (after);
  }
  await db.company(company_id, (tx) => noteCleaned(tx, employee_id));
}
