// Which column holds what, by its heading: our own words, and those of other systems' exports. Pure.
import type { ImportField } from '#contract/people/spreadsheet/importing.ts';
import { fold } from '../../../finding/fold.ts';
import type { Line } from './read-file.ts';

/** Without spaces, dots and dashes. The first ones count before the later ones. */
const names: Readonly<Record<ImportField, readonly string[]>> = {
  work_email_id: [
    ...['workemail', 'workemailaddress', 'workemailid', 'email', 'emailaddress', 'businessemail', 'companyemail'],
    ...['officialemail', 'corporateemail', 'emailwork', 'primaryemail', 'mail', 'userprincipalname', 'username', 'upn'],
  ],
  employee_number: [
    ...[
      'employeenumber',
      'employeeid',
      'employeeno',
      'empnumber',
      'empid',
      'empno',
      'staffnumber',
      'staffid',
      'staffno',
    ],
    ...['personnelnumber', 'personnelid', 'personnelno', 'payrollnumber', 'payrollid', 'payrollno', 'workernumber'],
    ...['workerid', 'associateid'],
  ],
  first_name: ['firstname', 'givenname', 'forename', 'preferredfirstname', 'legalfirstname', 'first'],
  last_name: ['lastname', 'surname', 'familyname', 'legallastname', 'last'],
  full_name: ['name', 'fullname', 'employeename', 'displayname', 'employee', 'person', 'colleague'],
  position_title: ['jobtitle', 'title', 'position', 'positiontitle', 'role', 'jobrole', 'jobposition', 'occupation'],
  department: [
    'department',
    'departmentname',
    'dept',
    'team',
    'division',
    'orgunit',
    'organizationunit',
    'businessunit',
  ],
  manager_email: [
    ...['managersemail', 'manageremail', 'manageremailaddress', 'managersworkemail', 'managerworkemail', 'manager'],
    ...[
      'supervisoremail',
      'supervisorsemail',
      'supervisor',
      'reportsto',
      'reportstoemail',
      'lineManager',
      'linemanageremail',
    ],
  ].map((name) => name.toLowerCase()),
  roles: ['roles', 'limelightroles', 'accesslevel', 'permissionrole'],
  groups: ['groups', 'groupnames', 'memberof'],
  location: ['location', 'worklocation', 'office', 'site', 'officelocation', 'branch', 'city'],
  phone_number: [
    ...['phonenumber', 'phone', 'workphone', 'mobile', 'mobilephone', 'mobilenumber', 'telephone', 'cellphone'],
    ...['telephonenumber', 'workphonenumber', 'businessphone'],
  ],
  time_zone: ['timezone', 'tz'],
  pronouns: ['pronouns', 'pronoun'],
  skills: ['skills', 'competencies'],
  birth_date: ['birthdate', 'dateofbirth', 'dob', 'birthday'],
  joining_date: [
    'joiningdate',
    'hiredate',
    'startdate',
    'dateofjoining',
    'datehired',
    'joindate',
    'employmentstartdate',
  ],
};
const entries = Object.entries(names) as [ImportField, readonly string[]][];

const keyOf = (heading: string): string => fold(heading).replace(/[^a-z0-9]/g, '');

/** A field stands once: of two that it could be, the column with the more usual word. Null for what is not known. */
export function guessFields(headings: readonly string[]): (ImportField | null)[] {
  const keys = headings.map(keyOf);
  const found = new Map<number, ImportField>();
  for (const [field, words] of entries) {
    const at = words.map((word) => keys.indexOf(word)).find((place) => place >= 0 && !found.has(place));
    if (at !== undefined) found.set(at, field);
  }
  const has = (field: ImportField) => [...found.values()].includes(field);
  return headings.map((_, at) => {
    const field = found.get(at) ?? null;
    // Where the first and the last name stand apart, the whole name says it again.
    return field === 'full_name' && has('first_name') && has('last_name') ? null : field;
  });
}

/** Some exports have a title above. */
const LOOKED_AT = 10;

/** Where the headings stand: below the lines of a title, which fill a cell or two and say no fields. Never a line about somebody. */
export function findHeadings(lines: readonly Line[]): number {
  const first = lines.slice(0, LOOKED_AT);
  const filled = ({ cells }: Line) => cells.filter(Boolean).length;
  // A list may have two columns only.
  const least = Math.min(3, Math.max(...first.map(filled)));
  const isTitle = (line: Line) => filled(line) < least && guessFields(line.cells).filter(Boolean).length < 2;
  const at = first.findIndex((line) => !isTitle(line));
  return first[at]?.cells.some((cell) => cell.includes('@')) ? 0 : at;
}
