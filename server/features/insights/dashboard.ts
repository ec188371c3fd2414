// The dashboard of a company, of what its days were counted as; and as a file.
import Papa from 'papaparse';
import { type Dashboard, MIN_GROUP, type Range, type SeriesDay } from '#contract/insights.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import type { Actor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Context } from '../../platform/feature.ts';
import { settingsOf } from '../company/service.ts';
import type { Activity } from './activity/activity.ts';
import { countToday } from './counting/counting.ts';
import { tookTooLong } from './counting/pieces.ts';
import { areFewer, type DayRow, findDays, findDepartments, type NamedDepartment } from './dashboard-repo.ts';
import { addDays, dayAt, daysFrom } from './days.ts';

export interface Needs {
  readonly db: Database;
  readonly log: Context['log'];
  readonly activity: Pick<Activity, 'flush'>;
  /** What is being counted at this moment for whoever looks, by company: all of them wait for the same. */
  readonly counting: Map<string, Promise<void>>;
}

/** Outside of a transaction: where today was not counted yet it is counted now; days before it by the job alone. */
export async function loadDashboard(needs: Needs, actor: Actor, days: Range, now = Date.now()): Promise<Dashboard> {
  const read = () => needs.db.company(actor.company_id, (tx) => readDashboard(tx, actor, days, now), 'snapshot');
  const found = await read();
  if (found.counted) return found.dashboard;
  await countOnce(needs, actor.company_id, now);
  return (await read()).dashboard;
}

function countOnce({ db, log, activity, counting }: Needs, company_id: string, now: number): Promise<void> {
  const running = counting.get(company_id);
  if (running) return running;
  const count = async () => {
    try {
      await activity.flush(company_id);
      await countToday(db, company_id, now);
    } catch (error) {
      // There are the days before, and the job counts it again.
      if (!tookTooLong(error)) throw error;
      log.warn({ err: error, company_id }, 'counting today');
    } finally {
      counting.delete(company_id);
    }
  };
  const turn = count();
  counting.set(company_id, turn);
  return turn;
}

async function readDashboard(tx: Tx, { modules }: Pick<Actor, 'modules'>, range: Range, now: number) {
  const { time_zone } = await settingsOf(tx);
  const today = dayAt(time_zone, now);
  const days = Number(range);
  // One day more than two ranges: whether the earlier one was recorded from its beginning is seen by the day before it.
  const rows = await findDays(tx, addDays(today, -1 - 2 * Math.max(days, 30)), today);
  const departments = modules.has('people') ? await findDepartments(tx) : [];
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const counted = byDay.has(today);
  // Not counted yet: as of the last day that there is.
  const last = rows.at(-1);
  const too_few = (last?.day === today && last.accepted === null) || (await areFewer(tx, MIN_GROUP));
  const dashboard = present({ time_zone, today, days, chat: modules.has('chat'), byDay, last, departments }, too_few);
  return { counted, dashboard };
}

interface Read {
  readonly time_zone: string;
  readonly today: string;
  readonly days: number;
  readonly chat: boolean;
  readonly byDay: ReadonlyMap<string, DayRow>;
  readonly last: DayRow | undefined;
  readonly departments: readonly NamedDepartment[];
}

const UNKNOWN = { value: null, before: null };

function present(read: Read, too_few: boolean): Dashboard {
  const { time_zone, today, chat, last, departments } = read;
  const common = { time_zone, today, chat, too_few };
  if (too_few) {
    const figures = { active_day: UNKNOWN, active_week: UNKNOWN, active_month: UNKNOWN };
    const said = { messages: UNKNOWN, writers: UNKNOWN, spaces: UNKNOWN };
    return { ...common, people: null, figures: { ...figures, ...said }, series: [], adoption: null, departments: [] };
  }
  return {
    ...common,
    people: last?.accepted ?? null,
    figures: figuresOf(read),
    series: seriesOf(read),
    adoption: last ? adoptionOf(last) : null,
    departments: departments.map(({ department_id, name, people, active_share, messages }) => ({
      department_id: name ? department_id : null,
      name: name || 'No department',
      people,
      active_share,
      messages: chat ? messages : null,
    })),
  };
}

function adoptionOf({ invited, accepted, reached, installed, notified }: DayRow): Dashboard['adoption'] {
  if (accepted === null) return null;
  return { invited: invited ?? 0, accepted, active: reached ?? 0, installed: installed ?? 0, notified: notified ?? 0 };
}

function figuresOf({ today, days, chat, byDay, last }: Read): Dashboard['figures'] {
  const end = last?.day ?? today;
  // Of which every day is known and the day before it, too: the first day that was recorded is no whole one, and what grows from
  // there on is only the record.
  const isKnown = (of: 'active' | 'direct', until: string, length: number) =>
    daysFrom(addDays(until, -length), until).every((day) => byDay.get(day)?.[of] != null);
  const of = (name: keyof Omit<DayRow, 'day'>, length: number, by: 'active' | 'direct') => {
    const earlier = addDays(end, -length);
    const before = isKnown(by, earlier, length) ? byDay.get(earlier)?.[name] : null;
    return { value: last?.[name] ?? null, before: before ?? null };
  };
  const sent = (until: string): number | null => {
    const known = daysFrom(addDays(until, 1 - days), until).flatMap((day) => allOf(byDay.get(day)) ?? []);
    return known.length ? known.reduce((sum, count) => sum + count, 0) : null;
  };
  const before = addDays(end, -days);
  const talk = chat
    ? {
        messages: { value: sent(end), before: isKnown('direct', before, days) ? sent(before) : null },
        writers: of('writers_month', 30, 'direct'),
        spaces: of('spaces_month', 30, 'direct'),
      }
    : { messages: UNKNOWN, writers: UNKNOWN, spaces: UNKNOWN };
  return {
    // Of a day that is not counted yet nothing is said by the name of today.
    active_day: end === today ? of('active', 1, 'active') : UNKNOWN,
    active_week: of('active_week', 7, 'active'),
    active_month: of('active_month', 30, 'active'),
    ...talk,
  };
}

/** Null: not known. */
const allOf = (row: DayRow | undefined): number | null =>
  row?.direct == null ? null : row.direct + (row.in_spaces ?? 0) + (row.in_groups ?? 0);

const seriesOf = ({ today, days, chat, byDay }: Read): SeriesDay[] =>
  daysFrom(addDays(today, 1 - days), today).map((day) => {
    const row = byDay.get(day);
    const sent = chat ? row : undefined;
    return {
      day,
      active: row?.active ?? null,
      writers: sent?.writers ?? null,
      direct: sent?.direct ?? null,
      in_spaces: sent?.in_spaces ?? null,
      in_groups: sent?.in_groups ?? null,
    };
  });

/** Spreadsheets take a file without it for one of their own old character sets. */
const BOM = '\uFEFF';

export async function exportDashboard(needs: Needs, actor: Actor, days: Range): Promise<FileAnswer> {
  const { series, today } = await loadDashboard(needs, actor, days);
  const detail = { days: Number(days) };
  await needs.db.company(actor.company_id, (tx) =>
    audit(tx, actor.company_id, actor.employee_id, 'insights.exported', detail),
  );
  const lines = series.map((one) => [one.day, one.active, one.writers, one.in_spaces, one.in_groups, one.direct]);
  const fields = ['Day', 'Active people', 'People who wrote', 'Messages in spaces', 'In groups', 'Direct messages'];
  const content = new TextEncoder().encode(BOM + Papa.unparse({ fields, data: lines }));
  return { file_name: `dashboard-${today}-${days}-days.csv`, mime_type: 'text/csv; charset=utf-8', content };
}
