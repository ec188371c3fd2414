// People: employees and presence, and by name what is done to accounts. Everything under /user-management that the foundation has.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { cursor, id, limit, page, text } from './kernel/fields.ts';
import { accountStatus, employee } from './people/employee.ts';

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
export { changed, removed, selfChanged } from './people/events.ts';
export { meta, update } from './people/profile.ts';

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
      }),
    ),
    sort: v.optional(v.picklist(['name', 'joining_date'])),
    limit: v.optional(limit(100)),
    cursor: v.optional(cursor),
  }),
  output: page(employee),
  refs: { 'filters.role_ids[]': 'role', 'filters.manager_ids[]': 'employee' },
});

const label = v.strictObject({ id: v.string(), label: v.string(), image: v.optional(v.nullable(v.string())) });
export const dropdown = endpoint({
  name: 'people.dropdown.list',
  method: 'POST',
  path: '/user-management/dropdown/list',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({
    kinds: v.pipe(v.array(v.picklist(['roles', 'locations', 'employees'])), v.minLength(1)),
    query: v.optional(text(100)),
  }),
  output: v.strictObject({
    roles: v.optional(v.array(label)),
    locations: v.optional(v.array(label)),
    employees: v.optional(v.array(label)),
  }),
});
