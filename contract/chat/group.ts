// A group: several people who write to each other without a space. A part of the shape of an entry; what is done is groups.ts.
import * as v from 'valibot';
import { event } from '../kernel/endpoint.ts';
import { id } from '../kernel/fields.ts';

export const group = v.strictObject({
  /** Blank: it goes by who is in it. */
  name: v.string(),
  /** Rising by id. */
  employee_ids: v.array(id),
  /** When it was made; what was kept by an earlier version lacks it. */
  created_at: v.optional(v.string()),
});
export type Group = v.InferOutput<typeof group>;

/** It has another name, or other people are in it. */
export const groupUpdated = event({ name: 'chat.group_updated', topic: 'conversation', payload: group });
