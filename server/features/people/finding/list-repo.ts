// SQL of the list of people: its filters, its orders, and how many there are.
import type { LastSeen } from '#contract/people/finding/views.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { COLUMNS, type EmployeeRow, shows } from '../repo.ts';
import type { Place } from './places.ts';

export interface Filters {
  readonly statuses: readonly string[] | null;
  readonly role_ids: readonly string[] | null;
  readonly locations: readonly string[] | null;
  readonly manager_ids: readonly string[] | null;
  /** With the departments below. */
  readonly department_ids: readonly string[] | null;
  /** The one itself; empty: in none. */
  readonly department: readonly string[] | null;
  /** Who is in the groups that are asked for; null if none are. */
  readonly members: readonly string[] | null;
  /** Who is shown as available; null if that is not asked for. */
  readonly available: readonly string[] | null;
  /** When they were last here; null if that is not asked for. */
  readonly last_seen: { readonly when: LastSeen; readonly time_zone: string } | null;
  /** LIKE patterns over the folded text; all must match. */
  readonly patterns: readonly string[];
  /** Who asks: those who hide something are not found by it. Null: by somebody who sees it all the same. */
  readonly viewer: string | null;
  /** Who is found besides, though the patterns do not match. */
  readonly near: readonly string[];
}

const BELOW = `within AS (
    SELECT department_id FROM department WHERE company_id = $1 AND department_id = ANY ($7::uuid[])
    UNION
    SELECT d.department_id FROM department d JOIN within w ON d.company_id = $1 AND d.parent_id = w.department_id)`;
const WHERE = `e.company_id = $1
  AND CASE WHEN $3::text[] IS NULL THEN e.employee_account_status <> 'DELETED' ELSE e.employee_account_status = ANY ($3) END
  AND ($4::uuid[] IS NULL OR EXISTS (SELECT FROM employee_role r
    WHERE r.company_id = $1 AND r.employee_id = e.employee_id AND r.role_id = ANY ($4)))
  AND ($5::text[] IS NULL OR (e.location = ANY ($5) AND ${shows('$10', 'location')}))
  AND ($6::uuid[] IS NULL OR e.manager_id = ANY ($6))
  AND ($7::uuid[] IS NULL OR e.department_id = ANY (ARRAY(SELECT department_id FROM within)))
  AND ($11::uuid[] IS NULL OR CASE WHEN $11 = '{}' THEN e.department_id IS NULL ELSE e.department_id = ANY ($11) END)
  AND (e.search_text LIKE ALL ($8::text[]) OR e.employee_id = ANY ($9::uuid[])
    OR (e.skills_text <> '' AND ${shows('$10', 'skills')} AND (e.search_text || ' ' || e.skills_text) LIKE ALL ($8)))
  AND ($2::uuid[] IS NULL OR e.employee_id IN (SELECT unnest($2::uuid[])))
  AND ($12::uuid[] IS NULL OR e.employee_id IN (SELECT unnest($12::uuid[])))`;
const WITH = `WITH RECURSIVE ${BELOW}`;

export type Sort = 'name' | 'joining_date' | 'department' | 'status' | 'last_seen';

/** The statuses in the order of a life. */
const STATUSES = `array_position(ARRAY['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED', 'DELETED'], e.employee_account_status)::text`;
const SEEN = "coalesce(seen.at, '-infinity'::timestamptz)";
/** What is sorted by, its type, and whether the largest comes first. Who is in no department comes last. */
const KEYS: Readonly<Record<Sort, readonly [key: string, type: string, falls: boolean]>> = {
  name: ['e.sort_name', 'text COLLATE "C"', false],
  department: [`(coalesce('0' || lower(d.name), '1') || chr(1) || e.sort_name) COLLATE "C"`, 'text COLLATE "C"', false],
  status: [`(${STATUSES} || e.sort_name) COLLATE "C"`, 'text COLLATE "C"', false],
  joining_date: ["coalesce(e.joining_date, '-infinity'::date)", 'date', true],
  last_seen: [SEEN, 'timestamptz', true],
};
/** The order that the index gives, for who sees everything. */
const SHOWN_JOINING = `coalesce(CASE WHEN ${shows('$10', 'joining_date')} THEN e.joining_date END, '-infinity'::date)`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type ListedRow = EmployeeRow & {
  readonly key: string;
  readonly last_seen_at: string | null;
  readonly invited_at: string | null;
  /** Of those who have left and may come back. */
  readonly left_at: string | null;
  readonly erase_at: string | null;
};

/** Who has left is found and sorted by what they were; only asked for by who manages people. */
const KEPT = `first_name, last_name, position_title, work_email, profile_url, phone_number, location, time_zone, pronouns, skills,
  birth_date, joining_date, manager_id, department_id, sort_name, search_text, skills_text, working_hours, hidden_fields, employee_number`;
const OTHER = `company_id, employee_id, employee_account_status, status_type, auto_status, created_at, activated_at,
  deactivated_at, awaits_heir_at`;
const LEAVERS = `(SELECT ${OTHER.replace(/[a-z_]+/g, 'w.$&')}, ${KEPT.replace(/[a-z_]+/g, 'CASE WHEN l.employee_id IS NULL THEN w.$& ELSE l.$& END AS $&')},
    l.left_at, l.erase_at
  FROM employee w LEFT JOIN leaver l ON l.company_id = $1 AND l.employee_id = w.employee_id WHERE w.company_id = $1)`;
const fromOf = ({ statuses }: Filters) => (statuses?.includes('DELETED') ? LEAVERS : 'employee');

