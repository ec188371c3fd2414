// What the lines of a file are judged against: who is there, which departments, roles and groups, and what the caller may give.
// A handful of statements however many lines there are.
import type { Actor } from '../../../../../platform/actor.ts';
import type { Tx } from '../../../../../platform/db/database.ts';
import { settingsOf } from '../../../../company/service.ts';
import { listDepartments } from '../../../departments/department-repo.ts';
import { pathOf } from '../../../departments/tree.ts';
import { emailKey } from '../../../finding/fold.ts';
import { listGroups } from '../../../groups/group-repo.ts';
import type { EmployeeRow } from '../../../repo.ts';
import { standingOf } from '../../../roles/grants.ts';
import { listRoles, type RoleRow } from '../../../roles/role-repo.ts';
import type { Standing } from '../../../roles/roles.ts';
import { leaversWith } from '../../leaving/leaver-repo.ts';
import { type ByName, byName } from './names.ts';
import { type Answers, answersOf, type Unknown } from './unknown.ts';
import type { Wish } from './wish.ts';
import { findByKeys, findByNumbers, groupsOf, listBosses, rolesOfAll } from './world-repo.ts';

/** Somebody who is there. `group_ids`: of those with chosen members. */
export interface Known {
  readonly row: EmployeeRow;
  readonly role_ids: readonly string[];
  readonly group_ids: readonly string[];
}

export interface World {
  /** By the key of the work e-mail. */
  readonly people: ReadonlyMap<string, Known>;
  readonly numbered: ReadonlyMap<string, Known>;
  /** Numbers of those who have left and may come back, each with the keys of their addresses. */
  readonly reserved: ReadonlyMap<string, readonly string[]>;
  /** By the keys of the addresses that they had before this very import. */
  readonly moved: ReadonlyMap<string, string>;
  /** employee_id → manager_id, of the whole company; empty if nobody who is there gets another manager. */
  readonly bosses: ReadonlyMap<string, string>;
  /** By the whole path, and by the last name of it alone. */
  readonly departments: ByName;
  /** What stands for departments that are not among them. */
  readonly answers: Answers;
  readonly roles: ByName;
  readonly rolesById: ReadonlyMap<string, RoleRow>;
  readonly groups: ByName;
  /** Groups that go by criteria, or come from the identity provider: nobody is put into these. */
  readonly ruled: ReadonlySet<string>;
  readonly employee_role_id: string;
  readonly time_zone: string;
  readonly standing: Standing;
  readonly mayGiveRoles: boolean;
}

/** What is asked about. */
export interface Asked {
  /** Of addresses: of the people, and of their managers. */
  readonly keys: readonly string[];
  readonly numbers: readonly string[];
  /** Who gets a manager. */
  readonly changing: readonly Wish[];
}

/** `unknown`: what was answered about departments. */
export async function loadWorld(
  tx: Tx,
  actor: Actor,
  { keys, numbers, changing }: Asked,
  unknown: readonly Unknown[],
): Promise<World> {
  const [rows, byNumber] = [await findByKeys(tx, keys), await findByNumbers(tx, numbers)];
  const ids = [...new Set([...rows.values(), ...byNumber.values()].map(({ employee_id }) => employee_id))];
  const [roleIds, groupIds] = [await rolesOfAll(tx, ids), await groupsOf(tx, ids)];
  const isHere = ({ key, fields }: Wish) => rows.has(key) || byNumber.has(fields.employee_number ?? '');
  const bosses = changing.some(isHere) ? await listBosses(tx) : new Map<string, string>();
  const [departments, roles, groups] = [await listDepartments(tx), await listRoles(tx), await listGroups(tx)];
  const fixed = groups.filter(({ rule, provisioned }) => !rule && !provisioned).map(({ group_id }) => group_id);
  const known = ([key, row]: readonly [string, EmployeeRow]) => {
    const group_ids = (groupIds.get(row.employee_id) ?? []).filter((id) => fixed.includes(id));
    return [key, { row, role_ids: roleIds.get(row.employee_id) ?? [], group_ids }] as const;
  };
  const left = await leaversWith(tx, numbers);
  const addressesOf = ([number, all]: [string, typeof left]) =>
    [number, all.map(({ work_email }) => emailKey(work_email))] as const;
  const paths = departments.map(({ department_id: id }) => [pathOf(departments, id).join('/'), id] as const);
  const lastNames = byName(departments.map(({ name, department_id }) => [name, department_id]));
  return {
    people: new Map([...rows].map(known)),
    numbered: new Map([...byNumber].map(known)),
    reserved: new Map([...Map.groupBy(left, (one) => one.employee_number)].map(addressesOf)),
    moved: new Map(),
    bosses,
    departments: new Map([...lastNames, ...byName(paths)]),
    answers: answersOf(unknown, new Set(departments.map(({ department_id }) => department_id))),
    roles: byName(roles.map(({ name, role_id }) => [name, role_id])),
    rolesById: new Map(roles.map((role) => [role.role_id, role])),
    groups: byName(groups.map(({ name, group_id }) => [name, group_id])),
    ruled: new Set(groups.filter(({ rule, provisioned }) => rule || provisioned).map(({ group_id }) => group_id)),
    employee_role_id: roles.find(({ built_in }) => built_in === 'employee')?.role_id ?? '',
    time_zone: (await settingsOf(tx)).time_zone,
    standing: await standingOf(tx, actor.employee_id),
    mayGiveRoles: actor.permissions.has('roles.manage'),
  };
}
