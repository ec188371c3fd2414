// What a line of a file wishes, read by its columns alone: nothing of who is there already. Pure.

import { email } from '#contract/kernel/fields.ts';
import { check, type Schema } from '#contract/kernel/schema.ts';
import { editable } from '#contract/people/employee.ts';
import type { ImportField, ImportRow } from '#contract/people/spreadsheet/importing.ts';
import { isTimeZone } from '#contract/time-zone.ts';
import { emailKey } from '../../../finding/fold.ts';
import { cleanNumber } from '../../employee-number.ts';
import { readDay } from '../reading/days.ts';
import type { Line } from '../reading/read-file.ts';

export type Problem = ImportRow['problems'][number];

/** What stands in the columns of a file, and how its days are meant. */
export interface Columns {
  readonly columns: readonly { readonly heading: string; readonly field: ImportField | null }[];
  readonly day_first: boolean | null;
}

const plain = ['employee_number', 'position_title', 'location', 'phone_number', 'time_zone', 'pronouns'] as const;
const days = ['birth_date', 'joining_date'] as const;
type Plain = (typeof plain)[number] | (typeof days)[number] | 'first_name' | 'last_name';

/** What is empty in the file is not in here. */
export interface Wish {
  readonly email: string;
  readonly key: string;
  readonly fields: Readonly<Partial<Record<Plain, string>>> & { readonly skills?: string[] };
  /** As in the file: names, and an address. */
  readonly department?: string;
  readonly manager?: string;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
}

export interface Wished {
  readonly wish: Wish;
  readonly problems: readonly Problem[];
}

/** `Lindgren, Rosa` and `Rosa Lindgren`. */
function splitName(name: string): [string, string] {
  const [last, first] = name.split(',').map((part) => part.trim());
  if (first) return [first, last ?? ''];
  const at = name.lastIndexOf(' ');
  return at < 0 ? [name, ''] : [name.slice(0, at).trim(), name.slice(at + 1)];
}

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** Cells by field; the empty ones left out. */
export function cellsByField({ cells }: Line, { columns }: Columns): Map<ImportField, string> {
  const found = new Map<ImportField, string>();
  columns.forEach(({ field }, at) => {
    const cell = cells[at];
    if (field && cell) found.set(field, cell);
  });
  return found;
}

/** As spreadsheets write it, in a language or another. */
const NO_RESULT = /^#(N\/A|[A-Z]+[/0-9]*[!?])$/;

export function wishOf(line: Line, of: Columns): Wished {
  const cells = cellsByField(line, of);
  const problems: Problem[] = [];
  const headingOf = (field: ImportField) => of.columns.find((one) => one.field === field)?.heading ?? null;
  const wrong = (field: ImportField, message: string) => void problems.push({ column: headingOf(field), message });

  if (line.cells.slice(of.columns.length).some(Boolean))
    problems.push({ column: null, message: 'There are more cells in this row than headings' });
  of.columns.forEach(({ field }, at) => {
    const isFormula = line.formulas?.includes(at);
    if (!field || !(isFormula || NO_RESULT.test(line.cells[at] ?? ''))) return;
    wrong(field, isFormula ? 'This is a formula: put its result here' : 'The formula in this cell has no result');
    cells.delete(field);
  });

  const address = cells.get('work_email_id') ?? '';
  if (line.problem) problems.push({ column: null, message: line.problem });
  // Who is known by their number need not be named twice: who.ts.
  else if (!address && !cells.has('employee_number'))
    wrong(headingOf('work_email_id') === null ? 'employee_number' : 'work_email_id', 'This field is required');
  else if (address && !sound(email, address)) wrong('work_email_id', 'Invalid email address');

  const fields: { [K in Plain]?: string } & { skills?: string[] } = {};
  const names = cells.has('full_name') ? splitName(cells.get('full_name') as string) : [];
  const given = { first_name: cells.get('first_name') ?? names[0], last_name: cells.get('last_name') ?? names[1] };
  for (const name of ['first_name', 'last_name'] as const) {
    const value = given[name];
    if (value && fits(name, value, wrong)) fields[name] = value;
  }
  for (const field of plain) {
    const cell = cells.get(field);
    const value = cell && field === 'employee_number' ? cleanNumber(cell) : cell;
    if (value && fits(field, value, wrong)) fields[field] = value;
  }
  for (const field of days) {
    const value = cells.get(field);
    const day = value ? dayIn(field, value, of.day_first, wrong) : undefined;
    if (day) fields[field] = day;
  }
  const skills = cells.get('skills');
  if (skills && fits('skills', listOf(skills), wrong)) fields.skills = listOf(skills);
  return { wish: { email: address, key: emailKey(address), fields, ...placesIn(cells) }, problems };
}

function placesIn(cells: ReadonlyMap<ImportField, string>): Partial<Wish> {
  const [department, manager] = [cells.get('department'), cells.get('manager_email')];
  const [roles, groups] = [cells.get('roles'), cells.get('groups')];
  return {
    ...(department && { department }),
    ...(manager && { manager }),
    ...(roles && { roles: listOf(roles) }),
    ...(groups && { groups: listOf(groups) }),
  };
}

type Wrong = (field: ImportField, message: string) => void;

const sound = (schema: Schema, value: unknown): boolean => !check(schema, value).issues;

const most: Readonly<Partial<Record<ImportField, string>>> = {
  first_name: 'At most 80 characters',
  last_name: 'At most 80 characters',
  employee_number: 'At most 50 characters',
  position_title: 'At most 120 characters',
  phone_number: 'Invalid phone number',
  location: 'At most 120 characters',
  pronouns: 'At most 40 characters',
  skills: 'At most 50 skills of 60 characters, with semicolons between',
};

function fits(field: keyof typeof editable & ImportField, value: unknown, wrong: Wrong): boolean {
  if (field === 'time_zone' ? isTimeZone(String(value)) : sound(editable[field], value)) return true;
  wrong(field, field === 'time_zone' ? 'Not a time zone: write one like Europe/Berlin' : (most[field] ?? 'Not valid'));
  return false;
}

function dayIn(field: ImportField, text: string, dayFirst: boolean | null, wrong: Wrong): string | undefined {
  const read = readDay(text, dayFirst);
  if ('day' in read) return read.day;
  const ambiguous = 'Day and month could be either way round: write it like 2026-11-02';
  wrong(field, read.problem === 'ambiguous' ? ambiguous : 'Not a day that there is: write it like 2026-11-02');
  return undefined;
}
