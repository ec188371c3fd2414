// What departments are as a tree. Pure.
import type { DepartmentRow } from './department-repo.ts';

type Place = Pick<DepartmentRow, 'department_id' | 'parent_id'>;

/** True if `department_id` is `above_id` or somewhere below it. It ends even if there were a ring. */
export function isWithin(departments: readonly Place[], department_id: string, above_id: string): boolean {
  const parents = new Map(departments.map((one) => [one.department_id, one.parent_id]));
  let at: string | null | undefined = department_id;
  for (let steps = 0; at && steps <= departments.length; steps++) {
    if (at === above_id) return true;
    at = parents.get(at);
  }
  return false;
}
