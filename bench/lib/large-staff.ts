// The people of a company of ten thousand, written past the server: departments in two levels, managers down to five levels, places,
// titles, days, roles, statuses, and names that differ.
import { v5, v7 } from 'uuid';

export type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

const NAMES = `ARRAY['Ada','Bela','Chidi','Dana','Emre','Fatima','Goran','Hana','Iris','Jonas','Kwame','Lena','Mateo','Nadia','Orla','Pavel',
  'Quinn','Rosa','Sven','Tariq','Uma','Viktor','Wen','Ximena','Yusuf','Zofia','Anneliese','Bartholomew']`;
const SURNAMES = `ARRAY['Okafor','Mensah','Nowak','Silva','Jensen','Haddad','Moreau','Schmidt','Rossi','Tanaka','Novak','Lindqvist','Byrne',
  'Kowalski','Dubois','Fernandez','Ivanova','Osei','Petrov','Weber','Marsh','Larkin','Baker','Sato','Yilmaz','Costa','Adeyemi','Brandt','Quist']`;
const PLACES = `ARRAY['Hall A','Hall B','Night shift','Leeds','Porto','Accra','Gdansk','Kyoto','Lyon','Turin','Malmo','Office']`;
const TITLES = `ARRAY['Machine operator','Maintenance engineer','Baker','Dispatcher','Driver','Planner','Buyer','Team lead','Analyst','Nurse']`;
const SKILLS = `ARRAY['Forklift','Welding','Spanish','Sourdough','Payroll','Python','Negotiation','Food safety','Rota planning']`;

const DEPARTMENTS = `INSERT INTO department (company_id, department_id, name, parent_id)
  SELECT $1::uuid, id, name, parent_id FROM jsonb_to_recordset($2::jsonb) AS d (id uuid, name text, parent_id uuid)`;
// The n-th reports to the n/8-th; the first eight to nobody.
const COLLEAGUES = `INSERT INTO employee (company_id, employee_id, first_name, last_name, position_title, work_email, work_email_key,
    employee_account_status, location, joining_date, department_id, manager_id, phone_number, sort_name, search_text, skills, skills_text)
  SELECT $1::uuid, ids[n], first, last, title, key, key, CASE WHEN n % 25 = 0 THEN 'INVITED' WHEN n % 40 = 1 THEN 'INACTIVE' ELSE 'ACTIVE' END,
    place, date '2005-01-01' + n * 7 % 7500, departments[1 + n % cardinality(departments)], CASE WHEN n >= 8 THEN ids[greatest(1, n / 8)] END,
    '+44 20 7946 ' || lpad((n % 10000)::text, 4, '0'), lower(first || ' ' || last),
    lower(first || ' ' || last || ' ' || title || ' ' || place || ' ' || key),
    ARRAY[skill, 'First aid'], lower(skill || ' First aid')
  FROM (SELECT n, $2::uuid[] AS ids, $3::uuid[] AS departments, names[1 + n * 7 % cardinality(names)] AS first,
      surnames[1 + n * 11 % cardinality(surnames)] || ' ' || chr(65 + n % 26) AS last, titles[1 + n * 3 % cardinality(titles)] AS title,
      places[1 + n * 5 % cardinality(places)] AS place, skills[1 + n * 13 % cardinality(skills)] AS skill, 'staff' || n || '@' || $1::uuid || '.example' AS key
    FROM generate_series(1, cardinality($2::uuid[])) AS n,
      (SELECT ${NAMES} AS names, ${SURNAMES} AS surnames, ${TITLES} AS titles, ${PLACES} AS places, ${SKILLS} AS skills) AS words) AS people`;
const ROLES = `INSERT INTO employee_role (company_id, employee_id, role_id)
  SELECT e.company_id, e.employee_id, r.role_id FROM employee e JOIN role r ON r.company_id = e.company_id AND r.built_in = 'employee'
  WHERE e.company_id = $1 AND e.employee_id = ANY ($2::uuid[]) ON CONFLICT DO NOTHING`;

export interface Staff {
  /** In the order of their numbers: the first ones are managers. */
  readonly employee_ids: readonly string[];
  /** Whose accounts are active or invited: the chart shows no others. */
  readonly shown_ids: readonly string[];
  /** A tenth of them has departments below. */
  readonly department_ids: readonly string[];
}

/** `count` more people in the company. */
export async function hire(ask: Ask, company_id: string, count: number): Promise<Staff> {
  const idOf = (name: string) => v5(name, company_id);
  const departments = Array.from({ length: 110 }, (_, n) => ({
    id: idOf(`department ${n}`),
    name: n < 10 ? `Plant ${n + 1}` : `Unit ${n - 9}`,
    parent_id: n < 10 ? null : idOf(`department ${n % 10}`),
  }));
  await ask(DEPARTMENTS, [company_id, JSON.stringify(departments)]);
  const employee_ids = Array.from({ length: count }, () => v7());
  const department_ids = departments.map(({ id }) => id);
  await ask(COLLEAGUES, [company_id, employee_ids, department_ids]);
  await ask(ROLES, [company_id, employee_ids]);
  await ask('ANALYZE');
  return { employee_ids, shown_ids: employee_ids.filter((_, at) => at % 40 !== 0), department_ids };
}
