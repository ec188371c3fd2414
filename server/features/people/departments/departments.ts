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
  await tell(tx, actor, 'people.department_changed', { ...after });
  return presentOne(tx, after);
}

export async function deleteDepartment(
  tx: Tx,
  actor: Actor,
  { department_id, move_to, to_top }: ParsedOf<typeof contract.deleteDepartment>,
): Promise<void> {
  await lockRoster(tx);
  const all = await listDepartments(tx);
  find(all, department_id);
  if (move_to) {
    find(all, move_to);
    if (isWithin(all, move_to, department_id)) throw new AppError('DEPARTMENT_CYCLE');
  }
  const children = all.filter((one) => one.parent_id === department_id);
  const full = children.length > 0 || (await countPeople(tx)).has(department_id);
  if (full && !move_to && !to_top) throw new AppError('DEPARTMENT_NOT_EMPTY');
  const rest = all.filter((one) => one.department_id !== department_id);
  for (const child of children) refuseTaken({ ...child, parent_id: move_to ?? null }, rest);
  await dissolve(tx, department_id, move_to ?? null);
  await tell(tx, actor, 'people.department_deleted', { department_id, move_to: move_to ?? null });
}

/** Under the roster's lock: it is there, and stays until the commit. DEPARTMENT_NOT_FOUND. */
export async function checkDepartment(tx: Tx, department_id: string): Promise<void> {
  find(await listDepartments(tx), department_id);
}

/** The one that is called so, wherever it stands; made, at the top, if there is none. Under the roster's lock. TOO_MANY_DEPARTMENTS. */
export async function departmentNamed(tx: Tx, actor: Actor, name: string): Promise<string> {
  const found = (await listDepartments(tx)).find((one) => keyOf(one.name) === keyOf(name));
  if (found) return found.department_id;
  return (await createDepartment(tx, actor, { department_id: uuid(), department_name: name })).department_id;
}

/** What was made, from the top down. */
type Made = readonly Pick<DepartmentRow, 'department_id' | 'name'>[];

/**
 * The one at the end of a path of names; what is missing of it is made. The first name stands at the top, or wherever the only one of
 * that name stands. TOO_MANY_DEPARTMENTS.
 */
export async function departmentAt(
  tx: Tx,
  actor: Actor,
  path: readonly string[],
): Promise<{ department_id: string; made: Made }> {
  await lockRoster(tx);
  const all = await listDepartments(tx);
  const made: Pick<DepartmentRow, 'department_id' | 'name'>[] = [];
  let at: string | null = null;
  for (const [depth, name] of path.entries()) {
    const same = all.filter((one) => keyOf(one.name) === keyOf(name));
    const below = same.find(({ parent_id }) => parent_id === at);
    const found: DepartmentRow | undefined = below ?? (depth === 0 && same.length === 1 ? same[0] : undefined);
    const department_id: string = found?.department_id ?? uuid();
    if (!found) {
      await createDepartment(tx, actor, { department_id, department_name: name, parent_id: at });
      made.push({ department_id, name });
      all.push({ department_id, name, parent_id: at, lead_id: null });
    }
    at = department_id;
  }
  return { department_id: at as string, made };
}

/** Those in which nobody is, that nobody leads or has renamed, and below which there is nothing. */
export async function removeUnused(tx: Tx, actor: Actor, made: Made): Promise<void> {
  await lockRoster(tx);
  for (const { department_id, name } of made.toReversed()) {
    const all = await listDepartments(tx);
    const there = all.find((one) => one.department_id === department_id);
    const isUsed =
      all.some(({ parent_id }) => parent_id === department_id) || (await countPeople(tx)).has(department_id);
    if (there?.name !== name || there.lead_id || isUsed) continue;
    await dissolve(tx, department_id, null);
    await tell(tx, actor, 'people.department_deleted', { department_id, move_to: null });
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

async function tell(tx: Tx, actor: Actor, action: AuditAction, what: object): Promise<void> {
  await audit(tx, actor.company_id, actor.employee_id, action, { ...what });
  await emit(tx, contract.departmentsChanged, 'company', {});
}
