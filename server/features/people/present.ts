// Row → wire shapes.
import type { Employee, EmployeeDetail, Person } from '#contract/people.ts';
import { knownTimeZone } from '#contract/time-zone.ts';
import type { EmployeeData, EmployeeRow } from './repo.ts';

/** What others see of a status: the choice, or what was last derived when it is left to the app. */
const shownStatus = ({ status_type, auto_status }: Pick<EmployeeData, 'status_type' | 'auto_status'>) =>
  status_type === 'Automatic' ? auto_status : status_type;

export const presentEmployee = (row: Readonly<EmployeeData> & { readonly employee_id: string }): Employee => ({
  employee_id: row.employee_id,
  first_name: row.first_name,
  last_name: row.last_name,
  position_title: row.position_title,
  work_email_id: row.work_email,
  employee_account_status: row.employee_account_status,
  employee_status: { status_type: row.status_type, auto_status: shownStatus(row) },
  profile_url: row.profile_url,
});

export const presentPerson = (row: EmployeeRow): Person => ({
  employee_id: row.employee_id,
  first_name: row.first_name,
  last_name: row.last_name,
  position_title: row.position_title,
  profile_url: row.profile_url,
  employee_account_status: row.employee_account_status,
});

export const presentDetail = (row: EmployeeRow, role_ids: string[], group_ids: string[]): EmployeeDetail => ({
  ...presentEmployee(row),
  employee_number: row.employee_number,
  phone_number: row.phone_number,
  location: row.location,
  // A name that was dropped from the world's list since it was stored.
  time_zone: knownTimeZone(row.time_zone),
  working_hours: row.working_hours,
  pronouns: row.pronouns,
  skills: [...row.skills],
  birth_date: row.birth_date,
  birthday: row.birth_date && row.birth_date.slice(-5),
  joining_date: row.joining_date,
  manager_id: row.manager_id,
  department_id: row.department_id,
  role_ids,
  group_ids,
  created_at: row.created_at,
  deactivated_at: row.deactivated_at,
  awaits_heir: row.awaits_heir_at !== null,
  hidden_fields: [...row.hidden_fields],
});
