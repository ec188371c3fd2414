// The headings of the list by department, as far as they are open. Pure.
import type { Department } from '#contract/people/departments.ts';
import { type Branch, treeOf } from '../../admin/departments/tree.ts';

export interface Part {
  readonly key: string;
  /** Null: of those who are in no department that is known. */
  readonly department_id: string | null;
  readonly name: string;
  readonly depth: number;
  /** How many are in it itself, and how many with all that is below it. */
  readonly own: number;
  readonly all: number;
}

const NONE = 'none';

/** Those with somebody in them or below them; of a closed one nothing that is below it. */
export function partsOf(
  departments: readonly Department[],
  counts: ReadonlyMap<string | null, number>,
  isOpen: (part: Part) => boolean,
): Part[] {
  const known = new Set(departments.map((one) => one.department_id));
  const counted = departments.map((one) => ({ ...one, members: counts.get(one.department_id) ?? 0 }));
  const parts = (branches: readonly Branch[]): Part[] =>
    branches.flatMap(({ department, depth, people, children }) => {
      if (!people) return [];
      const { department_id, department_name: name, members } = department;
      const part = { key: department_id, department_id, name, depth, own: members, all: people };
      return [part, ...(isOpen(part) ? parts(children) : [])];
    });
  const none = [...counts].reduce((sum, [id, people]) => (id !== null && known.has(id) ? sum : sum + people), 0);
  const last = { key: NONE, department_id: null, name: 'In no department', depth: 0, own: none, all: none };
  return [...parts(treeOf(counted)), ...(none ? [last] : [])];
}
