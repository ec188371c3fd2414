// The dashboard of a company, of what its days were counted as; and as a file.
import Papa from 'papaparse';
import { type Dashboard, MIN_GROUP, type Range, type SeriesDay } from '#contract/insights.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import type { Actor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { settingsOf } from '../company/service.ts';
import type { Activity } from './activity/activity.ts';
import { countCompany } from './counting/counting.ts';
import { type DayRow, findDays, findDepartments, type NamedDepartment } from './dashboard-repo.ts';
import { addDays, dayAt, daysFrom } from './days.ts';

export interface Needs {
  readonly db: Database;
  readonly activity: Pick<Activity, 'flush'>;
}

/** Outside of a transaction: where today was not counted yet it is counted now. */
export async function loadDashboard(needs: Needs, actor: Actor, days: Range, now = Date.now()): Promise<Dashboard> {
  const read = () => needs.db.company(actor.company_id, (tx) => readDashboard(tx, actor, days, now), 'snapshot');
  const found = await read();
  if (found.counted) return found.dashboard;
  await needs.activity.flush(actor.company_id);
  await countCompany(needs.db, actor.company_id, now);
  return (await read()).dashboard;
}

async function readDashboard(tx: Tx, { modules }: Pick<Actor, 'modules'>, range: Range, now: number) {
  const { time_zone } = await settingsOf(tx);
  const today = dayAt(time_zone, now);
  const days = Number(range);
  const rows = await findDays(tx, addDays(today, 1 - 2 * Math.max(days, 30)), today);
  const departments = modules.has('people') ? await findDepartments(tx) : [];
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const counted = byDay.has(today);
  const dashboard = present({ time_zone, today, days, chat: modules.has('chat'), byDay, departments });
  return { counted, dashboard };
}

interface Read {
  readonly time_zone: string;
  readonly today: string;
  readonly days: number;
  readonly chat: boolean;
  readonly byDay: ReadonlyMap<string, DayRow>;
  readonly departments: readonly NamedDepartment[];
}

const UNKNOWN = { value: null, before: null };

function present(read: Read): Dashboard {
  const { time_zone, today, chat, byDay, departments } = read;
  const now = byDay.get(today);
  const people = now?.accepted ?? 0;
  const common = { time_zone, today, chat };
  if (people < MIN_GROUP) {
    const figures = { active_day: UNKNOWN, active_week: UNKNOWN, active_month: UNKNOWN };
    const said = { messages: UNKNOWN, writers: UNKNOWN, spaces: UNKNOWN };
    const nothing = { series: [], adoption: null, departments: [] };
    return { ...common, too_few: true, people: null, figures: { ...figures, ...said }, ...nothing };
  }
  return {
    ...common,
    too_few: false,
    people,
    figures: figuresOf(read),
    series: seriesOf(read),
    adoption: {
      invited: now?.invited ?? 0,
      accepted: people,
      active: now?.reached ?? 0,
      installed: now?.installed ?? 0,
      notified: now?.notified ?? 0,
    },
    departments: departments.map(({ department_id, name, people: size, active, messages }) => ({
      department_id: name ? department_id : null,
      name: name || 'No department',
      people: size,
      active,
      messages: chat ? messages : null,
    })),
  };
}

function figuresOf({ today, days, chat, byDay }: Read): Dashboard['figures'] {
  const of = (name: keyof Omit<DayRow, 'day'>, back: number) => ({
    value: byDay.get(today)?.[name] ?? null,
    before: byDay.get(addDays(today, -back))?.[name] ?? null,
  });
  const sent = (last: string): number | null => {
    const first = addDays(last, 1 - days);
    if (!byDay.has(first)) return null;
    return daysFrom(first, last).reduce((sum, day) => sum + allOf(byDay.get(day)), 0);
  };
  const talk = chat
    ? {
        messages: {
          value: daysFrom(addDays(today, 1 - days), today).reduce((sum, day) => sum + allOf(byDay.get(day)), 0),
          before: sent(addDays(today, -days)),
        },
        writers: of('writers_month', 30),
        spaces: of('spaces_month', 30),
      }
    : { messages: UNKNOWN, writers: UNKNOWN, spaces: UNKNOWN };
  return {
    active_day: of('active', 1),
    active_week: of('active_week', 7),
    active_month: of('active_month', 30),
    ...talk,
  };
}

const allOf = (row: DayRow | undefined): number => (row ? row.direct + row.in_spaces + row.in_groups : 0);

const seriesOf = ({ today, days, chat, byDay }: Read): SeriesDay[] =>
  daysFrom(addDays(today, 1 - days), today).map((day) => {
    const row = byDay.get(day);
    const sent = chat ? row : undefined;
    return {
      day,
      active: row?.active ?? null,
      writers: sent?.writers ?? 0,
      direct: sent?.direct ?? 0,
      in_spaces: sent?.in_spaces ?? 0,
      in_groups: sent?.in_groups ?? 0,
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
