// Everybody in the company, found as one types, also without a connection.

import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Network, Search, UserPlus, UsersRound } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { VList } from 'virtua';
import type { Person } from '#contract/people.ts';
import { type Directory, directoryKey, useDirectory } from '#src/kit/people/directory.ts';
import { findPeople } from '#src/kit/people/find-people.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { usePresence } from '#src/realtime/hooks.ts';
import { useMayManage } from '../reach/may-manage.ts';
import '../people.css';

const ComingUp = lazyPart(() => import('../components/coming-up.tsx'), 'ComingUp');
const AddPerson = lazyPart(() => import('../components/add-person.tsx'), 'AddPerson');

export const Route = createFileRoute('/people')({ staticData: { module: 'people' }, component: People });

function People() {
  const [query, setQuery] = useState('');
  const [adding, setAdding] = useState(false);
  const manages = useMayManage();
  return (
    <div className="ll-page-inner ll-people" data-measure="page">
      <PageHeader
        title="People"
        actions={
          <>
            <Button asChild icon={Network}>
              <Link to="/people/chart">Chart</Link>
            </Button>
            {manages ? (
              <Button kind="primary" icon={UserPlus} onClick={() => setAdding(true)}>
                <span>
                  Add<span className="ll-people-add-rest"> a person</span>
                </span>
              </Button>
            ) : null}
          </>
        }
      />
      <div className="ll-people-tools">
        <TextField
          label="Find people"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Name or position"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <Suspense fallback={null}>{query ? null : <ComingUp />}</Suspense>
      <Found query={query} manages={manages} />
      <Suspense fallback={null}>{adding ? <AddPerson onClose={() => setAdding(false)} /> : null}</Suspense>
    </div>
  );
}

function Found({ query, manages }: { query: string; manages: boolean }) {
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  const people = useDirectory();
  const wanted = useDeferredValue(query);
  const found = useMemo(() => findPeople(people.values(), wanted, manages), [people, wanted, manages]);
  if (directory.isPending) return <SkeletonRows label="people" />;
  if (!directory.data) return <ErrorCard onRetry={() => void directory.refetch()} retrying={directory.isFetching} />;
  if (!found.length)
    return (
      <EmptyState
        icon={UsersRound}
        title={query ? `Nobody found for “${query}”` : 'Nobody here yet'}
        text={query ? 'Try another spelling, or a part of the name.' : undefined}
      />
    );
  return (
    <VList className="ll-people-list" data={found} aria-label="People" role="list" data-scroller="">
      {(person) => <Row key={person.employee_id} person={person} />}
    </VList>
  );
}

const statusNames: Partial<Record<Person['employee_account_status'], string>> = {
  INVITED: 'Invited',
  INACTIVE: 'Inactive',
  SUSPENDED: 'Suspended',
};

function Row({ person }: { person: Person }) {
  const presence = usePresence(person.employee_id);
  const status = statusNames[person.employee_account_status];
  return (
    <div className="ll-people-row" role="listitem">
      <PersonRow
        person={person}
        line={person.position_title}
        presence={presence}
        trailing={status ? <Chip tone="outline">{status}</Chip> : null}
        link={(content) => (
          <Link to="/profile/$employee_id" params={{ employee_id: person.employee_id }} className="ll-person-main">
            {content}
          </Link>
        )}
      />
    </div>
  );
}
