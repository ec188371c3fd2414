// Everybody as a file for a spreadsheet, and the empty one that is filled in to bring people in (product.md 3.2).
import * as v from 'valibot';
import { endpoint } from '../../kernel/endpoint.ts';
import { fileAnswer } from '../../kernel/file-answer.ts';

/**
 * Whoever was not removed, by name; the same columns in either format, comma-separated values if none is said. `template`: the
 * headings alone, and a line that says what goes where. That somebody took people's data is recorded, that of a template not.
 *
 * A GET that writes a line of the audit log: so the specification has it. In comma-separated values, what would be a formula in a
 * spreadsheet has an apostrophe before it.
 */
export const exportPeople = endpoint({
  name: 'people.employee.export',
  method: 'GET',
  path: '/user-management/export/employee',
  access: { all: ['people.manage'] },
  rate: 'export',
  idempotency: 'natural',
  proof: { when: ({ template }) => template !== 'true' },
  input: v.strictObject({
    format: v.optional(v.picklist(['csv', 'xlsx'])),
    template: v.optional(v.picklist(['true', 'false'])),
  }),
  output: fileAnswer,
});
