// Everybody in the company: found as one types, by site, department and who is available, as cards or below their departments; also
// without a connection.
import { UserPlus, UsersRound } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { savedCopy } from '#src/kit/ui/format/saved-copy.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { ComingUp, useIsPlaceKnown } from '../../components/coming-up.tsx';
import { useMayManage } from '../../reach/may-manage.ts';
import { peopleCount } from '../../roles/words.ts';
import { ByDepartment } from './by-department.tsx';
import { useColumns } from './columns.ts';
import { Filters } from './filters.tsx';
import { useFollowColleagues } from './follow.ts';
import { Grid, GridSkeleton } from './grid.tsx';
import { type DirectorySearch, isNarrowed, type SearchChange, widened } from './search.ts';
import { type Colleagues, useColleagues } from './use-colleagues.ts';
import { ViewChoice } from './view-choice.tsx';
import '../../people.css';
import './directory.css';

const AddPerson = lazyPart(() => import('../../components/add-person.tsx'), 'AddPerson');

interface DirectoryPageProps {
  search: DirectorySearch;
  /** `typing`: no place to come back to. */
  onSearch: (change: SearchChange, typing?: boolean) => void;
}

export function DirectoryPage({ search, onSearch }: DirectoryPageProps) {
  const onFar = useFollowColleagues(search.available === true);
  const [adding, setAdding] = useState(false);
  const manages = useMayManage();
  const found = useColleagues(search);
  return (
    <div className="ll-page-inner ll-people ll-directory" data-measure="page">
      <PageHeader
        title="People"
        beside={<Total found={found} narrowed={isNarrowed(search)} />}
        actions={
          <>
            {manages ? (
              <Button kind="primary" icon={UserPlus} onClick={() => setAdding(true)}>
                <span>
                  Add<span className="ll-people-add-rest"> a person</span>
                </span>
              </Button>
            ) : null}
            <ViewChoice search={search} />
          </>
        }
      />
      <Filters search={search} onChange={onSearch} />
      {found.savedAt === undefined ? null : <SavedCopy at={found.savedAt} search={search} />}
      {isNarrowed(search) ? null : <ComingUp />}
      <Found {...{ search, found, onFar }} onAll={() => onSearch(widened)} />
      <Suspense>{adding ? <AddPerson onClose={() => setAdding(false)} /> : null}</Suspense>
    </div>
  );
}

/** A number; said with what it counts. */
function Total({ found: { rows, total }, narrowed }: { found: Colleagues; narrowed: boolean }) {
  return (
    <span className="ll-directory-total ll-digits" role="status">
      {rows ? (
        <>
          <span aria-hidden="true">{total.toLocaleString('en')}</span>
          <span className="ll-hidden-text">{`${peopleCount(total)}${narrowed ? ' found' : ''}`}</span>
        </>
      ) : null}
    </span>
  );
}

/** What is looked through without a connection, and what it cannot tell. */
function SavedCopy({ at, search }: { at: number; search: DirectorySearch }) {
  const copy = savedCopy(at, useNow());
  const places = search.sites || search.departments || search.view === 'departments';
  const known = places ? ' · sites and departments of those seen here before' : '';
  const skills = search.q ? ' · skills need a connection' : '';
  const available = search.available ? ' · who is available needs a connection' : '';
  return (
    <p className="ll-directory-saved" role="status">
      {`${copy}${known}${skills}${available}`}
    </p>
  );
}

interface FoundProps {
  search: DirectorySearch;
  found: Colleagues;
  /** Whether the end of the first pages may be in sight. */
  onFar: (far: boolean) => void;
  onAll: () => void;
}

function Found({ search, found, onFar, onAll }: FoundProps) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const isPlaced = useIsPlaceKnown(!isNarrowed(search));
  const { isError, isFetching, refetch } = found;
  const rows = isPlaced ? found.rows : undefined;
  return (
    <div ref={box} className="ll-directory-found">
      {rows?.length ? (
        search.view === 'departments' ? (
          <ByDepartment {...{ search, found, columns }} />
        ) : (
          <Grid {...{ rows, found, columns, onFar }} />
        )
      ) : rows ? (
        <Nobody search={search} saved={found.savedAt !== undefined} onAll={onAll} />
      ) : isError ? (
        <ErrorCard onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <GridSkeleton columns={columns} lines={4} />
      )}
    </div>
  );
}

function Nobody({ search, saved, onAll }: { search: DirectorySearch; saved: boolean; onAll: () => void }) {
  const { q } = search;
  const narrowed = isNarrowed(search);
  return (
    <EmptyState
      icon={UsersRound}
      title={!narrowed ? 'Nobody here yet' : q ? `Nobody found for “${q}”` : 'Nobody fits'}
      text={narrowed ? adviceFor(search, saved) : undefined}
      action={narrowed ? <Button onClick={onAll}>Show everybody</Button> : undefined}
    />
  );
}

/** Without a connection it may be no slip: what is not kept finds nobody. */
function adviceFor({ q, ...others }: DirectorySearch, saved: boolean): string {
  if (saved) return q ? 'Without a connection only names and titles are looked through.' : 'Take a filter away.';
  if (isNarrowed(others)) return 'Try another spelling, or take a filter away.';
  return 'Try another spelling, or a part of the name.';
}
