// Finding people: the list with its filters, the whole directory, one person's fields, choices for forms.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { type directory, type dropdown, type list, type meta, selectable } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { revisionOf } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { settingsOf } from '../../company/service.ts';
import { listDepartments } from '../departments/department-repo.ts';
import type { PeoplePorts } from '../deps.ts';
import { findGroups, listGroups } from '../groups/group-repo.ts';
import { groupsAround, groupsOfEach, idsInside } from '../groups/membership.ts';
import { managed, mayLookUp, maySeeHidden, unseen } from '../policy.ts';
import { presentDetail, presentEmployee, presentPerson } from '../present.ts';
import { type EmployeeRow, listAfter, listLocations } from '../repo.ts';
import { listRoles, rolesOf } from '../roles/role-repo.ts';
import { builtInRoles } from '../roles/roles.ts';
import { loadRow } from '../service.ts';
import { fold, patterns } from './fold.ts';
import {
  countByDepartment,
  countEmployees,
  type Filters,
  type ListedRow,
  listEmployees,
  listManagers,
  rolesOfEach,
} from './list-repo.ts';
import { decodePlace, encodePlace, UUID } from './places.ts';
import { idsNear } from './searching.ts';

const DEFAULT_PAGE = 50;
const DIRECTORY_PAGE = 2000;
const CHOICES = 50;
/** With fewer than this found, slips in a name are overlooked. */
const FEW = 3;

type Asked = ParsedOf<typeof list>;

