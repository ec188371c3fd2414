// From the operators in what is typed to the filters of a search: names to people and spaces, days to moments. Pure.
import type { SearchFilters } from '#contract/search.ts';
import { slipsTo } from '#contract/search-names.ts';
import type { Operator } from '#contract/search-query.ts';
import { wantedOf } from '#contract/search-words.ts';
import { groupName } from '#src/kit/people/group-name.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { Names } from './rows.ts';

export interface ShownFilter {
  readonly operator: Operator;
  /** "From Amara Nwosu" */
  readonly label: string;
  /** Nobody, or no conversation, is called so. */
  readonly unknown: boolean;
}

export interface Filters {
  readonly filters: SearchFilters;
  readonly shown: readonly ShownFilter[];
}

export function filtersOf(operators: readonly Operator[], names: Names): Filters {
  let filters: SearchFilters = {};
  const shown = operators.map((operator): ShownFilter => {
    const { label, filter } = one(operator, names);
    filters = { ...filters, ...filter };
    return { operator, label, unknown: filter === null };
  });
  return { filters, shown };
}

function one({ name, value }: Operator, names: Names): { label: string; filter: SearchFilters | null } {
  if (name === 'has') {
    const has = value as NonNullable<SearchFilters['has']>;
    return { label: { link: 'Has a link', file: 'Has a file', image: 'Has an image' }[has], filter: { has } };
  }
  if (name === 'before') return { label: `Before ${value}`, filter: { before: startOf(value) } };
  if (name === 'after') return { label: `From ${value} on`, filter: { after: startOf(value) } };
  return name === 'from' ? sender(value, names) : place(value, names);
}

/** The day begins where the person is. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

function sender(value: string, names: Names): ReturnType<typeof one> {
  if (/^me$/i.test(value)) return { label: 'From you', filter: { from: names.self_id } };
  const best = nearest(value, [...names.people.values()], fullName);
  return best
    ? { label: `From ${fullName(best)}`, filter: { from: best.employee_id } }
    : { label: `From “${value}”: nobody found`, filter: null };
}

interface Place {
  readonly name: string;
  /** What is typed may be of the space's name, too. */
  readonly called: string;
  readonly at: NonNullable<SearchFilters['in']>;
}

function placesOf({ people, entries, self_id }: Names): Place[] {
  return entries.flatMap(({ entity_type, entity_id, space, group }): Place[] => {
    const person = people.get(entity_id);
    const own = space?.space_name ?? (person ? fullName(person) : '');
    const name = group ? groupName(group, people, self_id) : own;
    const subs = space?.sub_spaces.filter((one) => !one.is_default) ?? [];
    return [
      { name, called: name, at: { entity_type, entity_id } },
      ...subs.map(({ sub_space_id, sub_space_name }) => ({
        name: `${name} › ${sub_space_name}`,
        called: `${sub_space_name} ${name}`,
        at: { entity_type, entity_id, sub_space_id },
      })),
    ];
  });
}

/** Spaces before people of the same name, and before their sub-spaces. */
function place(value: string, names: Names): ReturnType<typeof one> {
  const found = nearest(value, placesOf(names), ({ called }) => called);
  return found
    ? { label: `In ${found.name}`, filter: { in: found.at } }
    : { label: `In “${value}”: nothing found`, filter: null };
}

function nearest<T>(value: string, all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const { words } = wantedOf(value);
  let best: { one: T; slips: number; length: number } | undefined;
  for (const candidate of all) {
    const name = nameOf(candidate);
    const slips = slipsTo(name, words);
    // Among equals the shortest name is the one that is typed most fully.
    if (slips === null || (best && (slips > best.slips || (slips === best.slips && name.length >= best.length))))
      continue;
    best = { one: candidate, slips, length: name.length };
  }
  return best?.one;
}
