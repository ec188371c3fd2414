// What a group goes by: its name, or who else is in it. Pure.
import type { Group } from '#contract/chat/group.ts';
import type { Person } from '#contract/people.ts';

/** So many are named one by one. */
const MOST = 3;

export function groupName(
  { name, employee_ids }: Group,
  people: ReadonlyMap<string, Pick<Person, 'first_name'>>,
  self_id: string,
): string {
  if (name) return name;
  const names = employee_ids
    .filter((id) => id !== self_id)
    .map((id) => people.get(id)?.first_name ?? 'Former employee')
    .sort();
  const [first] = names;
  if (!first) return 'Only you';
  const rest = names.length - MOST + 1;
  const shown = names.length > MOST ? [...names.slice(0, MOST - 1), `${rest} others`] : names;
  return shown.length === 1 ? first : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
