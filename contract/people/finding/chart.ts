// Who reports to whom, level by level (product.md 3.2): a company of ten thousand is never told in one answer.
import * as v from 'valibot';
import { endpoint } from '../../kernel/endpoint.ts';
import { count, cursor, id, page, queryLimit } from '../../kernel/fields.ts';
import { person } from '../employee.ts';

export const chartEntry = v.strictObject({
  person,
  /** How many report to them. */
  direct: count,
  /** The same with all who report to those, and so on down. */
  all: count,
});
export type ChartEntry = v.InferOutput<typeof chartEntry>;

/**
 * One person with those above and a page of who reports to them, by name; without `employee_id` those at the top. Only accounts
 * that are active or invited: whoever reports to somebody else is shown below the next manager up, or at the top.
 */
export const chart = endpoint({
  name: 'people.employee.chart',
  method: 'GET',
  path: '/user-management/employee/chart',
  access: 'session',
  rate: 'read',
  input: v.strictObject({
    employee_id: v.optional(id),
    limit: v.optional(queryLimit(100)),
    cursor: v.optional(cursor),
  }),
  output: v.strictObject({
    /** Null for the top. */
    person: v.nullable(person),
    /** From the top down to their own manager. */
    managers: v.array(person),
    /** How many others have the same manager, or are at the top as well. */
    peers: count,
    /** Of the person; for the top how many are there, and how many there are in all. */
    direct: count,
    all: count,
    ...page(chartEntry).entries,
  }),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});
