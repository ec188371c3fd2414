// A line of a file with what is to be done about it.
import type { ImportField, ImportRow } from '#contract/people/spreadsheet/importing.ts';
import type { EmployeeData } from '../../../repo.ts';
import type { Line } from '../reading/read-file.ts';
import type { Problem, Wish } from './wish.ts';
import type { Known } from './world.ts';

/** What somebody is to be: the fields that a file can say. */
export type Target = Omit<EmployeeData, 'employee_account_status' | 'status_type' | 'auto_status' | 'profile_url'> & {
  role_ids: readonly string[];
  group_ids: readonly string[];
};

export interface Judged {
  readonly line: Line;
  readonly wish: Wish;
  verdict: ImportRow['verdict'];
  /** Null for who is not there and does not come. */
  employee_id: string | null;
  readonly known: Known | undefined;
  readonly target: Target;
  fields: ImportField[];
  readonly problems: Problem[];
}