const OWN = COLUMNS.replace(/[a-z_]+/g, 'e.$&');
const DEPARTMENT = 'LEFT JOIN department d ON d.company_id = e.company_id AND d.department_id = e.department_id';
/** Of everybody at once: to sort by it, all of it is needed. */
const ALL_SEEN = 'LEFT JOIN employees_last_seen($1) AS seen (employee_id, at) ON seen.employee_id = e.employee_id';
const SEEN_WHEN: Readonly<Record<LastSeen, string>> = {
  week: "seen.at > now() - interval '7 days'",
  month: "seen.at > now() - interval '30 days'",
  year: "seen.at >= date_trunc('year', now() AT TIME ZONE $13::text) AT TIME ZONE $13::text",
  not_month: `${SEEN} <= now() - interval '30 days'`,
  never: 'seen.at IS NULL',
};

function joinsOf({ last_seen }: Filters, sort?: Sort): string {
  const seen = last_seen || sort === 'last_seen' ? ALL_SEEN : '';
  return sort === 'department' ? `${DEPARTMENT} ${seen}` : seen;
}

const whereOf = ({ last_seen }: Filters): string => (last_seen ? `${WHERE} AND ${SEEN_WHEN[last_seen.when]}` : WHERE);

/** `given`: how many values the filters are. */
function textOf(filters: Filters, sort: Sort, falls: boolean, given: number): string {
  const from = fromOf(filters);
  const [known, type] = KEYS[sort];
  const key = sort === 'joining_date' && filters.viewer !== null ? SHOWN_JOINING : known;
  const way = falls ? 'DESC' : 'ASC';
  const at = `$${given + 1}`;
  return `${WITH} SELECT ${OWN}, ${key}::text AS key, employee_last_seen(e.company_id, e.employee_id) AS last_seen_at,
      CASE WHEN e.employee_account_status = 'INVITED' THEN employee_invited(e.company_id, e.employee_id) END AS invited_at
    ${from === LEAVERS ? ', e.left_at, e.erase_at' : ''}
  FROM ${from} e ${joinsOf(filters, sort)} WHERE ${whereOf(filters)}
    AND (${at}::text IS NULL OR (${key}, e.employee_id) ${falls ? '<' : '>'} (${at}::${type}, $${given + 2}::uuid))
  ORDER BY ${key} ${way}, e.employee_id ${way} LIMIT $${given + 3}`;
}
const countOf = (filters: Filters) =>
  `${WITH} SELECT count(*)::integer AS total FROM ${fromOf(filters)} e ${joinsOf(filters)} WHERE ${whereOf(filters)}`;

const departmentsOf = (filters: Filters) =>
  `${WITH} SELECT e.department_id, count(*)::integer AS people FROM ${fromOf(filters)} e ${joinsOf(filters)}
  WHERE ${whereOf(filters)} GROUP BY e.department_id`;

const valuesOf = (tx: Tx, filters: Filters): unknown[] => [
  tx.company_id,
  filters.members,
  filters.statuses,
  filters.role_ids,
  filters.locations,
  filters.manager_ids,
  filters.department_ids,
  filters.patterns,
  filters.near,
  filters.viewer,
  filters.department,
  filters.available,
  ...(filters.last_seen?.when === 'year' ? [filters.last_seen.time_zone] : []),
];

/** Up to `limit` employees after `place`, each with its sort key. */
export function listEmployees(
  tx: Tx,
  filters: Filters,
  { sort, reverse }: { sort: Sort; reverse: boolean },
  place: Place | null,
  limit: number,
): Promise<ListedRow[]> {
  const falls = KEYS[sort][2] !== reverse;
  const [key, id] = place ?? [null, falls ? LAST_ID : FIRST_ID];
  const values = valuesOf(tx, filters);
  return tx.query(textOf(filters, sort, falls, values.length), [...values, key, id, limit]);
}

export async function countEmployees(tx: Tx, filters: Filters): Promise<number> {
  const [row] = await tx.query<{ total: number }>(countOf(filters), valuesOf(tx, filters));
  return row?.total ?? 0;
}

/** How many of them are in which department, in no order; null: in none. */
export const countByDepartment = (
  tx: Tx,
  filters: Filters,
): Promise<{ department_id: string | null; people: number }[]> =>
  tx.query(departmentsOf(filters), valuesOf(tx, filters));

const ROLES_OF =
  'SELECT employee_id, role_id FROM employee_role WHERE company_id = $1 AND employee_id = ANY ($2) ORDER BY role_id';

/** Of each the roles they have. */
export async function rolesOfEach(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ employee_id: string; role_id: string }>(ROLES_OF, [tx.company_id, employee_ids]);
  const grouped = Map.groupBy(rows, (row) => row.employee_id);
  return new Map([...grouped].map(([id, held]) => [id, held.map(({ role_id }) => role_id)]));
}

const MANAGERS = `SELECT DISTINCT m.employee_id, m.first_name, m.last_name, m.profile_url, m.sort_name FROM employee e
  JOIN employee m ON m.company_id = $1 AND m.employee_id = e.manager_id
  WHERE e.company_id = $1 AND e.manager_id IS NOT NULL AND m.employee_account_status <> 'DELETED'
  ORDER BY m.sort_name, m.employee_id LIMIT 500`;

/** Everybody to whom somebody reports, by name. */
export const listManagers = (
  tx: Tx,
): Promise<{ employee_id: string; first_name: string; last_name: string; profile_url: string | null }[]> =>
  tx.query(MANAGERS, [tx.company_id]);
