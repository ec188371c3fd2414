// What a company's days add up to. A day is counted again and again while it lasts, and once more when it is over: from then on it stays
// as it is. Twice is the same as once, so several servers may. What goes through messages is asked for outside of the transaction that
// writes, so that it can be asked for in pieces.
import type { Database, Tx } from '../../../platform/db/database.ts';
import { settingsOf } from '../../company/service.ts';
import { deleteOldActivity } from '../activity/activity-repo.ts';
import { addDays, dayAt, daysFrom, type Span, spanOf } from '../days.ts';
import * as repo from './counting-repo.ts';
import { countDepartmentsOnce } from './departments.ts';
import { inPieces } from './pieces.ts';
import { type DayTotals, findFinal, saveDays } from './totals-repo.ts';

/** How far back days are counted that nobody has counted yet. */
const MOST_DAYS = 730;
/** Days of one piece. */
const BATCH = 31;
/** Of older ones it is only said what was on them: what 30 days add up to costs as much as counting 30 days. */
const RECENT = 3;
/** On which days people used the app is kept for so long. */
const KEPT_DAYS = 400;
/** What was noted last on a day is written by then. */
const SETTLED_MS = 10 * 60_000;

interface Frame {
  readonly time_zone: string;
  readonly today: string;
  /** From which day on there are enough people for anything to be counted; undefined: there are not. */
  readonly open: string | undefined;
  /** From which day on it is known who used the app. */
  readonly begun: string | null;
  /** The first day that is counted. */
  readonly first: string;
}

async function frameOf(tx: Tx, now: number): Promise<Frame> {
  const { time_zone } = await settingsOf(tx);
  const today = dayAt(time_zone, now);
  const final = await findFinal(tx);
  const enough = await repo.findEnough(tx);
  const since = enough?.at ? dayAt(time_zone, Date.parse(enough.at)) : today;
  return {
    time_zone,
    today,
    // Who came after `now` is there now: only what a test takes for now is before that.
    open: enough && (since < today ? since : today),
    begun: await repo.firstActivity(tx),
    first: final === null ? await firstDay(tx, time_zone, today) : addDays(final, 1),
  };
}

async function firstDay(tx: Tx, zone: string, today: string): Promise<string> {
  const founded = dayAt(zone, await repo.foundedAt(tx));
  const limit = addDays(today, 1 - MOST_DAYS);
  return founded < limit ? limit : founded;
}

/** Today first, then all days before it that are not final yet. `now` in milliseconds. */
export async function countCompany(
  db: Database,
  company_id: string,
  now = Date.now(),
  isOver: () => boolean = () => false,
): Promise<void> {
  await countToday(db, company_id, now);
  for (let more = true; more && !isOver(); ) {
    const frame = await db.company(company_id, (tx) => frameOf(tx, now));
    const left = daysFrom(frame.first, addDays(frame.today, -1));
    const days = left.slice(0, BATCH);
    await countDays(db, company_id, frame, days, now);
    more = left.length > days.length;
    if (!more) await db.company(company_id, (tx) => deleteOldActivity(tx, addDays(frame.today, -KEPT_DAYS)));
  }
}

/** The running day alone, and departments. */
export async function countToday(db: Database, company_id: string, now: number): Promise<void> {
  const frame = await db.company(company_id, (tx) => frameOf(tx, now));
  await countDays(db, company_id, frame, [frame.today], now);
  await countDepartmentsOnce(db, company_id, frame);
}

async function countDays(
  db: Database,
  company_id: string,
  frame: Frame,
  days: readonly string[],
  now: number,
): Promise<void> {
  const { time_zone, today, open, begun } = frame;
  const spans = days.map((day) => spanOf(time_zone, day));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return;
  const shown = spans.filter(({ day }) => open !== undefined && day >= open);
  const pieces = await inPieces(shown, (some) => db.company(company_id, (tx) => repo.countSent(tx, some)));
  const sent = new Map(pieces.flat().map((one) => [one.day, one]));
  const active = await db.company(company_id, (tx) => repo.countActiveDays(tx, first, last));
  const totals: DayTotals[] = [];
  for (const { day, ends } of spans) {
    const final = now >= ends + SETTLED_MS;
    const found = sent.get(day);
    // Of too few people nothing is stored.
    if (!found) totals.push({ day, final });
    else {
      const known = begun !== null && begun <= day ? (active.get(day) ?? 0) : null;
      const recent = day > addDays(today, -RECENT) ? await countRecent(db, company_id, frame, day) : undefined;
      totals.push({ ...found, active: known, ...recent, final });
    }
  }
  await db.company(company_id, (tx) => saveDays(tx, totals, now));
}

/** What the 30 days add up to that end with this one, but for those of too few people; of today also the accounts. */
async function countRecent(db: Database, company_id: string, { time_zone, today, open, begun }: Frame, day: string) {
  const month = addDays(day, -29);
  const first = open && open > month ? open : month;
  const spans = daysFrom(first, day).map((one) => spanOf(time_zone, one));
  const pieces = await inPieces(spans, (some) => {
    const [begin, end] = [some[0] as Span, some.at(-1) as Span];
    return db.company(company_id, (tx) => repo.findVoices(tx, begin.begins, end.ends));
  });
  const counts = await db.company(company_id, async (tx) => ({
    ...(begun !== null && begun <= day ? await repo.countActive(tx, first, day) : {}),
    ...(day === today ? await repo.countAccounts(tx, first, today) : {}),
  }));
  return {
    writers_month: new Set(pieces.flatMap(({ senders }) => senders)).size,
    spaces_month: new Set(pieces.flatMap(({ spaces }) => spaces)).size,
    ...counts,
  };
}
