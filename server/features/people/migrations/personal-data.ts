// What the columns of people are to them.
import { ADDRESS_OF, type Tagged } from '../../../platform/db/privacy/register.ts';

const PROFILE = `first_name last_name position_title work_email status_type profile_url phone_number location time_zone pronouns
  skills birth_date joining_date manager_id department_id working_hours hidden_fields sort_name search_text skills_text
  employee_number`;
const named = (table: string, key: string, from: string) =>
  `(SELECT x.name FROM ${table} x WHERE x.company_id = $1 AND x.${key} = ${from}.${key})`;

export const peopleData: readonly Tagged[] = [
  {
    table: 'employee',
    whose: 'employee_id',
    personal: `${PROFILE} work_email_key auto_status`,
    kept: {
      key: 'company_id employee_id',
      'whether there is an account': 'employee_account_status',
      time: 'created_at updated_at activated_at deleted_at switched_at deactivated_at awaits_heir_at',
    },
    exported: {
      file: 'profile',
      says: 'Your profile',
      with: 'employee_id employee_account_status created_at updated_at activated_at',
      without: 'sort_name search_text skills_text work_email_key',
      also: { department: named('department', 'department_id', 'employee') },
    },
  },
  {
    table: 'provisioned_person',
    whose: 'employee_id',
    personal: 'external_id',
    kept: {
      key: 'company_id employee_id',
      'whether the provider has switched the account off': 'switched_off',
      time: 'updated_at',
    },
    exported: { file: 'company/provisioning', says: 'What your company’s identity provider calls you' },
  },
  {
    table: 'leaver',
    whose: 'employee_id',
    personal: `${PROFILE} kept hand_over_to employee_account_status`,
    kept: { key: 'company_id employee_id', time: 'left_at erase_at' },
    exported: 'who has left has no account to ask with',
  },
  {
    table: 'erased_person',
    kept: { 'an id, to erase them again after a backup': 'company_id employee_id', time: 'erased_at cleaned_at' },
  },
  { table: 'role', kept: { key: 'company_id role_id', 'the company’s': 'name permissions built_in' } },
  {
    table: 'employee_role',
    whose: 'employee_id',
    personal: 'role_id',
    kept: { key: 'company_id employee_id' },
    exported: { file: 'company/roles', says: 'Your roles', also: { role: named('role', 'role_id', 'employee_role') } },
  },
  {
    table: 'department',
    kept: {
      key: 'company_id department_id',
      'the company’s': 'name parent_id',
      'an id alone': 'lead_id',
      time: 'created_at',
    },
  },
  {
    table: 'people_group',
    kept: {
      key: 'company_id group_id',
      'the company’s': 'name description rule provisioned external_id',
      time: 'created_at updated_at',
    },
  },
  {
    table: 'people_group_member',
    whose: 'employee_id',
    personal: 'group_id',
    kept: { key: 'company_id employee_id' },
    exported: {
      file: 'company/groups',
      says: 'The groups of people that you are in',
      also: { group: named('people_group', 'group_id', 'people_group_member') },
    },
  },
  {
    table: 'employee_view',
    whose: 'employee_id',
    personal: 'name query created_at',
    kept: { key: 'company_id employee_id view_id' },
    exported: { file: 'settings/saved-lists', says: 'Lists of people that you saved' },
  },
  {
    table: 'finch_connection',
    kept: {
      key: 'company_id',
      'the company’s': 'sealed_key key_end',
      'an id alone': 'set_by',
      'how it went': 'fetch_id fetch_lease fetch_until fetch_failed fetch_failed_at',
      time: 'set_at',
    },
  },
  { table: 'finch_dropped', kept: { key: 'company_id import_id', time: 'dropped_at' } },
  {
    table: 'people_import',
    whose: 'created_by',
    owned: 'file_name',
    kept: {
      key: 'company_id import_id file_id',
      'an id alone': 'created_by acting_by missing',
      'where it came from': 'source',
      'how it went': 'status day_first send_invitations counts attempts direction error_code stopped_at',
      'names of departments, as they stood in the file': 'departments',
      'headings; the samples are taken out with whoever is erased': 'columns',
      time: 'created_at started_at',
    },
    exported: {
      file: 'company/imports-you-ran',
      says: 'Spreadsheets of people that you brought in',
      with: 'created_at',
    },
  },
  {
    table: 'people_import_row',
    whose: `employee_id = $2::uuid OR (employee_id IS NULL AND work_email <> '' AND lower(work_email) = ${ADDRESS_OF})`,
    personal: 'cells name work_email before after',
    kept: {
      key: 'company_id import_id row_number place employee_id',
      'what was wrong with it, in general words': 'flaw',
      'codes of how it went': 'verdict fields problems outcome made',
    },
    exported: { file: 'company/imports', says: 'What spreadsheets of your company said about you' },
  },
];
