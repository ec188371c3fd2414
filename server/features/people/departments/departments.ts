// The departments: made, renamed, moved, dissolved. All of it under the roster's lock, so that two moves never make a ring.
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { AuditAction } from '#contract/audit.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/departments.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { fold } from '../finding/fold.ts';
import { findEmployees } from '../repo.ts';
import { lockRoster } from '../roles/role-repo.ts';
import {
  countPeople,
  type DepartmentRow,
  dissolve,
  insertDepartment,
  listDepartments,
  updateDepartmentRow,
} from './department-repo.ts';
import { isWithin } from './tree.ts';

const MOST_DEPARTMENTS = 1000;

export async function listAll(tx: Tx): Promise<contract.Department[]> {
  const [rows, counts] = [await listDepartments(tx), await countPeople(tx)];
  return rows.map((row) => present(row, counts));
}

const present = ({ name, ...row }: DepartmentRow, counts: ReadonlyMap<string, number>): contract.Department => ({
  ...row,
  department_name: name,
  members: counts.get(row.department_id) ?? 0,
});
const presentOne = async (tx: Tx, row: DepartmentRow) => present(row, await countPeople(tx));

/** Made twice under one id it is one. */
export async function createDepartment(
  tx: Tx,
  actor: Actor,
  {
    department_id,
    department_name: name,
    parent_id = null,
    lead_id = null,
  }: ParsedOf<typeof contract.createDepartment>,
): Promise<contract.Department> {
  const row: DepartmentRow = { department_id, name, parent_id, lead_id };
  await lockRoster(tx);
  const all = await listDepartments(tx);
  const there = all.find((one) => one.department_id === department_id);
  if (there) {
    if (!isDeepStrictEqual({ ...there }, row)) throw invalid([{ path: 'department_id', message: 'This id is taken' }]);
    return presentOne(tx, there);
  }
  await check(tx, row, all);
  if (all.length >= MOST_DEPARTMENTS) throw new AppError('TOO_MANY_DEPARTMENTS');
  await insertDepartment(tx, row);
  await tell(tx, actor, 'people.department_created', { department_id, name });
  return presentOne(tx, row);
}

/** Nothing is written or told if nothing differs. */
export async function updateDepartment(
  tx: Tx,
  actor: Actor,
  { department_id, department_name, parent_id, lead_id }: ParsedOf<typeof contract.updateDepartment>,
): Promise<contract.Department> {
  await lockRoster(tx);
  const all = await listDepartments(tx);
  const before = find(all, department_id);
  const after: DepartmentRow = {
    department_id,
    name: department_name ?? before.name,
    parent_id: parent_id === undefined ? before.parent_id : parent_id,
    lead_id: lead_id === undefined ? before.lead_id : lead_id,
  };
  if (isDeepStrictEqual({ ...before }, after)) return presentOne(tx, before);
  await check(tx, after, all);
  if (after.parent_id && isWithin(all, after.parent_id, department_id)) throw new AppError('DEPARTMENT_CYCLE');
  await updateDepartmentRow(tx, after);
  await tell(tx, actor, 'people.department_changed', {
    ...after,
    ...(after.name !== before.name && { was: before.name }),
  });
  return presentOne(tx, after);
}

export async function deleteDepartment(
  tx: Tx,
  actor: Actor,
  { department_id, move_to, to_top }: ParsedOf<typeof contract.deleteDepartment>,
): Promise<void> {
  await lockRoster(tx);
  const all = await listDepartments(tx);
  const { name } = find(all, department_id);
  const into = move_to ? find(all, move_to) : null;
  if (into && isWithin(all, into.department_id, department_id)) throw new AppError('DEPARTMENT_CYCLE');
  const children = all.filter((one) => one.parent_id === department_id);
  const full = children.length > 0 || (await countPeople(tx)).has(department_id);
  if (full && !move_to && !to_top) throw new AppError('DEPARTMENT_NOT_EMPTY');
  const rest = all.filter((one) => one.department_id !== department_id);
  for (const child of children) refuseTaken({ ...child, parent_id: move_to ?? null }, rest);
  await dissolve(tx, department_id, move_to ?? null);
  const moved = { move_to: move_to ?? null, ...(into && { moved_to: into.name }) };
  await tell(tx, actor, 'people.department_deleted', { department_id, name, ...moved });
}

/** Under the roster's lock: it is there, and stays until the commit. DEPARTMENT_NOT_FOUND. */
export async function checkDepartment(tx: Tx, department_id: string): Promise<void> {
  find(await listDepartments(tx), department_id);
}

