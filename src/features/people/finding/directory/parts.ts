// The headings of the list by department, as far as they are open. Pure.
import type { Department } from '#contract/people/departments.ts';
import { type Branch, treeOf } from '../../admin/departments/tree.ts';

export interface Part {
  readonly key: string;
  /** Null: of those who are in none; undefined: of those of whom it is not known. */
  readonly department_id: string | null | undefined;
  readonly name: string;
  readonly depth: number;
  /** How many are in it itself, and how many with all that is below it. */
  readonly own: number;
  readonly all: number;
}

/** How many are in which department; null: in none; undefined: not known. */
export type Counts = ReadonlyMap<string | null | undefined, number>;

/** Departments that somebody is in, and that are not among those that are known. */
export const strangersOf = (departments: readonly Department[], counts: Counts): string[] => {
  const known = new Set<unknown>(departments.map((one) => one.department_id));
  return [...counts.keys()].filter((id): id is string => typeof id === 'string' && !known.has(id));
};

/** Those with somebody in them or below them; of a closed one nothing that is below it. Strangers are left out. */
export function partsOf(departments: readonly Department[], counts: Counts, isOpen: (part: Part) => boolean): Part[] {
  const counted = departments.map((one) => ({ ...one, members: counts.get(one.department_id) ?? 0 }));
  const parts = (branches: readonly Branch[]): Part[] =>
    branches.flatMap(({ department, depth, people, children }) => {
      if (!people) return [];
      const { department_id, department_name: name, members } = department;
      const part = { key: department_id, department_id, name, depth, own: members, all: people };
      return [part, ...(isOpen(part) ? parts(children) : [])];
    });
  const others = [
    { key: 'none', department_id: null, name: 'In no department' },
    { key: 'unknown', department_id: undefined, name: 'Not known without a connection' },
  ].flatMap((other) => {
    const own = counts.get(other.department_id);
    return own ? { ...other, depth: 0, own, all: own } : [];
  });
  return [...parts(treeOf(counted)), ...others];
}
