// What people and groups go by on the screen. Pure.
import type { Group } from '#contract/chat/group.ts';
import type { Person } from '#contract/people.ts';
import { fullName } from '#src/kit/ui/format/names.ts';

type People<P = Pick<Person, 'first_name' | 'last_name'>> = ReadonlyMap<string, P>;

/** Of a device that has no directory yet. */
export const nobodyKnown: ReadonlyMap<string, Person> = new Map();

/** Whoever is not in the directory has left; without one nobody can tell. */
const missing = (people: People<unknown>): string => (people === nobodyKnown ? 'Colleague' : 'Former employee');

export function personName(people: People, employee_id: string): string {
  const person = people.get(employee_id);
  return person ? fullName(person) : missing(people);
}

export const firstName = (people: People<Pick<Person, 'first_name'>>, employee_id: string): string =>
  people.get(employee_id)?.first_name ?? missing(people);

/** So many are named one by one. */
const MOST = 3;

/** Its name, or who else is in it. */
export function groupName(
  { name, employee_ids }: Group,
  people: People<Pick<Person, 'first_name'>>,
  self_id: string,
): string {
  if (name) return name;
  const names = employee_ids
    .filter((id) => id !== self_id)
    .map((id) => firstName(people, id))
    .sort();
  const [first] = names;
  if (!first) return 'Only you';
  if (people === nobodyKnown && names.length > 1) return `${names.length} colleagues`;
  const rest = names.length - MOST + 1;
  const shown = names.length > MOST ? [...names.slice(0, MOST - 1), `${rest} others`] : names;
  return shown.length === 1 ? first : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
