// Erases whose time is over, and then what others said of whoever is erased. Several servers may run this: the row's lock gives each
// person to one of them. What came due while no server ran, or came back with a backup, is done when one starts.
import type { Tx } from '../../../../platform/db/database.ts';
import { keepRounds, type Rounds } from '../../../../platform/db/rounds.ts';
import type { Context } from '../../../../platform/feature.ts';
import type { PeopleDeps } from '../../deps.ts';
import { clean } from './cleaning.ts';
import { eraseDue } from './erasing.ts';
import { completeList, eraseAgain } from './erasing-again.ts';
import { listDue, listUncleaned } from './leaver-repo.ts';

const EVERY_MS = 3_600_000;
const BATCH = 100;

type Needs = Pick<Context, 'db' | 'log'>;

/** From now on, every hour. `stop` waits for the batch that is being done; the rest goes on at the next start. */
export function keepErasing(needs: Needs, deps: PeopleDeps): Rounds {
  const { db, log } = needs;
  // Neither of them keeps back what is after it.
  const alone = (what: string, work: Promise<void>) => work.catch((error: unknown) => log.error({ err: error }, what));
  return keepRounds({ log, what: 'erasing', every_ms: EVERY_MS }, async (stopped) => {
    await each(needs, stopped, listDue, ({ company_id, employee_id }) =>
      db.company(company_id, (tx) => eraseDue(tx, employee_id, deps)),
    );
    if (stopped()) return;
    await alone('erasing again whom a backup has brought back', eraseAgain(needs, deps));
    await alone('completing the list of who is erased', completeList(needs, deps));
    await each(needs, stopped, listUncleaned, (person) => clean(db, deps, { ...person, stopped }));
  });
}

type Person = Awaited<ReturnType<typeof listDue>>[number];

/** With everybody of the list, which gets shorter by whoever is done. */
async function each(
  { db, log }: Needs,
  stopped: () => boolean,
  list: (tx: Tx, limit: number) => Promise<Person[]>,
  work: (person: Person) => Promise<unknown>,
): Promise<void> {
  // Whom nothing could be done for stays in the list, and must not keep the others back.
  const tried = new Set<string>();
  for (;;) {
    const all = await db.system((tx) => list(tx, BATCH + tried.size));
    const due = all.filter(({ employee_id }) => !tried.has(employee_id));
    for (const person of due) {
      if (stopped()) return;
      tried.add(person.employee_id);
      try {
        await work(person);
      } catch (error) {
        log.error({ err: error, employee_id: person.employee_id }, 'erasing somebody who has left');
      }
    }
    if (due.length < BATCH) return;
  }
}
