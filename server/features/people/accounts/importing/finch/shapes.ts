// What Finch says, as much of it as is looked at. Nearly everything may be missing, null, or of another kind, because it comes out of
// hundreds of other systems: such a field counts as empty. What is not named here (pay, numbers of the state) goes no further.
import * as v from 'valibot';

const orNull = <const S extends v.GenericSchema>(schema: S) => v.fallback(v.nullish(schema, null), null);
const word = orNull(v.string());
const flag = orNull(v.boolean());
const number = orNull(v.number());
const part = <const E extends v.ObjectEntries>(entries: E) => orNull(v.object(entries));
const some = <const E extends v.ObjectEntries>(entries: E) => orNull(v.array(v.object(entries)));

export const introspection = v.object({ products: orNull(v.array(v.string())) });

const listed = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  first_name: word,
  last_name: word,
  department: part({ name: word }),
  manager: part({ id: word }),
  is_active: flag,
});
export type Listed = v.InferOutput<typeof listed>;
export const directory = v.object({ paging: part({ count: number }), individuals: v.array(listed) });

export const individual = v.object({
  first_name: word,
  preferred_name: word,
  last_name: word,
  emails: some({ data: word, type: word }),
  phone_numbers: some({ data: word, type: word }),
  dob: word,
});
export type Individual = v.InferOutput<typeof individual>;

export const employment = v.object({
  title: word,
  department: part({ name: word }),
  manager: part({ id: word }),
  start_date: word,
  is_active: flag,
  employment_status: word,
  location: part({ name: word, city: word, state: word, country: word }),
});
export type Employment = v.InferOutput<typeof employment>;

/** Of several at once each has an answer of its own. */
export const responses = v.object({
  responses: v.array(v.object({ individual_id: v.string(), code: number, body: v.unknown() })),
});
