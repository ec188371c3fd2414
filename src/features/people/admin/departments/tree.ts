// Departments as a tree: in the order in which they are shown, each with how deep it stands and how many are in all of it. Pure.
import type { Department } from '#contract/people/departments.ts';

export interface Branch {
  readonly department: Department;
  readonly depth: number;
  /** With the departments below. */
  readonly people: number;
  readonly children: readonly Branch[];
}

/** Those at the top, by name as the server sorts them. One whose parent is not known stands at the top. */
export function treeOf(departments: readonly Department[]): Branch[] {
  const known = new Set(departments.map((one) => one.department_id));
  const below = Map.groupBy(departments, ({ parent_id }) => (parent_id && known.has(parent_id) ? parent_id : null));
  const grow = (parent: string | null, depth: number): Branch[] =>
    (below.get(parent) ?? []).map((department) => {
      const children = grow(department.department_id, depth + 1);
      const people = children.reduce((sum, child) => sum + child.people, department.members);
      return { department, depth, people, children };
    });
  return grow(null, 0);
}

/** The whole tree, each branch before what is below it. */
export const flat = (branches: readonly Branch[]): Branch[] =>
  branches.flatMap((branch) => [branch, ...flat(branch.children)]);

/** Choices for a field, indented; without `except` and what is below it. */
export const choicesOf = (branches: readonly Branch[], except?: string): { value: string; label: string }[] =>
  branches
    .filter(({ department }) => department.department_id !== except)
    .flatMap(({ department, depth, children }) => [
      { value: department.department_id, label: `${'\u2003'.repeat(depth)}${department.department_name}` },
      ...choicesOf(children, except),
    ]);
