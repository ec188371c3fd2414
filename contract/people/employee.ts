// What is known of a person, and what of it can be changed.
import * as v from 'valibot';
import { isDay } from '../days.ts';
import { id, text, url } from '../kernel/fields.ts';
import { PHONE } from '../phone.ts';
import { week } from '../week.ts';

export const accountStatus = v.picklist(['ACTIVE', 'INVITED', 'INACTIVE', 'SUSPENDED', 'DELETED']);
/** What a person chose; `Automatic` follows activity. */
export const statusType = v.picklist(['Automatic', 'Available', 'Busy', 'Appear Offline']);
export const autoStatus = v.picklist(['Available', 'Busy', 'Appear Offline']);

/** What of their own profile somebody may keep from colleagues. Of a birth date the day and the month are meant: the year never shows. */
export const hideable = v.picklist([
  'phone_number',
  'location',
  'time_zone',
  'working_hours',
  'pronouns',
  'skills',
  'birth_date',
  'joining_date',
]);
export type Hideable = v.InferOutput<typeof hideable>;

const timeZone = text(64, 1);
const date = v.pipe(v.string(), v.isoDate(), v.check(isDay, 'No such day'));

/** What everybody in the company knows of everybody: names and faces; kept whole on every device for offline use. */
export const person = v.strictObject({
  employee_id: id,
  first_name: v.string(),
  last_name: v.string(),
  position_title: v.string(),
  profile_url: v.nullable(v.string()),
  employee_account_status: accountStatus,
});
export type Person = v.InferOutput<typeof person>;

export const employeeDetail = v.strictObject({
  employee_id: id,
  first_name: v.string(),
  last_name: v.string(),
  position_title: v.string(),
  work_email_id: v.string(),
  /** What the company counts them by: text, so that no zero in front is lost. For those who manage people alone. */
  employee_number: v.nullable(v.string()),
  employee_account_status: accountStatus,
  employee_status: v.strictObject({ status_type: statusType, auto_status: autoStatus }),
  profile_url: v.nullable(v.string()),
  phone_number: v.string(),
  location: v.string(),
  time_zone: v.string(),
  /** By the clock of their time zone; null where nobody said. */
  working_hours: v.nullable(week),
  pronouns: v.string(),
  skills: v.array(v.string()),
  birth_date: v.nullable(v.string()),
  /** What colleagues see of it: month and day, `03-12`. */
  birthday: v.nullable(v.string()),
  joining_date: v.nullable(v.string()),
  manager_id: v.nullable(id),
  department_id: v.nullable(id),
  role_ids: v.array(id),
  /** All that the person is in now, for those who manage people. */
  group_ids: v.array(id),
  created_at: v.string(),
  /** Since when the account is INACTIVE, whoever made it so; null if it is not. For those who manage people alone. */
  deactivated_at: v.nullable(v.string()),
  /** It was to be deleted for that (`deactivated_days` of the company), and something of theirs needs somebody else first. */
  awaits_heir: v.boolean(),
  /** For the person and those who manage people; what stands in here they see all the same. */
  hidden_fields: v.array(hideable),
});
export type EmployeeDetail = v.InferOutput<typeof employeeDetail>;

/** The fields of S3. */
export const employee = v.pick(employeeDetail, [
  'employee_id',
  'first_name',
  'last_name',
  'position_title',
  'work_email_id',
  'employee_account_status',
  'employee_status',
  'profile_url',
]);
export type Employee = v.InferOutput<typeof employee>;

/** Fields that `meta` can be asked for. Checked by the server: another name is INVALID_SELECTION_FIELD. */
export const selectable = [
  'employee_id',
  'first_name',
  'last_name',
  'position_title',
  'work_email_id',
  'employee_number',
  'employee_account_status',
  'employee_status',
  'profile_url',
  'phone_number',
  'location',
  'time_zone',
  'working_hours',
  'pronouns',
  'skills',
  'birth_date',
  'birthday',
  'joining_date',
  'manager_id',
  'department_id',
  'role_ids',
  'group_ids',
  'created_at',
  'deactivated_at',
  'awaits_heir',
  'hidden_fields',
] as const satisfies readonly (keyof EmployeeDetail)[];

export const editable = {
  first_name: text(80, 1),
  last_name: text(80, 1),
  position_title: text(120),
  /** One person's alone, with those who have left and may come back; compared to the letter. */
  employee_number: v.nullable(text(50, 1)),
  profile_url: v.nullable(url),
  phone_number: v.pipe(text(32), v.regex(PHONE, 'Invalid phone number')),
  location: text(120),
  time_zone: timeZone,
  working_hours: v.nullable(week),
  pronouns: text(40),
  skills: v.pipe(v.array(text(60, 1)), v.maxLength(50)),
  birth_date: v.nullable(date),
  joining_date: v.nullable(date),
  manager_id: v.nullable(id),
  department_id: v.nullable(id),
  role_ids: v.pipe(v.array(id), v.maxLength(20)),
  /** Of those with chosen members: in these and in no others. */
  group_ids: v.pipe(v.array(id), v.maxLength(100)),
};