/** What was made, from the top down. */
export type Made = readonly Pick<DepartmentRow, 'department_id' | 'name' | 'parent_id'>[];

/**
 * Those at the ends of paths of names, in their order; what is missing of them is made, and told once. Names are compared as files are read.
 * The first name stands at the top, or wherever the only one of that name stands: of several none is guessed. TOO_MANY_DEPARTMENTS.
 */
export async function departmentsAt(
  tx: Tx,
  actor: Actor,
  paths: readonly (readonly string[])[],
): Promise<{ department_id: string; made: Made }[]> {
  await lockRoster(tx);
  const all = await listDepartments(tx);
  const found = new Map<readonly string[], { department_id: string; made: Made }>();
  // The longest first: a name alone that stands at the end of one means that one.
  for (const path of paths.toSorted((a, b) => b.length - a.length))
    found.set(path, await makePath(tx, actor, path, all));
  const ends = paths.map((path) => found.get(path) as { department_id: string; made: Made });
  if (ends.some(({ made }) => made.length)) await emit(tx, contract.departmentsChanged, 'company', {});
  return ends;
}

/** `all`: grows by what is made. */
async function makePath(tx: Tx, actor: Actor, path: readonly string[], all: DepartmentRow[]) {
  const made: DepartmentRow[] = [];
  let at: string | null = null;
  for (const [depth, name] of path.entries()) {
    const same = all.filter((one) => fold(one.name) === fold(name));
    const below = same.find(({ parent_id }) => parent_id === at);
    const there: DepartmentRow | undefined = below ?? (depth === 0 && same.length === 1 ? same[0] : undefined);
    const row: DepartmentRow = there ?? { department_id: uuid(), name, parent_id: at, lead_id: null };
    if (!there) {
      if (all.length >= MOST_DEPARTMENTS) throw new AppError('TOO_MANY_DEPARTMENTS');
      await insertDepartment(tx, row);
      await record(tx, actor, 'people.department_created', { department_id: row.department_id, name });
      made.push(row);
      all.push(row);
    }
    at = row.department_id;
  }
  return { department_id: at as string, made: made.map(({ lead_id: _, ...one }) => one) };
}

/** Those that are as they were made, in which nobody is, below which there is nothing, and that nobody `names`. */
export async function removeUnused(
  tx: Tx,
  actor: Actor,
  made: Made,
  names: (department_id: string) => boolean,
): Promise<void> {
  if (!made.length) return;
  await lockRoster(tx);
  const inside = await countPeople(tx);
  for (const one of made.toReversed()) {
    const { department_id } = one;
    const all = await listDepartments(tx);
    const there = all.find((each) => each.department_id === department_id);
    const isUsed =
      inside.has(department_id) || names(department_id) || all.some((each) => each.parent_id === department_id);
    if (isUsed || !isDeepStrictEqual({ ...there }, { ...one, lead_id: null })) continue;
    await dissolve(tx, department_id, null);
    await tell(tx, actor, 'people.department_deleted', { department_id, name: one.name, move_to: null });
  }
}

async function check(tx: Tx, row: DepartmentRow, all: readonly DepartmentRow[]): Promise<void> {
  if (row.parent_id) find(all, row.parent_id);
  if (row.lead_id && !(await findEmployees(tx, [row.lead_id])).length) throw new AppError('EMPLOYEE_NOT_FOUND');
  refuseTaken(row, all);
}

function find(all: readonly DepartmentRow[], department_id: string): DepartmentRow {
  const row = all.find((one) => one.department_id === department_id);
  if (!row) throw new AppError('DEPARTMENT_NOT_FOUND');
  return row;
}

function refuseTaken(row: DepartmentRow, all: readonly DepartmentRow[]): void {
  const taken = all.some(
    (one) =>
      one.department_id !== row.department_id && one.parent_id === row.parent_id && keyOf(one.name) === keyOf(row.name),
  );
  if (taken) throw new AppError('DEPARTMENT_ALREADY_EXIST');
}

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const record = (tx: Tx, actor: Actor, action: AuditAction, what: object): Promise<void> =>
  audit(tx, actor.company_id, actor.employee_id, action, { ...what });

async function tell(tx: Tx, actor: Actor, action: AuditAction, what: object): Promise<void> {
  await record(tx, actor, action, what);
  await emit(tx, contract.departmentsChanged, 'company', {});
}