/** A page in the order asked for. Deleted people only when their status is asked for; NO_PERMISSION as the contract says. */
export async function listPeople(
  tx: Tx,
  actor: Actor,
  input: Asked,
  availableIn: PeoplePorts['availableIn'],
): Promise<ResponseOf<typeof list>> {
  const { sort = 'name', reverse = false, limit = DEFAULT_PAGE, cursor, select = [] } = input;
  const manages = actor.permissions.has('people.manage');
  if (!manages) refuseBeyond(input);
  const kind = reverse ? `-${sort}` : sort;
  const place = cursor === undefined ? null : decodePlace(cursor, kind);
  const viewer = manages ? null : actor.employee_id;
  const available = input.filters?.available ? availableIn(tx.company_id) : null;
  const filters = await filtersOf(tx, input, viewer, available);
  const counted = place && !input.query ? undefined : await countEmployees(tx, filters);
  const few = input.query && counted !== undefined && counted < FEW;
  const wide = few ? { ...filters, near: await idsNear(tx, input.query ?? '') } : filters;
  const total = wide.near.length ? await countEmployees(tx, wide) : counted;
  const rows = await listEmployees(tx, wide, { sort, reverse }, place, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const ids = items.map(idOf);
  const roles = select.includes('role_ids') ? await rolesOfEach(tx, ids) : undefined;
  const groups = select.includes('group_ids') ? await groupsOfEach(tx, ids, await listGroups(tx)) : undefined;
  const ties = (id: string) => ({ role_ids: roles?.get(id) ?? [], group_ids: groups?.get(id) ?? [] });
  return {
    items: items.map((row) => present(row, ties(row.employee_id), select, actor)),
    next_cursor: last ? encodePlace([kind, last.key, last.employee_id]) : null,
    ...(!place && total !== undefined && { total }),
    ...(!place && input.by_department && { departments: await countByDepartment(tx, wide) }),
  };
}

const idOf = ({ employee_id }: EmployeeRow): string => employee_id;

type Ties = Record<'role_ids' | 'group_ids', string[]>;

function present(row: ListedRow, ties: Ties, select: NonNullable<Asked['select']>, actor: Actor) {
  const { department_id, manager_id, location, joining_date, phone_number, employee_number } = row;
  const { last_seen_at, invited_at, left_at, erase_at } = row;
  const known = { department_id, manager_id, ...ties, location, joining_date, phone_number };
  const more = { ...known, employee_number, last_seen_at, invited_at };
  const hidden = unseen(actor.permissions, actor.employee_id === row.employee_id, row.hidden_fields);
  const chosen = Object.entries(more).filter(
    ([field]) => (select as readonly string[]).includes(field) && !hidden.has(field),
  );
  const left = left_at && erase_at ? { left_at, erase_at } : {};
  return { ...presentEmployee(row), ...(Object.fromEntries(chosen) as Partial<typeof more>), ...left };
}

const MANAGED: ReadonlySet<string> = new Set(['last_seen_at', 'invited_at', 'employee_number', 'group_ids']);

/** What only those who manage people may ask. */
function refuseBeyond({ filters, sort, select }: Asked): void {
  const chosen = select?.some((field) => MANAGED.has(field));
  const beyond = filters?.group_ids || filters?.last_seen || sort === 'last_seen' || sort === 'status' || chosen;
  if (beyond) throw new AppError('NO_PERMISSION');
}

/** `viewer`: null for who manages people. `available`: null unless it is asked for. */
async function filtersOf(
  tx: Tx,
  { query, filters = {} }: Asked,
  viewer: string | null,
  available: readonly string[] | null,
): Promise<Filters> {
  const { statuses = null, role_ids = null, locations = null, manager_ids = null, department_ids = null } = filters;
  const { department_id, last_seen: when } = filters;
  const seen = viewer === null ? statuses : (statuses ?? ['ACTIVE']).filter((status) => status === 'ACTIVE');
  const members = filters.group_ids ? await idsInside(tx, await findGroups(tx, filters.group_ids)) : null;
  return {
    statuses: seen,
    role_ids,
    locations,
    manager_ids,
    department_ids,
    department: department_id === undefined ? null : department_id === null ? [] : [department_id],
    members,
    available,
    last_seen: when ? { when, time_zone: (await settingsOf(tx)).time_zone } : null,
    patterns: patterns(query),
    viewer,
    near: [],
  };
}

/** A page by id, with the company topic's revision of the same snapshot: events after it are news to this page. */
export async function listDirectory(
  tx: Tx,
  { limit = DIRECTORY_PAGE, cursor }: ParsedOf<typeof directory>,
): Promise<ResponseOf<typeof directory>> {
  if (cursor !== undefined && !UUID.test(cursor))
    throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
  const revision = await revisionOf(tx, 'company');
  const rows = await listAfter(tx, cursor ?? '00000000-0000-0000-0000-000000000000', limit + 1);
  const items = rows.slice(0, limit);
  return {
    items: items.map(presentPerson),
    next_cursor: rows.length > limit ? (items.at(-1)?.employee_id ?? null) : null,
    revision,
  };
}

const SELECTABLE: ReadonlySet<string> = new Set(selectable);

/** The fields asked for; what the caller may not see is left out. */
export async function selectFields(
  tx: Tx,
  actor: Actor,
  { employee_id, select }: ParsedOf<typeof meta>,
): Promise<ResponseOf<typeof meta>> {
  const unknown = select.flatMap((field, at) =>
    SELECTABLE.has(field) ? [] : [{ path: `select[${at}]`, message: 'No such field' }],
  );
  if (unknown.length) throw new AppError('INVALID_SELECTION_FIELD', { data: unknown });
  const row = await loadRow(tx, employee_id);
  const roles = select.includes('role_ids') ? await rolesOf(tx, employee_id) : [];
  const manages = actor.permissions.has('people.manage');
  const groups =
    manages && select.includes('group_ids') ? await groupsAround(tx, employee_id, await listGroups(tx)) : [];
  const group_ids = groups.map((group) => group.group_id).toSorted();
  const detail = presentDetail(row, roles.map((role) => role.role_id).toSorted(), group_ids);
  const hidden = unseen(actor.permissions, actor.employee_id === employee_id, row.hidden_fields);
  const isSeen = (field: string) => !hidden.has(field) && (manages || !managed.has(field));
  return Object.fromEntries(Object.entries(detail).filter(([field]) => select.includes(field) && isSeen(field)));
}

/** Who may send something to a group, and so may know which there are. */
const SENDERS = [
  'people.manage',
  'campaigns.manage',
  'surveys.manage',
  'polls.manage',
  'contests.manage',
  'communities.manage',
  'calendar.manage',
  'spaces.manage',
];
const sends = ({ permissions }: Actor): boolean => SENDERS.some((one) => permissions.has(one));

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly image?: string | null;
}

