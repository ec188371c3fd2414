// What is to be done about each line of a file: somebody new, a change, nothing, or a problem that is said in words. Pure: it is asked
// before anything is written, and again of each line when it is its turn.
import { v7 as uuid } from 'uuid';
import type { ImportField } from '#contract/people/spreadsheet/importing.ts';
import { emailKey } from '../../../finding/fold.ts';
import { covers } from '../../../policy.ts';
import { standing } from '../../../roles/roles.ts';
import { blank } from '../../../service.ts';
import type { Line } from '../reading/read-file.ts';
import type { Judged, Target } from './judged.ts';
import { managersFirst, rings } from './managers.ts';
import { type ByName, nameKey } from './names.ts';
import { type HeadingOf, refuseRepeats, whoIs } from './who.ts';
import { type Columns, type Problem, type Wish, type Wished, wishOf } from './wish.ts';
import type { Asked, Known, World } from './world.ts';

/** The columns' names of what a person is. */
const fieldOf: Readonly<Partial<Record<keyof Target, ImportField>>> = {
  department_id: 'department',
  manager_id: 'manager_email',
  role_ids: 'roles',
  group_ids: 'groups',
  work_email: 'work_email_id',
};

export function askedIn(wished: readonly Wished[]): Asked {
  const managers = wished.flatMap(({ wish }) => (wish.manager ? [emailKey(wish.manager)] : []));
  const keys = [...new Set([...wished.map(({ wish }) => wish.key), ...managers])].filter(Boolean);
  const numbers = [...new Set(wished.flatMap(({ wish }) => wish.fields.employee_number ?? []))];
  const changing = wished.flatMap(({ wish }) => (wish.manager ? [wish] : []));
  return { keys, numbers, changing };
}

export const wishesOf = (lines: readonly Line[], columns: Columns): Wished[] =>
  lines.map((line) => wishOf(line, columns));

/**
 * In an order in which managers come before their reports. `wished` in the order of the lines. `before`: of a row that was judged before
 * who it is about, or to be.
 */
export function judgeAll(
  lines: readonly Line[],
  wished: readonly Wished[],
  columns: Columns,
  world: World,
  before: ReadonlyMap<number, Before> = new Map(),
): Judged[] {
  const headingOf = (field: ImportField) => columns.columns.find((one) => one.field === field)?.heading ?? null;
  const all = lines.map((line, at) => {
    const { wish, problems } = wished[at] as Wished;
    return judgeOne(line, wish, [...problems], world, headingOf, before.get(line.row));
  });
  const first = refuseRepeats(all, headingOf);
  const ordered = managersFirst(all, first);
  for (const one of ordered) findManager(one, first, world, headingOf('manager_email'));
  for (const one of rings(ordered, world.bosses))
    one.problems.push({
      column: headingOf('manager_email'),
      message: 'Nobody can report to themselves, directly or through others',
    });
  for (const one of ordered) settle(one);
  // Whoever was to report to somebody who does not come after all.
  for (const one of ordered) if (one.verdict !== 'problem') refuseOrphan(one, first, world, headingOf('manager_email'));
  return ordered;
}

/** What the check has found. `comes`: somebody new, who is to have the id. */
export interface Before {
  readonly comes: boolean;
  readonly employee_id: string | null;
}

function judgeOne(
  line: Line,
  wish: Wish,
  problems: Problem[],
  world: World,
  headingOf: HeadingOf,
  before: Before | undefined,
): Judged {
  const known = whoIs(wish, problems, world, headingOf);
  const { employee_role_id, time_zone } = world;
  const { row, role_ids, group_ids } = known ?? { row: undefined, role_ids: [employee_role_id], group_ids: [] };
  const target: Target = {
    ...blank,
    ...{ first_name: '', last_name: '', time_zone },
    ...row,
    ...wish.fields,
    // Who is there keeps the address as they write it.
    work_email: row && emailKey(row.work_email) === wish.key ? row.work_email : wish.email || (row?.work_email ?? ''),
    role_ids,
    group_ids,
  };
  if (!known && before && !before.comes) problems.push({ column: null, message: GONE });
  else if (known && before && !before.comes && before.employee_id !== known.row.employee_id)
    problems.push({ column: null, message: OTHER });
  else if (known && before?.comes && emailKey(known.row.work_email) !== wish.key)
    problems.push({ column: headingOf('employee_number'), message: GIVEN });
  else if (!known)
    for (const name of ['first_name', 'last_name'] as const)
      if (!target[name] && !problems.some(({ column }) => column !== null && column === headingOf(name)))
        problems.push({ column: headingOf(name) ?? headingOf('full_name'), message: missing[name] });
  putPlaces(target, wish, problems, world, headingOf);
  checkRoles(target, known, problems, world, headingOf('roles'));
  const employee_id = row?.employee_id ?? before?.employee_id ?? uuid();
  return { line, wish, verdict: 'same', employee_id, known, target, fields: [], problems };
}
const GONE = 'This person was removed, or their address changed, since the check';
const OTHER = 'Changed since the check: check the file again';
const GIVEN = 'Somebody has been given this number since the check';
const missing = { first_name: 'The first name is missing', last_name: 'The last name is missing' } as const;

