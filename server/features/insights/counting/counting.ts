// What a company's days add up to. A day is counted again and again while it lasts, and once more when it is over: from then on it stays
// as it is. Several servers may count: of one company one at a time, and twice is the same as once.
import { MIN_GROUP } from '#contract/insights.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { settingsOf } from '../../company/service.ts';
import { deleteOldActivity } from '../activity/activity-repo.ts';
import { addDays, dayAt, daysFrom, type Span, spanOf, startOf } from '../days.ts';
import { countAccounts, countActive, countDepartments, countSent, countVoices, foundedAt } from './counting-repo.ts';
import { shownOf } from './few.ts';
import { type DayTotals, findLast, holdCounting, saveDays, saveDepartments } from './totals-repo.ts';

/** How far back days are counted that nobody has counted yet. */
const MOST_DAYS = 730;
/** Days of one transaction. */
const BATCH = 31;
/** Of older ones it is only said what was sent: what 30 days add up to costs as much as counting 30 days. */
const RECENT = 3;
/** On which days people used the app is kept for so long. */
const KEPT_DAYS = 400;
/** What was noted last on a day is written by then. */
const SETTLED_MS = 10 * 60_000;

/** All days that are not final yet, until today. `now` in milliseconds. */
export async function countCompany(
  db: Database,
  company_id: string,
  now = Date.now(),
  isOver: () => boolean = () => false,
): Promise<void> {
  for (let more = true; more && !isOver(); ) more = await db.company(company_id, (tx) => countSome(tx, now));
}

/** True if there are more. */
async function countSome(tx: Tx, now: number): Promise<boolean> {
  if (!(await holdCounting(tx))) return false;
  const { time_zone } = await settingsOf(tx);
  const today = dayAt(time_zone, now);
  const { final } = await findLast(tx);
  const first = final === null ? await firstDay(tx, time_zone, today) : addDays(final, 1);
  // Where the company went to a zone in which it is an earlier day, today may be final already.
  const left = daysFrom(first, today);
  const days = left.slice(0, BATCH);
  const spans = days.map((day) => spanOf(time_zone, day));
  const totals: DayTotals[] = [];
  for (const sent of await countSent(tx, spans)) {
    const span = spans.find(({ day }) => day === sent.day) as Span;
    const recent = span.day > addDays(today, -RECENT) ? await countRecent(tx, time_zone, span) : undefined;
    const accounts = span.day === today ? await countAccounts(tx, today) : undefined;
    totals.push({ ...sent, ...recent, ...accounts, final: now >= span.ends + SETTLED_MS });
  }
  await saveDays(tx, totals, now);
  if (left.length > days.length) return true;
  await deleteOldActivity(tx, addDays(today, -KEPT_DAYS));
  await saveDepartments(tx, await departmentsOf(tx, time_zone, today));
  return false;
}

async function firstDay(tx: Tx, zone: string, today: string): Promise<string> {
  const founded = dayAt(zone, await foundedAt(tx));
  const limit = addDays(today, 1 - MOST_DAYS);
  return founded < limit ? limit : founded;
}

const countRecent = async (tx: Tx, zone: string, { day, ends }: Span) => ({
  ...(await countVoices(tx, startOf(zone, addDays(day, -29)), ends)),
  ...(await countActive(tx, day)),
});

async function departmentsOf(tx: Tx, zone: string, today: string) {
  const all = await countDepartments(tx, today, startOf(zone, addDays(today, -29)));
  const shown = shownOf(all);
  if (all.reduce((sum, { people }) => sum + people, 0) < MIN_GROUP) return [];
  return all.map((one) =>
    shown.has(one) ? one : { department_id: one.department_id, people: null, active: null, messages: null },
  );
}
