// What is known of a person, as a list of terms; what nobody filled in is left out.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { date } from '#src/kit/ui/format/dates.ts';
import { localTime } from '#src/kit/ui/format/local-time.ts';
import { useMay } from '#src/realtime/hooks.ts';
import type { PersonDetail } from '../queries.ts';
import { rolesQuery } from '../roles/data.ts';

export function Facts({ person, managerName }: { person: PersonDetail; managerName: string | undefined }) {
  const { work_email_id, phone_number, location, time_zone, joining_date, pronouns, skills } = person;
  const roles = useRoles(person.role_ids);
  const facts: [string, ReactNode][] = [
    [
      'Work e-mail',
      work_email_id && (
        <a className="ll-link" href={`mailto:${work_email_id}`}>
          {work_email_id}
        </a>
      ),
    ],
    [
      'Phone',
      phone_number && (
        <a className="ll-link" href={`tel:${phone_number.replace(/[^\d+]/g, '')}`}>
          {phone_number}
        </a>
      ),
    ],
    ['Location', location],
    ['Local time', time_zone && timeIn(time_zone)],
    ['Manager', managerName],
    ['Here since', joining_date && date(joining_date)],
    ['Pronouns', pronouns],
    ['Skills', skills?.length ? skills.join(', ') : undefined],
    ['Roles', roles],
  ];
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (!known.length) return <p className="ll-muted">Nothing filled in yet.</p>;
  return (
    <dl className="ll-facts">
      {known.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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

/** "14:05 · Europe/London" */
function timeIn(time_zone: string): string {
  const { time, zone } = localTime(time_zone);
  return `${time} · ${zone}`;
}