/** Names of departments, roles and groups → the things. */
function putPlaces(target: Target, wish: Wish, problems: Problem[], world: World, headingOf: HeadingOf): void {
  const find = (all: ByName, name: string, field: ImportField, what: string): string[] => {
    const id = all.get(nameKey(name));
    if (id) return [id];
    const several = `There are several ${what}s called ${name}${field === 'department' ? ': write where it stands, from the top' : ''}`;
    problems.push({ column: headingOf(field), message: id === null ? several : `There is no ${what} called ${name}` });
    return [];
  };
  if (wish.department) {
    const key = nameKey(wish.department);
    const answer = world.departments.has(key) ? undefined : world.answers.get(key);
    if (answer) target.department_id = answer;
    // Null: they keep what they have.
    else if (answer === undefined)
      target.department_id = find(world.departments, wish.department, 'department', 'department')[0] ?? null;
  }
  if (wish.roles) target.role_ids = once(wish.roles.flatMap((name) => find(world.roles, name, 'roles', 'role')));
  if (!wish.groups) return;
  target.group_ids = once(wish.groups.flatMap((name) => find(world.groups, name, 'groups', 'group')));
  if (target.group_ids.some((id) => world.ruled.has(id)))
    problems.push({ column: headingOf('groups'), message: 'Who is in this group follows from its criteria' });
}

/** A cell may name the same thing twice. */
const once = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Nobody gives or takes what they do not hold. */
function checkRoles(
  target: Target,
  known: Known | undefined,
  problems: Problem[],
  world: World,
  column: string | null,
): void {
  const before = new Set(known ? known.role_ids : [world.employee_role_id]);
  const changed = before.symmetricDifference(new Set(target.role_ids));
  if (!changed.size) return;
  const roles = (known ? [...changed] : target.role_ids).flatMap((id) => world.rolesById.get(id) ?? []);
  if (!world.mayGiveRoles || !covers(world.standing, standing(roles)))
    problems.push({ column, message: 'You may not give or take these roles' });
}

function findManager(one: Judged, first: ReadonlyMap<string, Judged>, world: World, column: string | null): void {
  const { manager } = one.wish;
  if (!manager) return;
  const key = emailKey(manager);
  const there = world.people.get(key)?.row.employee_id ?? world.moved.get(key);
  const coming = first.get(key);
  if (there ?? coming) one.target.manager_id = there ?? coming?.employee_id ?? null;
  else one.problems.push({ column, message: 'Nobody here or in this file has this address' });
}

function refuseOrphan(one: Judged, first: ReadonlyMap<string, Judged>, world: World, column: string | null): void {
  const key = one.wish.manager ? emailKey(one.wish.manager) : '';
  const coming = world.people.has(key) || world.moved.has(key) ? undefined : first.get(key);
  if (coming?.verdict !== 'problem') return;
  one.problems.push({ column, message: `Row ${coming.line.row}, their manager, has a problem` });
  settle(one);
}

function settle(one: Judged): void {
  if (one.problems.length) {
    one.verdict = 'problem';
    one.fields = [];
    if (!one.known) one.employee_id = null;
    return;
  }
  one.fields = one.known ? changedFields(one.known, one.target) : [];
  one.verdict = one.known ? (one.fields.length ? 'change' : 'same') : 'create';
}

/** What of somebody who is there is another thing than it was. */
export const differing = ({ row, role_ids, group_ids }: Known, target: Target): (keyof Target)[] => {
  const before = { ...row, role_ids, group_ids };
  return (Object.keys(target) as (keyof Target)[]).filter((key) => !sameValue(before[key], target[key]));
};

const changedFields = (known: Known, target: Target): ImportField[] =>
  differing(known, target).map((key) => fieldOf[key] ?? (key as ImportField));

const sameValue = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? !new Set(a).symmetricDifference(new Set(b)).size : a === b;
