// Where a page of a list begins: behind what happened at a time, with the message that it happened to.
import { invalid } from '../../../platform/http/errors.ts';

/** The last one of the page before. */
export type ListPlace = readonly [at: string, message_id: string];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const encodePlace = (place: ListPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** INVALID_REQUEST for a cursor that no list ever gave. */
export function decodePlace(cursor: string): ListPlace {
  try {
    const [at, message_id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const sound =
      typeof at === 'string' && at.length === 24 && Date.parse(at) >= 0 && new Date(at).toISOString() === at;
    if (sound && typeof message_id === 'string' && UUID.test(message_id) && !rest.length) return [at, message_id];
  } catch {
    // Falls through to the refusal.
  }
  throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
}
