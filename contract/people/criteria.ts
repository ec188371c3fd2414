// By what a group finds its members by itself: each criterion is a kind of fact about a person, how it is compared, and with what.
import * as v from 'valibot';
import { text } from '../kernel/fields.ts';

/**
 * Kind → how it can be compared. For another kind CRITERIA_TYPE_NOT_FOUND, for another comparison CRITERIA_SEARCH_TYPE_INVALID, for a value that is
 * none of the kind CRITERIA_INVALID with its place.
 */
export const searchTypes = {
  /** With the departments below. */
  department: ['is', 'is_not'],
  role: ['is', 'is_not'],
  location: ['is', 'is_not', 'contains'],
  position_title: ['is', 'is_not', 'contains'],
  status: ['is', 'is_not'],
  manager: ['is', 'is_not'],
  /** Days; `last_days` is a number of them, counted anew each day. */
  joining_date: ['before', 'after', 'last_days'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type CriteriaType = keyof typeof searchTypes;

export const criterion = v.strictObject({
  /** A key of `searchTypes`; checked by the server, which has codes for it. */
  criteria_type: text(40, 1),
  search_type: text(40, 1),
  /** Any of them; of `is_not` none of them. Ids, texts, statuses, or one day or number. */
  values: v.pipe(v.array(text(120, 1)), v.minLength(1), v.maxLength(50)),
});
export type Criterion = v.InferOutput<typeof criterion>;

export const rule = v.strictObject({
  match: v.picklist(['all', 'any']),
  criteria: v.pipe(v.array(criterion), v.minLength(1), v.maxLength(20)),
});
export type Rule = v.InferOutput<typeof rule>;
