// Where a page of a list of people ended: what stands in its cursor, and which cursors no list ever gave.
import { invalid } from '../../../platform/http/errors.ts';

/** The sort key and the id of the last row of the page before. */
export type Place = readonly [key: string, employee_id: string];

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY_KEY = /^(\d{4}-\d\d-\d\d|-infinity)$/;
const TIME_KEY = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?|-infinity)$/;
const KEYS: Readonly<Record<string, RegExp>> = { joining_date: DAY_KEY, last_seen: TIME_KEY };

/** What has a day has one that there is: the database refuses others. */
function isInCalendar(key: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(key) ?? [];
  if (day === undefined) return key === '-infinity';
  const time = /\d\d:\d\d:\d\d/.exec(key)?.[0] ?? '00:00:00';
  const at = new Date(`${day}T${time}Z`);
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(day) && !day.startsWith('0000');
}

export const encodePlace = (place: readonly [kind: string, ...Place]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** `kind`: the sort, which a cursor of another one does not fit. INVALID_REQUEST for a cursor that this list never gave. */
export function decodePlace(cursor: string, kind: string): Place {
  try {
    const [of, key, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const form = KEYS[kind.replace('-', '')];
    const sound = typeof key === 'string' && !key.includes('\0') && (!form || (form.test(key) && isInCalendar(key)));
    if (of === kind && sound && typeof id === 'string' && UUID.test(id) && !rest.length) return [key, id];
  } catch {
    // Falls through to the refusal.
  }
  throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
}

/** Of rows by their number: the last one before; 0 without a cursor. */
export function rowAt(cursor: string | undefined): number {
  const row = cursor === undefined ? 0 : Number(decodePlace(cursor, 'row')[0]);
  if (Number.isInteger(row) && row >= 0 && row <= 1e9) return row;
  throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
}

/** Of a list by name; its beginning without a cursor. */
export const placeByName = (cursor: string | undefined): Place =>
  cursor === undefined ? ['', '00000000-0000-0000-0000-000000000000'] : decodePlace(cursor, 'name');
