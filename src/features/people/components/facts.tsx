// What is known of a person, as a list of terms; what nobody filled in is left out.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Hideable, Person } from '#contract/people/employee.ts';
import { isTimeZone } from '#contract/time-zone.ts';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { date, day } from '#src/kit/ui/format/dates.ts';
import { localTime } from '#src/kit/ui/format/local-time.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { linesOf } from '#src/kit/week/week.ts';
import { useMay } from '#src/realtime/hooks.ts';
import { departmentsQuery } from '../admin/departments/data.ts';
import type { PersonDetail } from '../queries.ts';
import { rolesQuery } from '../roles/data.ts';
import { workingNow } from '../working-hours.ts';
import { HIDDEN } from './hide-toggle.tsx';

export interface FactsProps {
  /** How to reach them, or what they do here. */
  part: 'about' | 'details';
  person: PersonDetail;
  manager: Person | undefined;
  self: boolean;
}

type Fact = readonly [term: string, value: ReactNode, field?: Hideable];

export function Facts({ part, person, manager, self }: FactsProps) {
  const { work_email_id, phone_number, location, joining_date, pronouns, skills, birthday } = person;
  const roles = useRoles(person.role_ids);
  const department = useDepartment(person.department_id);
  const now = useNow();
  const { time_zone } = person;
  const there = time_zone ? localTime(time_zone, now) : undefined;
  const details: Fact[] = [
    ['Work e-mail', work_email_id && linked('mailto', work_email_id, work_email_id)],
    ['Phone', phone_number && linked('tel', phone_number.replace(/[^\d+]/g, ''), phone_number), 'phone_number'],
    ['Location', location, 'location'],
    ['Local time', there && `${there.time} · ${there.zone}`, 'time_zone'],
    ['Working hours', person.working_hours && <WorkingHours person={person} now={now} />, 'working_hours'],
    ['Birthday', birthday && birthdayText(birthday), 'birth_date'],
  ];
  const about: Fact[] = [
    ['Department', department],
    ['Manager', manager && <Manager person={manager} />],
    ['Here since', joining_date && date(joining_date), 'joining_date'],
    ['Pronouns', pronouns, 'pronouns'],
    ['Skills', skills?.length ? <Skills skills={skills} /> : undefined, 'skills'],
    ['Roles', roles],
  ];
  const facts = part === 'about' ? about : details;
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  const isComing = person.department_id || person.manager_id || person.role_ids?.length;
  if (!known.length) return part === 'about' && isComing ? null : <p className="ll-muted">Nothing filled in yet.</p>;
  return (
    <dl className="ll-facts">
      {known.map(([term, value, field]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
          {field && person.hidden_fields?.includes(field) ? (
            <dd className="ll-fact-hidden">
              <EyeOff size={14} strokeWidth={1.9} aria-hidden="true" />
              {self ? HIDDEN : 'Hidden from colleagues'}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

const linked = (scheme: string, to: string, text: string): ReactNode => (
  <a className="ll-link" href={`${scheme}:${to}`}>
    {text}
  </a>
);

const Manager = ({ person }: { person: Person }) => (
  <Link to="/profile/$employee_id" params={{ employee_id: person.employee_id }} className="ll-link">
    {fullName(person)}
  </Link>
);

/** `03-12` → "12 March"; a leap year, so that 29 February is one. */
const birthdayText = (birthday: string): string => day(`2024-${birthday}T12:00`).replace(/^\w+ /, '');

function WorkingHours({ person: { working_hours, time_zone }, now }: { person: PersonDetail; now: number }) {
  if (!working_hours) return null;
  // A zone that this browser does not know says nothing about now.
  const state = time_zone && isTimeZone(time_zone) && workingNow(working_hours, time_zone, now);
  return (
    <>
      {linesOf(working_hours, 'not working').map((line) => (
        <div key={line}>{line}</div>
      ))}
      {state ? <div className="ll-meta">{state}</div> : null}
    </>
  );
}

function Skills({ skills }: { skills: readonly string[] }) {
  return (
    <ul className="ll-fact-skills">
      {skills.map((skill) => (
        <li key={skill}>
          <Chip tone="outline">{skill}</Chip>
        </li>
      ))}
    </ul>
  );
}

/** Its name, which leads to all who are in it. Undefined for who is in none, and as long as it is not known. */
function useDepartment(department_id: string | null | undefined): ReactNode {
  const { data } = useQuery({ ...departmentsQuery, enabled: Boolean(department_id) });
  const found = data?.find((one) => one.department_id === department_id);
  if (!found) return undefined;
  return (
    <Link to="/people" search={{ departments: [found.department_id] }} className="ll-link">
      {found.department_name}
    </Link>
  );
}

/** Their names, for who manages people or roles; these can be opened by who manages roles. */
function useRoles(role_ids: readonly string[] | undefined): ReactNode {
  const opens = useMay('roles.manage');
  const manages = useMay('people.manage');
  const { data } = useQuery({ ...rolesQuery, enabled: opens || manages });
  if (!(opens || manages)) return undefined;
  const held = data?.filter(({ role_id }) => role_ids?.includes(role_id));
  if (!held?.length) return undefined;
  return held.map(({ role_id, role_name }, at) => (
    <Fragment key={role_id}>
      {at ? ', ' : null}
      {opens ? (
        <Link to="/admin/roles/$role_id" params={{ role_id }} className="ll-link">
          {role_name}
        </Link>
      ) : (
        role_name
      )}
    </Fragment>
  ));
}
