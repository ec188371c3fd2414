// About the colleague one writes with: who they are, what time it is there.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '#contract/people.ts';
import { ApiError } from '#src/api/errors.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { type Directory, directoryKey } from '#src/kit/people/directory.ts';
import { presenceLabel } from '#src/kit/people/presence.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { Skeleton, SkeletonBox, SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { localTime } from '#src/kit/ui/format/local-time.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useClient, useOffline, useOnline, usePresence } from '#src/realtime/hooks.ts';
import { type PersonMore, personMoreQuery } from '../queries.ts';

export function PersonAbout({ employee_id }: { employee_id: string }) {
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  const person = directory.data?.people[employee_id];
  if (directory.isPending) return <SkeletonRows label="colleague" rows={1} size={72} />;
  if (!person) return <p className="ll-muted">This colleague has left the company. What they wrote stays.</p>;
  return (
    <>
      <Card person={person} />
      <More employee_id={employee_id} />
    </>
  );
}

function Card({ person }: { person: Person }) {
  const { employee_id } = person;
  const { context } = useClient();
  const online = useOnline();
  const presence = usePresence(employee_id);
  const name = fullName(person);
  return (
    <div className="ll-about-person">
      <Avatar name={name} src={person.profile_url} size={72} presence={online ? presence : undefined} />
      <span className="ll-heading">{employee_id === context.self ? `${name} (you)` : name}</span>
      {person.position_title ? <span className="ll-muted">{person.position_title}</span> : null}
      {online ? <span className="ll-meta">{presenceLabel(presence)}</span> : null}
      <Button asChild icon={UserRound}>
        <Link to="/profile/$employee_id" params={{ employee_id }}>
          {employee_id === context.self ? 'Your profile' : 'Profile'}
        </Link>
      </Button>
    </div>
  );
}

function More({ employee_id }: { employee_id: string }) {
  const more = useQuery(personMoreQuery(employee_id));
  const offline = useOffline();
  if (more.data) return <Facts more={more.data} />;
  if (offline) return <p className="ll-meta">Local time and contact need a connection.</p>;
  // Where the directory is switched off there is no more to be known of a colleague.
  if (more.error instanceof ApiError && more.error.code === 'NO_PERMISSION') return null;
  if (more.isError) return <ErrorCard onRetry={() => void more.refetch()} retrying={more.isFetching} />;
  return (
    <Skeleton label="details">
      <div className="ll-about-facts">
        {[52, 64, 44].map((width) => (
          <SkeletonBox key={width} width={`${width}%`} />
        ))}
      </div>
    </Skeleton>
  );
}

function Facts({ more }: { more: PersonMore }) {
  const now = useNow();
  const there = more.time_zone ? localTime(more.time_zone, now) : undefined;
  const facts: [string, ReactNode][] = [
    ['Local time', there && `${there.time} · ${there.zone}`],
    ['Location', more.location],
    ['Pronouns', more.pronouns],
    [
      'Work e-mail',
      more.work_email_id && (
        <a className="ll-link" href={`mailto:${more.work_email_id}`}>
          {more.work_email_id}
        </a>
      ),
    ],
  ];
  return (
    <dl className="ll-about-facts">
      {facts.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
