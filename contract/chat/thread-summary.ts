// What is told of a thread at the message that it belongs to: a part of the shape of a message. The rest of threads is threads.ts.
import * as v from 'valibot';
import { count, id } from '../kernel/fields.ts';

/** Deleted answers do not count. */
export const threadSummary = v.strictObject({
  conversation_id: id,
  replies: count,
  /** null without answers. */
  latest_at: v.nullable(v.string()),
  /** The first three who have answered. */
  employee_ids: v.array(id),
});
export type ThreadSummary = v.InferOutput<typeof threadSummary>;
