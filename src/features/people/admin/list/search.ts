// What of the list stands in its address, so that a view can be kept as a bookmark and sent to a colleague. Pure.
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { columnNames, type LastSeen } from '#contract/people/finding/views.ts';
import type { list } from '#contract/people.ts';

type Asked = RequestOf<typeof list>;
export type Sort = NonNullable<Asked['sort']>;

export const filterNames = ['departments', 'statuses', 'roles', 'groups', 'locations', 'managers'] as const;
export type FilterName = (typeof filterNames)[number];
export type ColumnName = (typeof columnNames)[number];

export type ListSearch = {
  q?: string;
  sort?: Sort;
  reverse?: true;
  /** Default: department, role, status, last seen. */
  columns?: readonly ColumnName[];
  /** When they were last here. */
  seen?: LastSeen;
} & { [F in FilterName]?: readonly string[] };

export const defaultColumns: readonly ColumnName[] = ['department', 'role', 'status', 'last_seen'];
const SORTS: readonly string[] = ['name', 'joining_date', 'department', 'status', 'last_seen'] satisfies Sort[];
const SEEN: readonly string[] = ['week', 'month', 'year', 'not_month', 'never'] satisfies LastSeen[];
const STATUSES: readonly string[] = ['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED', 'DELETED'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').slice(0, 20) : [];
const fits: Readonly<Record<FilterName, (value: string) => boolean>> = {
  departments: (value) => UUID.test(value),
  roles: (value) => UUID.test(value),
  groups: (value) => UUID.test(value),
  managers: (value) => UUID.test(value),
  statuses: (value) => STATUSES.includes(value),
  locations: (value) => value.length > 0 && value.length <= 120,
};

/** An address that somebody typed: what does not fit is left out. */
export function readSearch(given: Record<string, unknown>): ListSearch {
  const search: ListSearch = {};
  if (typeof given['q'] === 'string' && given['q']) search.q = given['q'].slice(0, 100);
  if (SORTS.includes(given['sort'] as string)) search.sort = given['sort'] as Sort;
  if (given['reverse'] === true) search.reverse = true;
  if (SEEN.includes(given['seen'] as string)) search.seen = given['seen'] as LastSeen;
  const columns = texts(given['columns']).filter((one): one is ColumnName => columnNames.includes(one as ColumnName));
  if (Array.isArray(given['columns'])) search.columns = columns;
  for (const name of filterNames) {
    const values = texts(given[name]).filter(fits[name]);
    if (values.length) search[name] = values;
  }
  return search;
}

/** Whether it shows fewer than all. */
export const isNarrowed = (search: ListSearch): boolean =>
  Boolean(search.q) || Boolean(search.seen) || filterNames.some((name) => search[name]?.length);

/** What is asked of the server for it. */
export function askedOf(search: ListSearch, withGroups = false): Asked {
  const { q, seen, sort = 'name', reverse = false } = search;
  const entries: [string, readonly string[] | undefined][] = [
    ['department_ids', search.departments],
    ['statuses', search.statuses],
    ['role_ids', search.roles],
    ['group_ids', search.groups],
    ['locations', search.locations],
    ['manager_ids', search.managers],
  ];
  const chosen = Object.fromEntries(entries.filter(([, values]) => values?.length)) as Asked['filters'];
  const filters: Asked['filters'] = { ...chosen, ...(seen && { last_seen: seen }) };
  const select: Asked['select'] = [
    'department_id',
    'manager_id',
    'role_ids',
    'location',
    'joining_date',
    'phone_number',
    'employee_number',
    ...(withGroups ? (['group_ids'] as const) : []),
    'last_seen_at',
    'invited_at',
  ];
  return { ...(q && { query: q }), filters, sort, reverse, select };
}