/** Choices for forms, 50 people at most (of the other kinds 500 and more). NO_PERMISSION where the directory is not for everybody. */
export async function listChoices(
  tx: Tx,
  actor: Actor,
  { kinds, query }: ParsedOf<typeof dropdown>,
): Promise<ResponseOf<typeof dropdown>> {
  if (!mayLookUp(actor, false) && !sends(actor)) throw new AppError('NO_PERMISSION');
  const words = fold(query ?? '').split(' ');
  const fits = ({ label }: Choice) => words.every((word) => fold(label).includes(word));
  const answer: Partial<Record<(typeof kinds)[number], Choice[]>> = {};
  for (const kind of new Set(kinds))
    answer[kind] =
      kind === 'employees' ? await employeeChoices(tx, actor, query) : (await choicesOf(tx, actor, kind)).filter(fits);
  return answer;
}

function choicesOf(tx: Tx, actor: Actor, kind: string): Promise<Choice[]> {
  if (kind === 'roles') return roleChoices(tx);
  if (kind === 'locations') return locationChoices(tx, actor);
  if (kind === 'departments')
    return listDepartments(tx).then((all) => all.map(({ department_id: id, name: label }) => ({ id, label })));
  if (kind === 'managers') return listManagers(tx).then((all) => all.map(personChoice));
  if (kind === 'groups')
    return sends(actor)
      ? listGroups(tx).then((all) => all.map(({ group_id: id, name: label }) => ({ id, label })))
      : Promise.resolve([]);
  const statuses = actor.permissions.has('people.manage') ? { ...STATUSES, DELETED: 'Removed' } : STATUSES;
  return Promise.resolve(Object.entries(statuses).map(([id, label]) => ({ id, label })));
}

/** Where somebody is who hides it is no choice for colleagues. */
async function locationChoices(tx: Tx, { permissions, employee_id }: Actor): Promise<Choice[]> {
  const names = await listLocations(tx, maySeeHidden(permissions, false) ? null : employee_id);
  return names.map((name) => ({ id: name, label: name }));
}

const STATUSES = { ACTIVE: 'Active', INVITED: 'Invited', INACTIVE: 'Inactive', SUSPENDED: 'Suspended' };

/** The built-in ones first, in their order. */
async function roleChoices(tx: Tx): Promise<{ id: string; label: string }[]> {
  const order: readonly (string | null)[] = Object.keys(builtInRoles);
  const rank = (built_in: string | null) => (order.includes(built_in) ? order.indexOf(built_in) : order.length);
  const roles = await listRoles(tx);
  return roles
    .toSorted((a, b) => rank(a.built_in) - rank(b.built_in))
    .map((role) => ({ id: role.role_id, label: role.name }));
}

/** Whoever hides a skill is found by it only by who sees it. */
async function employeeChoices(
  tx: Tx,
  { permissions, employee_id }: Actor,
  query: string | undefined,
): Promise<Choice[]> {
  const viewer = maySeeHidden(permissions, false) ? null : employee_id;
  const everybody = { ...(await filtersOf(tx, { query }, null, null)), viewer };
  return (await listEmployees(tx, everybody, { sort: 'name', reverse: false }, null, CHOICES)).map(personChoice);
}

const personChoice = (row: Pick<EmployeeRow, 'employee_id' | 'first_name' | 'last_name' | 'profile_url'>): Choice => ({
  id: row.employee_id,
  label: `${row.first_name} ${row.last_name}`.trim(),
  image: row.profile_url,
});
