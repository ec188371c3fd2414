// Names and faces: what every device keeps of everybody.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { count, cursor, page, queryLimit } from '../kernel/fields.ts';
import { person } from './employee.ts';

/**
 * Everybody's name and face, in pages of up to 2,000; `revision` is the company topic's at the time of reading. Also where the module `people` is off:
 * every message, list of members and choice of whom to write to says who somebody is.
 */
export const directory = endpoint({
  name: 'people.directory.list',
  method: 'GET',
  path: '/user-management/directory/list',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ limit: v.optional(queryLimit(2000)), cursor: v.optional(cursor) }),
  output: v.strictObject({ ...page(person).entries, revision: count }),
});
