// What stands on people's screens and was read elsewhere: it is taken down by the pushes that are shown there next. Nothing is pushed for
// that alone: systems end the pushes of an app that shows nothing. Which push is the last to arrive nobody knows: one may be dropped
// because it was read, or be replaced at the push service. So each says it, from the first that was taken on for as long as one is kept
// there: to take down what is gone does no harm.
import type { Tx } from '../../../../platform/db/database.ts';
import { tallyAll } from '../later/tally.ts';
import type { Period } from '../pushing-repo.ts';
import { SUMMARY, sayTally } from '../wording.ts';
import { findSummary, listRead, noteRead, noteSummary } from './shown-repo.ts';

/** Tags that a push of `tag` takes down, the newest first, `most` of them. */
export async function listCleared(tx: Tx, employee_id: string, tag: string, most: number): Promise<string[]> {
  const [read, standing] = await Promise.all([listRead(tx, employee_id, tag, most), findSummary(tx, employee_id)]);
  const over = standing && tag !== SUMMARY && (await isOver(tx, standing));
  return (over ? [SUMMARY, ...read] : read).slice(0, most);
}

/** A push service has taken one that says so. What is unread again stays as it is. */
export async function noteCleared(tx: Tx, employee_id: string, tags: readonly string[]): Promise<void> {
  if (!tags.length) return;
  await noteRead(tx, employee_id, tags);
  if (!tags.includes(SUMMARY)) return;
  const standing = await findSummary(tx, employee_id);
  if (standing && (await isOver(tx, standing))) await noteSummary(tx, standing);
}

/** Whether nothing waits any more of what came in that time. */
export async function isOver(tx: Tx, standing: Period): Promise<boolean> {
  const tally = (await tallyAll(tx, [standing])).get(standing.employee_id)?.tally;
  return !tally || !sayTally(tally);
}
