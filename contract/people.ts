// People: employees and presence, and by name what is done to accounts. Everything under /user-management that the foundation has.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, cursor, id, limit, page, text } from './kernel/fields.ts';
import { accountStatus, employee, employeeDetail } from './people/employee.ts';
import { lastSeen } from './people/finding/views.ts';

export { create, invite, remove, setStatus } from './people/accounts.ts';
export { directory } from './people/directory.ts';
export {
  accountStatus,
  autoStatus,
  type Employee,
  type EmployeeDetail,
  type Person,
  person,
  selectable,
  statusType,
} from './people/employee.ts';
export { changed, hiddenChanged, removed, selfChanged } from './people/events.ts';
export { meta, update } from './people/profile.ts';

/** What the list tells besides, where it is asked for. */
const asked = [
  'department_id',
  'manager_id',
  'role_ids',
  'group_ids',
  'location',
  'joining_date',
  'phone_number',
  'employee_number',
] as const;
const more = v.partial(v.pick(employeeDetail, asked));

/**
 * What somebody hides is missing for colleagues, and finds and sorts them nowhere. Who does not manage people sees active colleagues only, sorts by what everybody knows, and asks for no groups, no numbers, and not when somebody was here or invited: NO_PERMISSION.
 * A query looks at names, titles, addresses and skills. One of which little is found forgives a slip in a name. `total` comes with the first page.
 */
export const list = endpoint({
  name: 'people.employee.list',
  method: 'POST',
  path: '/user-management/employee/list',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({
    query: v.optional(text(100)),
    filters: v.optional(
      v.strictObject({
        statuses: v.optional(v.array(accountStatus)),
        role_ids: v.optional(v.array(id)),
        locations: v.optional(v.array(text(120))),
        manager_ids: v.optional(v.array(id)),
        /** With the departments below. */
        department_ids: v.optional(v.array(id)),
        /** In this very one, those below it not counted; null: in none. */
        department_id: v.optional(v.nullable(id)),
        /** Who is seen as available at this moment: nobody who appears offline, whoever asks. */
        available: v.optional(v.literal(true)),
        group_ids: v.optional(v.pipe(v.array(id), v.maxLength(20))),
        last_seen: v.optional(lastSeen),
      }),
    ),
    sort: v.optional(v.picklist(['name', 'joining_date', 'department', 'status', 'last_seen'])),
    /** Names and the like from A, dates from the newest; this the other way round. */
    reverse: v.optional(v.boolean()),
    select: v.optional(v.array(v.picklist([...asked, 'last_seen_at', 'invited_at']))),
    /** Told with the first page: how many of them are in which department. */
    by_department: v.optional(v.literal(true)),
    limit: v.optional(limit(100)),
    cursor: v.optional(cursor),
  }),
  output: v.strictObject({
    ...page(
      v.strictObject({
        ...employee.entries,
        ...more.entries,
        last_seen_at: v.optional(v.nullable(v.string())),
        /** When the invitation was sent that they can still accept; null where there is none. */
        invited_at: v.optional(v.nullable(v.string())),
        /** Of those who have left and can still come back. */
        left_at: v.optional(v.string()),
        erase_at: v.optional(v.string()),
      }),
    ).entries,
    total: v.optional(count),
    /** Those with somebody in them alone; null: in none. */
    departments: v.optional(v.array(v.strictObject({ department_id: v.nullable(id), people: count }))),
  }),
  refs: {
    'filters.role_ids[]': 'role',
    'filters.manager_ids[]': 'employee',
    'filters.department_ids[]': 'department',
    'filters.department_id': 'department',
    'filters.group_ids[]': 'people_group',
  },
});

const label = v.strictObject({ id: v.string(), label: v.string(), image: v.optional(v.nullable(v.string())) });
/**
 * Groups are for those who manage people, or send something to people: others are told of none. Where the module `people` is off nothing is told to
 * anybody else either (NO_PERMISSION); those who send go on choosing for whom it is.
 */
export const dropdown = endpoint({
  name: 'people.dropdown.list',
  method: 'POST',
  path: '/user-management/dropdown/list',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({
    kinds: v.pipe(
      v.array(v.picklist(['roles', 'locations', 'employees', 'departments', 'groups', 'managers', 'statuses'])),
      v.minLength(1),
    ),
    query: v.optional(text(100)),
  }),
  output: v.strictObject({
    roles: v.optional(v.array(label)),
    locations: v.optional(v.array(label)),
    employees: v.optional(v.array(label)),
    departments: v.optional(v.array(label)),
    groups: v.optional(v.array(label)),
    managers: v.optional(v.array(label)),
    statuses: v.optional(v.array(label)),
  }),
});
