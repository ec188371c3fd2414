// Finding people: the list with its filters, the whole directory, one person's fields, choices for forms.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { type directory, type dropdown, type list, type meta, selectable } from '#contract/people.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { revisionOf } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { maySeeBirthDate } from '../policy.ts';
import { presentDetail, presentEmployee, presentPerson } from '../present.ts';
import { listAfter, listEmployees, listLocations, type Place } from '../repo.ts';
import { listRoles, rolesOf } from '../roles/role-repo.ts';
import { builtInRoles } from '../roles/roles.ts';
import { loadRow } from '../service.ts';
import { fold, patterns } from './fold.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JOINING_KEY = /^(\d{4,}-\d\d-\d\d|-infinity)$/;
const DEFAULT_PAGE = 50;
const DIRECTORY_PAGE = 2000;
const CHOICES = 50;

const encode = (place: readonly string[]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** INVALID_REQUEST for a cursor that this list never gave. */
function decode(cursor: string, sort: 'name' | 'joining_date'): Place {
  try {
    const [kind, key, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const sound = typeof key === 'string' && !key.includes('\0') && (sort === 'name' || JOINING_KEY.test(key));
    if (kind === sort && sound && typeof id === 'string' && UUID.test(id) && !rest.length) return [key, id];
  } catch {
    // Falls through to the refusal.
  }
  throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
}

/** A page by name (or newest joining date first). Deleted people only when their status is asked for. */
export async function listPeople(tx: Tx, input: ParsedOf<typeof list>): Promise<ResponseOf<typeof list>> {
  const { query, filters = {}, sort = 'name', limit = DEFAULT_PAGE, cursor } = input;
  const { statuses = null, role_ids = null, locations = null, manager_ids = null } = filters;
  const place = cursor === undefined ? null : decode(cursor, sort);
  const rows = await listEmployees(
    tx,
    { statuses, role_ids, locations, manager_ids, patterns: patterns(query) },
    sort,
    place,
    limit + 1,
  );
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items: items.map(presentEmployee), next_cursor: last ? encode([sort, last.key, last.employee_id]) : null };
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

/** The fields asked for; a birth date that the caller may not see is left out. */
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
  const detail = presentDetail(row, roles.map((role) => role.role_id).toSorted());
  const hidden = maySeeBirthDate(actor.permissions, actor.employee_id === employee_id) ? '' : 'birth_date';
  return Object.fromEntries(Object.entries(detail).filter(([field]) => select.includes(field) && field !== hidden));
}

/** Choices for forms, 50 a kind at most (roles and places: 500). */
export async function listChoices(
  tx: Tx,
  { kinds, query }: ParsedOf<typeof dropdown>,
): Promise<ResponseOf<typeof dropdown>> {
  const words = fold(query ?? '').split(' ');
  const fits = ({ label }: { label: string }) => words.every((word) => fold(label).includes(word));
  return {
    ...(kinds.includes('roles') && { roles: (await roleChoices(tx)).filter(fits) }),
    ...(kinds.includes('locations') && {
      locations: (await listLocations(tx)).map((name) => ({ id: name, label: name })).filter(fits),
    }),
    ...(kinds.includes('employees') && { employees: await employeeChoices(tx, query) }),
  };
}

/** The built-in ones first, in their order. */
async function roleChoices(tx: Tx): Promise<{ id: string; label: string }[]> {
  const order: readonly (string | null)[] = Object.keys(builtInRoles);
  const rank = (built_in: string | null) => (order.includes(built_in) ? order.indexOf(built_in) : order.length);
  const roles = await listRoles(tx);
  return roles
    .toSorted((a, b) => rank(a.built_in) - rank(b.built_in))
    .map((role) => ({ id: role.role_id, label: role.name }));
}

async function employeeChoices(
  tx: Tx,
  query: string | undefined,
): Promise<{ id: string; label: string; image: string | null }[]> {
  const everybody = { statuses: null, role_ids: null, locations: null, manager_ids: null, patterns: patterns(query) };
  const rows = await listEmployees(tx, everybody, 'name', null, CHOICES);
  return rows.map((row) => ({
    id: row.employee_id,
    label: `${row.first_name} ${row.last_name}`.trim(),
    image: row.profile_url,
  }));
}
