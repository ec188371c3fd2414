// Everybody whom one manages: found, filtered and ordered on the server, changed many at once.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Upload, UserPlus, UsersRound } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { BackLink, PageHeader } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { useMayManage } from '../../reach/may-manage.ts';
import { peopleCount } from '../../roles/words.ts';
import { useFollowCompany } from '../follow.ts';
import { Awaited, Frame } from '../frame.tsx';
import { choicesQuery } from '../groups/data.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { Columns } from './columns.tsx';
import { listKey, listQuery } from './data.ts';
import { ExportMenu } from './export-menu.tsx';
import { Filters } from './filters.tsx';
import { isNarrowed, type ListSearch } from './search.ts';
import { useSelection } from './selection.ts';
import { Table } from './table.tsx';
import { Views } from './views/views.tsx';
import './list.css';

const AddPerson = lazyPart(() => import('../../components/add-person.tsx'), 'AddPerson');

export interface PeopleListProps {
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
}

export function PeopleList(props: PeopleListProps) {
  if (!useMayManage()) return <Frame title="People">{null}</Frame>;
  return <Managed {...props} />;
}

function Managed({ search, onSearch }: PeopleListProps) {
  const query = useInfiniteQuery(listQuery(search));
  const { data: choices } = useQuery(choicesQuery);
  useFollowCompany(listKey);
  useFollowCompany(choicesQuery.queryKey);
  const offline = useOffline();
  const selection = useSelection();
  const { set: select } = selection;
  const asked = useLocation({ select: ({ state }) => state.adding === true });
  const navigate = useNavigate();
  const [adding, setAdding] = useState(asked && !offline);
  // Asked for once: whoever comes back to this place is not asked again.
  useEffect(() => {
    if (asked) void navigate({ to: '.', search: true, replace: true, state: ({ adding: _, ...rest }) => rest });
  }, [asked, navigate]);
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const total = pages?.[0]?.total ?? 0;
  const { hasNextPage, fetchNextPage } = query;
  const more = () => {
    // Does nothing while one is under way, of which nothing here is to be drawn anew.
    if (hasNextPage) void fetchNextPage({ cancelRefetch: false });
  };
  const change = useCallback(
    (next: ListSearch) => {
      select([]);
      onSearch(next);
    },
    [select, onSearch],
  );
  const narrowed = isNarrowed(search);
  return (
    <div className="ll-page-inner ll-people ll-managed-page" data-measure="page">
      <PageHeader
        title="People"
        back={<BackLink to="/admin">Admin</BackLink>}
        beside={
          <span className="ll-meta ll-digits" role="status">
            {rows ? `${peopleCount(total)}${narrowed ? ' found' : ''}` : ''}
          </span>
        }
        actions={
          <>
            <ExportMenu offline={offline} />
            <Button asChild icon={Upload}>
              <Link to="/admin/people/$employee_id" params={{ employee_id: 'import' }}>
                Import
              </Link>
            </Button>
            <Button kind="primary" icon={UserPlus} disabled={offline} onClick={() => setAdding(true)}>
              Add a person
            </Button>
          </>
        }
      />
      <Filters search={search} choices={choices} onChange={change} />
      <div className="ll-managed-shown">
        <Views search={search} offline={offline} onApply={change} />
        <Columns search={search} onChange={change} />
      </div>
      {rows?.length ? (
        <Table {...{ rows, total, search, choices, selection }} onSearch={change} onEnd={more} />
      ) : rows ? (
        <EmptyState
          icon={UsersRound}
          title="Nobody fits"
          text="Try another spelling, or take a filter away."
          action={narrowed ? <Button onClick={() => change({})}>Show everybody</Button> : undefined}
        />
      ) : (
        <Awaited query={query} offline={offline} what="the people" />
      )}
      {selection.ids.size ? <BulkBar ids={selection.ids} choices={choices} offline={offline} onDone={select} /> : null}
      <Suspense>{adding ? <AddPerson onClose={() => setAdding(false)} /> : null}</Suspense>
    </div>
  );
}
