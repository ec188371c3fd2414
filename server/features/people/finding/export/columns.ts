// The columns of a file of people: what each is called, what it holds of a person, and how it is to be filled in.
import type { ExportRow } from './export-repo.ts';

/** department_id → its path. */
export type Paths = ReadonlyMap<string, string>;

interface Column {
  readonly heading: string;
  readonly hint: string;
  readonly of: (row: ExportRow, paths: Paths) => string;
}

/** Names of roles, groups and skills may have commas. */
const listed = (names: readonly string[]): string => names.join('; ');

export const columns: readonly Column[] = [
  { heading: 'First name', hint: 'Required, such as Rosa', of: (row) => row.first_name },
  { heading: 'Last name', hint: 'Required, such as Lindgren', of: (row) => row.last_name },
  { heading: 'Work e-mail', hint: 'Required, such as rosa@example.com', of: (row) => row.work_email },
  { heading: 'Employee number', hint: 'Such as 00712, no two the same', of: (row) => row.employee_number ?? '' },
  { heading: 'Job title', hint: 'Such as Driver', of: (row) => row.position_title },
  {
    heading: 'Department',
    hint: 'From the top, such as Operations / Warehouse',
    of: (row, paths) => paths.get(row.department_id ?? '') ?? '',
  },
  {
    heading: "Manager's e-mail",
    hint: 'Of somebody who is here, or in this file',
    of: (row) => row.manager_email ?? '',
  },
  { heading: 'Roles', hint: 'With semicolons between, such as Employee; Communicator', of: (row) => listed(row.roles) },
  { heading: 'Groups', hint: 'With semicolons between, such as First aid; Drivers', of: (row) => listed(row.groups) },
  { heading: 'Location', hint: 'Such as Harbour depot', of: (row) => row.location },
  { heading: 'Phone number', hint: 'Such as 030 1234567', of: (row) => row.phone_number },
  { heading: 'Time zone', hint: 'Such as Europe/Berlin', of: (row) => row.time_zone },
  { heading: 'Pronouns', hint: 'Such as she/her', of: (row) => row.pronouns },
  { heading: 'Skills', hint: 'With semicolons between, such as Forklift; Swedish', of: (row) => listed(row.skills) },
  { heading: 'Birth date', hint: 'Year, month, day, such as 1990-05-31', of: (row) => row.birth_date ?? '' },
  { heading: 'Joining date', hint: 'Year, month, day, such as 2026-11-02', of: (row) => row.joining_date ?? '' },
  { heading: 'Account', hint: 'Leave empty', of: (row) => row.employee_account_status },
];
