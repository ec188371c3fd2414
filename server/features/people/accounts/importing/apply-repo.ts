// SQL that writes many people in one statement each.
import type { Tx } from '../../../../platform/db/database.ts';
import { emailKey, fold, searchText, skillsText } from '../../finding/fold.ts';
import { COLUMNS, type EmployeeRow } from '../../repo.ts';
import type { Target } from './judging/judged.ts';

type Whole = Target & { readonly employee_id: string };

const FIELDS = `first_name text, last_name text, position_title text, work_email text, work_email_key text, phone_number text, location text,
  time_zone text, pronouns text, skills text[], birth_date date, joining_date date, manager_id uuid, department_id uuid, sort_name text,
  search_text text, skills_text text, employee_number text`;
const NAMES = FIELDS.replaceAll(/ (text|date|uuid)(\[\])?/g, '');
const GIVEN = `jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, ${FIELDS})`;
const INSERT = `INSERT INTO employee (company_id, employee_id, employee_account_status, ${NAMES})
  SELECT $1, employee_id, 'INVITED', ${NAMES} FROM ${GIVEN} RETURNING ${COLUMNS}`;
const UPDATE = `UPDATE employee e SET first_name = t.first_name, last_name = t.last_name, position_title = t.position_title,
    work_email = t.work_email, work_email_key = t.work_email_key, employee_number = t.employee_number, phone_number = t.phone_number, location = t.location, time_zone = t.time_zone, pronouns = t.pronouns, skills = t.skills,
    birth_date = t.birth_date, joining_date = t.joining_date, manager_id = t.manager_id, department_id = t.department_id,
    sort_name = t.sort_name, search_text = t.search_text, skills_text = t.skills_text, updated_at = now()
  FROM ${GIVEN} WHERE e.company_id = $1 AND e.employee_id = t.employee_id
  RETURNING ${COLUMNS.replaceAll(/(\w+)/g, 'e.$1')}`;
const GIVE = `INSERT INTO employee_role (company_id, employee_id, role_id)
  SELECT $1, employee_id, unnest(role_ids) FROM jsonb_to_recordset($2::jsonb) AS t (employee_id uuid, role_ids uuid[])
  ON CONFLICT DO NOTHING`;

const given = (people: readonly Whole[]): string =>
  JSON.stringify(
    people.map((one) => ({
      ...one,
      work_email_key: emailKey(one.work_email),
      sort_name: fold(`${one.first_name} ${one.last_name}`),
      search_text: searchText(one),
      skills_text: skillsText(one.skills),
    })),
  );

/** INVITED. Throws PostgreSQL's 23505 if somebody has taken an address meanwhile. */
export const insertPeople = async (tx: Tx, people: readonly Whole[]): Promise<EmployeeRow[]> =>
  people.length ? tx.query(INSERT, [tx.company_id, given(people)]) : [];
/** The rows are locked. Throws 23505, as above. */
export const updatePeople = async (tx: Tx, people: readonly Whole[]): Promise<EmployeeRow[]> =>
  people.length ? tx.query(UPDATE, [tx.company_id, given(people)]) : [];
/** To those who have none yet. */
export const giveRoles = async (tx: Tx, people: readonly Whole[]): Promise<unknown> =>
  people.length ? tx.query(GIVE, [tx.company_id, given(people)]) : undefined;
