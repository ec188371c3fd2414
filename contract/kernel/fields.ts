// The few field schemas that every feature writes: ids, texts, times, pages. Bounded, because nothing on the wire is not.
import * as v from 'valibot';

/** A UUID in lower case, any version (UUIDv7 where we make it). */
export const id = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Not an id'),
);

/** A UUIDv7 that the client made: it becomes the id of what is created. */
export const newId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'Not a UUIDv7'),
);

/** Unicode text without NUL or lone surrogates (PostgreSQL and JSON cannot both keep them). */
const sound = v.check<string, string>(
  (text) => !text.includes('\0') && text.isWellFormed(),
  'Contains characters that cannot be stored',
);

/** Text of `min` to `max` characters after trimming. */
export const text = (max: number, min = 0) =>
  v.pipe(v.string(), sound, v.trim(), v.minLength(min, 'This field is required'), v.maxLength(max));

const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\.]+(\.[^\s@<>"(),:;\\.]+)+$/;
const EMAIL_MAX = 254;

/** An e-mail address, trimmed, at most 254 characters. Case is kept; comparisons ignore it. */
export const email = v.pipe(text(EMAIL_MAX), v.regex(EMAIL, 'Invalid email address'));
/** The same for forms, which do without the schema library. */
export const isEmail = (value: string): boolean => value.length <= EMAIL_MAX && EMAIL.test(value);

/** A new password: sound text; its strength is the server's rule, with its own codes. At most 128 characters, never trimmed. */
export const password = v.pipe(v.string(), sound, v.maxLength(128));

/** ISO 8601 in UTC. */
export const time = v.pipe(v.string(), v.isoTimestamp());

/** The same of a time that there is: no 30 February. */
export const moment = v.pipe(
  time,
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Not a time'),
);

/** Whole number from 0, at most 2^53 - 1. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The same out of a query string. */
export const queryCount = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Not a whole number'), v.transform(Number));

/** An http(s) address or an own path; nothing that could run. */
export const url = v.pipe(text(2000), v.regex(/^(https?:\/\/|\/)[^\s<>"\\]*$/i, 'Not an address'));

export const cursor = text(500);

/** How many a page may have, from a JSON body. */
export const limit = (max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(max));

/** How many a page may have, from a query string. */
export const queryLimit = (max: number) => v.pipe(queryCount, v.minValue(1), v.maxValue(max));

/** A page of a list: the items and where to go on, or null at the end. */
export const page = <const S extends v.GenericSchema>(item: S) =>
  v.strictObject({ items: v.array(item), next_cursor: v.nullable(v.string()) });

/** Events of the caller's own write, so that its answer runs through the same reducers as the socket. */
export const frame = v.strictObject({ topic: v.string(), revision: count, name: v.string(), payload: v.unknown() });
export const events = v.array(frame);

export const nothing = v.null();
export const empty = v.strictObject({});
