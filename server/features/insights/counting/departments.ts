// How departments use the app: of finished days, once a day and roughly, so that nobody can be worked out of two answers.
import { MIN_GROUP } from '#contract/insights.ts';
import type { Database } from '../../../platform/db/database.ts';
import { addDays, daysFrom, type Span, spanOf } from '../days.ts';
import { countDepartments, countWritten, type DepartmentCount } from './counting-repo.ts';
import { roughly, shareOf, shownOf } from './few.ts';
import { inPieces } from './pieces.ts';
import { areDepartmentsCounted, type DepartmentRow, saveDepartments } from './totals-repo.ts';

interface Frame {
  readonly time_zone: string;
  readonly today: string;
  /** From which day on there are enough people. */
  readonly open: string | undefined;
}

/** Unless they were counted today. */
export async function countDepartmentsOnce(
  db: Database,
  company_id: string,
  { time_zone, today, open }: Frame,
): Promise<void> {
  const last = addDays(today, -1);
  if (await db.company(company_id, (tx) => areDepartmentsCounted(tx, last))) return;
  const month = addDays(last, -29);
  const first = open && open > month ? open : month;
  const spans = open ? daysFrom(first, last).map((day) => spanOf(time_zone, day)) : [];
  const written = new Map<string, number>();
  const pieces = await inPieces(spans, (some) => {
    const [begin, end] = [some[0] as Span, some.at(-1) as Span];
    return db.company(company_id, (tx) => countWritten(tx, begin.begins, end.ends));
  });
  for (const { employee_id, messages } of pieces.flat())
    written.set(employee_id, (written.get(employee_id) ?? 0) + messages);
  await db.company(company_id, async (tx) =>
    saveDepartments(tx, last, present(open ? await countDepartments(tx, first, last, written) : [])),
  );
}

function present(all: readonly DepartmentCount[]): DepartmentRow[] {
  if (all.reduce((sum, { people }) => sum + people, 0) < MIN_GROUP) return [];
  const shown = shownOf(all);
  return all.map((one) => {
    const { department_id, people, active, messages } = one;
    if (!shown.has(one)) return { department_id, people: null, active_share: null, messages: null };
    return { department_id, people, active_share: shareOf(active, people), messages: roughly(messages) };
  });
}
