// What departments are as a tree. Pure.
import type { DepartmentRow } from './department-repo.ts';

type Link = Pick<DepartmentRow, 'department_id' | 'parent_id'>;
export type Place = Link & Pick<DepartmentRow, 'name'>;

/** True if `department_id` is `above_id` or somewhere below it. It ends even if there were a ring. */
export function isWithin(departments: readonly Link[], department_id: string, above_id: string): boolean {
  const parents = new Map(departments.map((one) => [one.department_id, one.parent_id]));
  let at: string | null | undefined = department_id;
  for (let steps = 0; at && steps <= departments.length; steps++) {
    if (at === above_id) return true;
    at = parents.get(at);
  }
  return false;
}

/** The names from the top down to it; empty for one that is not there. It ends even if there were a ring. */
export function pathOf(departments: readonly Place[], department_id: string): string[] {
  const byId = new Map(departments.map((one) => [one.department_id, one]));
  const path: string[] = [];
  for (let at = byId.get(department_id); at && path.length <= byId.size; at = byId.get(at.parent_id ?? ''))
    path.unshift(at.name);
  return path;
}
