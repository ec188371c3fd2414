// Helping somebody who has lost their phone and their recovery codes: for who manages people (product.md 3.2).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { id } from '../kernel/fields.ts';

/**
 * Their password alone opens again, and a mail tells them. NO_PERMISSION over oneself (who has it turns it off in the settings), and
 * over whoever may do what the caller may not: it is half of taking them over. `reset`: false if they had none.
 */
export const resetSecondFactor = endpoint({
  name: 'people.second_factor.reset',
  method: 'POST',
  path: '/user-management/employee/second-factor/reset',
  access: { all: ['people.manage'] },
  rate: 'write',
  idempotency: 'natural',
  proof: 'fresh',
  input: v.strictObject({ employee_id: id }),
  output: v.strictObject({ reset: v.boolean() }),
  refs: { employee_id: 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});
