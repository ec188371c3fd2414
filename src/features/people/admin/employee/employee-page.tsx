// One person, for who manages people: details, place in the company, access.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { BackLink } from '#src/kit/ui/layout/page.tsx';
import { useConnection } from '#src/realtime/hooks.ts';
import { personQuery } from '../../queries.ts';
import { useReach } from '../../reach/use-reach.ts';
import { AccountStatus } from '../account-status.tsx';
import { Awaited, Frame } from '../frame.tsx';
import { EmployeeForm } from './employee-form.tsx';
import { ExportData } from './export-data.tsx';
import { Leaver } from './leaver.tsx';
import { leaverQuery } from './leaving-data.ts';
import { RemovePerson } from './remove-person.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';

export function EmployeePage({ employee_id }: { employee_id: string }) {
  const offline = useConnection().state === 'offline';
  const people = useDirectory();
  const person = people.get(employee_id);
  // Whoever is not in the whole directory has left.
  const gone = people.size > 0 && !person;
  const query = useQuery({ ...personQuery(employee_id), staleTime: 0, enabled: !gone });
  const { ends, covers } = useReach(query.data?.role_ids);
  const left = useQuery({ ...leaverQuery(employee_id), enabled: gone }).data;
  const { first_name = '', last_name = '' } = query.data ?? {};
  const title = gone ? (left ? fullName(left.employee) : 'Former employee') : person ? fullName(person) : 'Person';
  return (
    <Frame
      title={title}
      beside={gone || !person ? null : <AccountStatus status={person.employee_account_status} />}
      back={<BackLink to="/admin/people">People</BackLink>}
      actions={
        gone ? null : (
          <Button asChild icon={Eye}>
            <Link to="/profile/$employee_id" params={{ employee_id }}>
              See profile
            </Link>
          </Button>
        )
      }
    >
      {gone ? (
        <Leaver employee_id={employee_id} offline={offline} />
      ) : query.data ? (
        <>
          <EmployeeForm employee_id={employee_id} person={query.data} covers={covers} ends={ends} offline={offline} />
          {covers ? <ResetSecondFactor employee_id={employee_id} first_name={first_name} offline={offline} /> : null}
          {ends && query.data.employee_account_status === 'ACTIVE' ? (
            <ExportData employee_id={employee_id} first_name={first_name} offline={offline} />
          ) : null}
          {ends ? (
            <RemovePerson
              employee_id={employee_id}
              name={fullName({ first_name, last_name })}
              first_name={first_name}
              offline={offline}
            />
          ) : null}
        </>
      ) : (
        <Awaited query={query} offline={offline} what="this person" />
      )}
    </Frame>
  );
}
