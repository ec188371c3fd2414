// What columns are called, and an import in numbers.
import type { ImportField } from '#contract/people/spreadsheet/importing.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import type { Batch } from './data.ts';

export const fieldWords: Readonly<Record<ImportField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Whole name',
  work_email_id: 'Work e-mail',
  employee_number: 'Employee number',
  position_title: 'Job title',
  department: 'Department',
  manager_email: "Manager's e-mail",
  roles: 'Roles',
  groups: 'Groups',
  location: 'Location',
  phone_number: 'Phone number',
  time_zone: 'Time zone',
  pronouns: 'Pronouns',
  skills: 'Skills',
  birth_date: 'Birth date',
  joining_date: 'Joining date',
};

const number = (value: number): string => value.toLocaleString('en');
export const rowCount = (rows: number): string => (rows === 1 ? '1 row' : `${number(rows)} rows`);
export const people = (count: number): string => (count === 1 ? '1 person' : `${number(count)} people`);

/** "Import 62 people, deactivate 3, skip 2". */
export function actionWords({ counts: { create, change, problem } }: Batch, deactivate: number): string {
  const told = create + change;
  if (!told) return `Deactivate ${people(deactivate)}`;
  const parts = [
    `Import ${people(told)}`,
    deactivate ? `deactivate ${number(deactivate)}` : '',
    problem ? `skip ${number(problem)}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** "58 added, 4 changed, 3 deactivated, 2 skipped". */
export function resultWords({ counts, results, deactivation, status }: Batch): string {
  const off = deactivation ?? { done: 0, undone: 0 };

  const { created, changed, refused, undone, kept } = results;
  const left = kept + off.done - off.undone;
  if (status === 'undone') return left ? `Undone, ${number(left)} left as they are` : 'Undone';
  if (status === 'undoing') return `Undoing, ${number(undone + kept + off.undone)} so far`;
  const skipped = counts.problem + refused;
  const parts = [
    created ? `${number(created)} added` : '',
    changed ? `${number(changed)} changed` : '',
    off.done ? `${number(off.done)} deactivated` : '',
    skipped ? `${number(skipped)} skipped` : '',
  ].filter(Boolean);
  const told = `${parts.join(', ') || 'Nothing changed'}${deactivation && !off.done ? '. Nobody was deactivated' : ''}`;
  return status === 'stopped' ? `Stopped: ${told}` : told;
}

/** The name as it was chosen: without the time that uploading adds. */
export const fileName = ({ source, file_name, created_at }: Batch): string =>
  source === 'finch' ? `Finch, ${date(created_at)}` : file_name.replace(/-\d{13}(?=\.[^.]*$|$)/, '');

export const listed = (fields: readonly ImportField[]): string =>
  fields.map((field) => fieldWords[field].toLowerCase().replace("manager's e-mail", 'manager')).join(', ');
