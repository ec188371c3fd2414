// Finding colleagues without a connection: among the names that every device keeps, by the sites and departments of those who were
// listed here before. Pure.
import type { Department } from '#contract/people/departments.ts';
import type { Person } from '#contract/people.ts';
import { findPeople } from '#src/kit/people/find-people.ts';
import type { Colleague, Whereabouts } from './data.ts';
import type { DirectorySearch } from './search.ts';

export interface OnDevice {
  readonly people: Iterable<Person>;
  readonly known: ReadonlyMap<string, Whereabouts>;
  readonly departments: readonly Department[];
  /** Sees accounts that are not active, too. */
  readonly manages: boolean;
}

/** The departments and all that are below them. */
function withBelow(wanted: readonly string[], departments: readonly Department[]): ReadonlySet<string> {
  const inside = new Set(wanted);
  const grow = (): boolean => {
    const before = inside.size;
    for (const { department_id, parent_id } of departments)
      if (parent_id && inside.has(parent_id)) inside.add(department_id);
    return inside.size > before;
  };
  while (grow());
  return inside;
}

/** By name. Who is available is not known without a connection, and does not count. */
export function findOnDevice(search: DirectorySearch, { people, known, departments, manages }: OnDevice): Colleague[] {
  const { q = '', sites, departments: wanted } = search;
  const inside = wanted && withBelow(wanted, departments);
  const here = new Set(departments.map((one) => one.department_id));
  return findPeople(people, q, manages).flatMap((person) => {
    if (!manages && person.employee_account_status !== 'ACTIVE') return [];
    const where = known.get(person.employee_id);
    if (sites && !sites.includes(where?.location ?? '')) return [];
    if (inside && !inside.has(where?.department_id ?? '')) return [];
    // Of whom nothing is known, or who is in one that is not here, nobody can say that they are in none.
    const department_id = where && (where.department_id ?? null);
    const told = typeof department_id !== 'string' || here.has(department_id);
    return { ...person, location: where?.location, department_id: told ? department_id : undefined };
  });
}
