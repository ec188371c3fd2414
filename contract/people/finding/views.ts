// The list of people as somebody who manages them wants to see it again: filters, order and columns under a name. Everybody has
// their own, on all of their devices.
import * as v from 'valibot';
import { endpoint } from '../../kernel/endpoint.ts';
import { empty, id, newId, text } from '../../kernel/fields.ts';

/** Up to twenty of what a filter is set to: ids, statuses, places. What does not exist any more finds nobody. */
const chosen = v.optional(v.pipe(v.array(text(120, 1)), v.maxLength(20)));

/** What the list can show of everybody besides the name. */
export const columnNames = [
  'department',
  'role',
  'status',
  'last_seen',
  'joining_date',
  'location',
  'manager',
  'groups',
  'work_email_id',
  'phone_number',
  'employee_number',
] as const;

/** When somebody was last in the app: within seven days, thirty days, or the company's calendar year; not within thirty days; never. */
export const lastSeen = v.picklist(['week', 'month', 'year', 'not_month', 'never']);
export type LastSeen = v.InferOutput<typeof lastSeen>;

/** As it stands in the address of the list. */
export const viewQuery = v.strictObject({
  q: v.optional(text(100, 1)),
  sort: v.optional(v.picklist(['name', 'joining_date', 'department', 'status', 'last_seen'])),
  reverse: v.optional(v.literal(true)),
  // As many as there are, said as a number: a length that is read while the file loads would keep the schema library in the
  // first bundle.
  columns: v.optional(v.pipe(v.array(v.picklist(columnNames)), v.maxLength(11))),
  departments: chosen,
  statuses: chosen,
  roles: chosen,
  groups: chosen,
  locations: chosen,
  managers: chosen,
  seen: v.optional(lastSeen),
});

export const view = v.strictObject({ view_id: id, view_name: v.string(), query: viewQuery });
export type View = v.InferOutput<typeof view>;

// Whoever keeps a view of their own changes nobody's rights or data.
const common = { access: { all: ['people.manage'] }, rate: 'write', proof: 'never' } as const;
const view_name = text(60, 1);
const refs = { view_id: 'employee_view' };

/** One's own, by name. */
export const listViews = endpoint({
  name: 'people.view.list',
  method: 'GET',
  path: '/user-management/view/list',
  access: { all: ['people.manage'] },
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(view) }),
});

/** VIEW_ALREADY_EXIST for a name that another one of one's own has, whatever its case; at most 50 (TOO_MANY_VIEWS). */
export const createView = endpoint({
  ...common,
  name: 'people.view.new',
  method: 'POST',
  path: '/user-management/view/new',
  input: v.strictObject({ view_id: newId, view_name, query: viewQuery }),
  output: v.strictObject({ view }),
  errors: { VIEW_ALREADY_EXIST: 409, TOO_MANY_VIEWS: 409 },
});

/** Another name, or what is seen now in the place of what it was. */
export const updateView = endpoint({
  ...common,
  name: 'people.view.update',
  method: 'POST',
  path: '/user-management/view/update',
  input: v.strictObject({ view_id: id, view_name: v.optional(view_name), query: v.optional(viewQuery) }),
  output: v.strictObject({ view }),
  refs,
  errors: { VIEW_NOT_FOUND: 404, VIEW_ALREADY_EXIST: 409 },
});

export const deleteView = endpoint({
  ...common,
  name: 'people.view.delete',
  method: 'DELETE',
  path: '/user-management/view/delete',
  input: v.strictObject({ view_id: id }),
  output: empty,
  refs,
  errors: { VIEW_NOT_FOUND: 404 },
});
