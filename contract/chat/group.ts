// A group: several people who write to each other without a space. A part of the shape of an entry; what is done is groups.ts.
import * as v from 'valibot';
import { id } from '../kernel/fields.ts';

export const group = v.strictObject({
  /** Blank: it goes by who is in it. */
  name: v.string(),
  /** Rising by id. */
  employee_ids: v.array(id),
});
export type Group = v.InferOutput<typeof group>;
