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
import { Awaited, Frame } from '../frame.tsx';
import { EmployeeForm } from './employee-form.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';

export function EmployeePage({ employee_id }: { employee_id: string }) {
  const query = useQuery({ ...personQuery(employee_id), staleTime: 0 });
  const offline = useConnection().state === 'offline';
  const person = useDirectory().get(employee_id);
  return (
    <Frame
      title={person ? fullName(person) : 'Person'}
      back={<BackLink to="/admin/people">People</BackLink>}
      actions={
        <Button asChild>
          <Link to="/profile/$employee_id" params={{ employee_id }}>
            <span className="ll-button-label">
              <Eye size={18} strokeWidth={1.9} aria-hidden="true" />
              See profile
            </span>
          </Link>
        </Button>
      }
    >
      {query.data ? (
        <>
          <EmployeeForm employee_id={employee_id} person={query.data} offline={offline} />
          <ResetSecondFactor employee_id={employee_id} first_name={query.data.first_name ?? ''} offline={offline} />
        </>
      ) : (
        <Awaited query={query} offline={offline} what="this person" />
      )}
    </Frame>
  );
}
