// One person, for who manages people: details, place in the company, access.
import { useQuery } from '@tanstack/react-query';
import type { Person } from '#contract/people.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { BackLink } from '#src/kit/ui/layout/page.tsx';
import { useConnection } from '#src/realtime/hooks.ts';
import { personQuery } from '../../queries.ts';
import { useMayManage } from '../../reach/may-manage.ts';
import { Awaited, Frame } from '../frame.tsx';
import { EditEmployee } from './edit-employee.tsx';
import { EmployeeHead } from './employee-head.tsx';
import { EmployeeSheet } from './employee-sheet.tsx';
import { Leaver } from './leaving/leaver.tsx';
import { leaverQuery } from './leaving/leaving-data.ts';

export function EmployeePage({ employee_id }: { employee_id: string }) {
  const { state, lastSyncedAt } = useConnection();
  const offline = state === 'offline';
  const manages = useMayManage();
  const people = useDirectory();
  const person = people.get(employee_id);
  if (person && manages) return <Present person={person} offline={offline} />;
  // Whoever is not in the whole directory has left; but the saved copy of it does not know who came since it was kept.
  const isCurrent = lastSyncedAt !== null && lastSyncedAt >= performance.timeOrigin;
  const gone = manages && !person && people.size > 0 && isCurrent;
  return <Absent employee_id={employee_id} gone={gone} unread={people.size === 0} offline={offline} />;
}

function Present({ person, offline }: { person: Person; offline: boolean }) {
  const query = useQuery({ ...personQuery(person.employee_id), staleTime: 0 });
  if (query.data) return <EditEmployee person={person} detail={query.data} offline={offline} />;
  return (
    <EmployeeSheet>
      <EmployeeHead person={person} photo={<Avatar name={fullName(person)} src={person.profile_url} size={96} />} />
      <Awaited query={query} offline={offline} what="this person" />
    </EmployeeSheet>
  );
}

interface AbsentProps {
  employee_id: string;
  gone: boolean;
  /** The directory is not there yet. */
  unread: boolean;
  offline: boolean;
}

function Absent({ employee_id, gone, unread, offline }: AbsentProps) {
  const query = useQuery({ ...personQuery(employee_id), enabled: unread });
  const left = useQuery({ ...leaverQuery(employee_id), enabled: gone }).data;
  const title = gone ? (left ? fullName(left.employee) : 'Former employee') : 'Person';
  return (
    <Frame title={title} back={<BackLink to="/admin/people">People</BackLink>}>
      {gone ? (
        <Leaver employee_id={employee_id} offline={offline} />
      ) : (
        <Awaited query={query} offline={offline} what="this person" />
      )}
    </Frame>
  );
}
