// The list of spaces with its states: waiting, failed, nothing found, a saved copy, and more to come.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Hash, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { savedCopy } from '#src/kit/ui/format/saved-copy.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { findSpaces } from '../find-spaces.ts';
import type { SpacePage } from '../queries.ts';
import { SpaceRow } from './space-row.tsx';

export interface SpaceListProps {
  query: UseInfiniteQueryResult<InfiniteData<SpacePage>>;
  /** What is searched for. */
  wanted: string;
  offline: boolean;
}

export function SpaceList({ query, wanted, offline }: SpaceListProps) {
  const { data } = query;
  const spaces = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.items) ?? [];
    return offline ? findSpaces(all, wanted) : all;
  }, [data, wanted, offline]);
  if (!data) return <NothingRead query={query} offline={offline} />;
  return (
    <>
      {offline ? <SavedCopy at={query.dataUpdatedAt} /> : null}
      {spaces.length ? (
        <ul className="ll-spaces-list" aria-busy={query.isPlaceholderData}>
          {spaces.map((space) => (
            <li key={space.space_id}>
              <SpaceRow space={space} offline={offline} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty wanted={wanted} />
      )}
      {/* For those who do not see the list change under the field. */}
      <p className="ll-hidden-text" role="status">
        {wanted ? `${spaces.length} found for “${wanted}”` : ''}
      </p>
      {query.hasNextPage && !offline ? <More query={query} /> : null}
    </>
  );
}

function NothingRead({ query, offline }: Omit<SpaceListProps, 'wanted'>) {
  if (offline) {
    return <EmptyState icon={Hash} title="No saved copy yet" text="Spaces are shown here once you have been online." />;
  }
  if (query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonRows label="spaces" size={48} />;
}

function SavedCopy({ at }: { at: number }) {
  const copy = savedCopy(at, useNow());
  return (
    <p className="ll-spaces-saved" role="status">
      {`${copy}. Joining needs a connection.`}
    </p>
  );
}

function Empty({ wanted }: { wanted: string }) {
  if (!wanted) return <EmptyState icon={Hash} title="No spaces yet" text="A space is a place for a team or a topic." />;
  return (
    <EmptyState icon={SearchX} title={`No match for “${wanted}”`} text="Try another word, or a part of the name." />
  );
}

function More({ query }: Pick<SpaceListProps, 'query'>) {
  if (query.isFetchNextPageError) return <ErrorCard onRetry={() => void query.fetchNextPage()} />;
  return (
    <Button
      wide
      busy={query.isFetchingNextPage && 'Loading…'}
      onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
    >
      Show more spaces
    </Button>
  );
}
