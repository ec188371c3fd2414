// What stands on people's screens and was read elsewhere: it is taken down by the next push that is shown there. Nothing is pushed for
// that alone: systems end the pushes of an app that shows nothing.
import type { Tx } from '../../../../platform/db/database.ts';
import { tallyAll } from '../later/tally.ts';
import { SUMMARY, sayTally } from '../wording.ts';
import { dropSummaries, listSummaries, takeRead } from './shown-repo.ts';

/** Tags by person, each told once. */
export async function takeCleared(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, string[]>> {
  const cleared = [...(await takeRead(tx, employee_ids)), ...(await takeOver(tx, employee_ids))];
  return new Map(
    [...Map.groupBy(cleared, (one) => one.employee_id)].map(([employee_id, own]) => [
      employee_id,
      [...new Set(own.map(({ tag }) => tag))],
    ]),
  );
}

/** Summaries of which nothing waits any more. */
async function takeOver(tx: Tx, employee_ids: readonly string[]): Promise<{ employee_id: string; tag: string }[]> {
  const standing = await listSummaries(tx, employee_ids);
  if (!standing.length) return [];
  const tallies = await tallyAll(tx, standing);
  const over = standing
    .map(({ employee_id }) => employee_id)
    .filter((employee_id) => !sayTally(tallies.get(employee_id)?.tally ?? NOTHING));
  if (over.length) await dropSummaries(tx, over);
  return over.map((employee_id) => ({ employee_id, tag: SUMMARY }));
}

const NOTHING = { direct: 0, mentions: 0, answers: 0, others: 0, announcements: 0, reactions: 0, invitations: 0 };
