// Where a group goes on, as the text that the client carries back.
import * as v from 'valibot';
import { id, time } from '#contract/kernel/fields.ts';
import { check } from '#contract/kernel/schema.ts';
import { NEARNESSES } from '#contract/search-near.ts';
import { invalid } from '../../platform/http/errors.ts';

const name = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed()),
);
const place = v.variant('type', [
  v.strictObject({ type: v.literal('people'), place: v.strictTuple([v.picklist([0, 1]), name, id]) }),
  v.strictObject({ type: v.literal('spaces'), place: v.strictTuple([name, id]) }),
  v.strictObject({
    type: v.literal('messages'),
    // Of exact hits, or how near they are; as of when, or where what is near begins.
    place: v.union([
      v.strictTuple([time, id]),
      v.strictTuple([time, id, v.picklist(NEARNESSES), time]),
      v.literal('near'),
    ]),
  }),
]);
export type Place = v.InferOutput<typeof place>;

// Readonly places come from the features.
type Given = { readonly type: Place['type']; readonly place: string | readonly (string | number | undefined)[] };

export const encode = (given: Given): string => Buffer.from(JSON.stringify(given)).toString('base64url');

/** INVALID_REQUEST for a cursor that no search gave. */
export function decode(cursor: string): Place {
  const result = check(place, parsed(cursor));
  if (result.issues) throw invalid([{ path: 'cursor', message: 'Not a cursor of a search' }]);
  return result.value;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
