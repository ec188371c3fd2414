// Whether somebody can be told now: for who is about to write to them. Loaded only then.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { id } from '../kernel/fields.ts';

/** Until when nothing sounds with a colleague; for who is about to write to them. Null: they are awake, or hide where they are. */
export const getQuiet = endpoint({
  name: 'notifications.quiet.get',
  method: 'GET',
  path: '/notification/quiet/get',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ employee_id: id }),
  output: v.strictObject({ time_zone: v.string(), quiet_until: v.nullable(v.string()) }),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});
