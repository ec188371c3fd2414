// What a part of a page shows while its data is on its way, when it does not come, and when it is older than it should be.
import type { ReactNode } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { NetworkError } from '#src/api/errors.ts';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { StaleNote } from '#src/kit/ui/feedback/stale-note.tsx';
import { operatorTexts } from '../messages.ts';

/** As much of a query as is looked at. */
interface Asked<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** `label` fits into "Loading …" and "Seeing … needs a connection." */
export function LoadingPart({ query, label }: { query: Asked<unknown>; label: string }) {
  const retry = { onRetry: () => void query.refetch(), retrying: query.isFetching };
  if (query.error instanceof NetworkError)
    return <ErrorCard {...retry} title={`Seeing ${label} needs a connection.`} />;
  if (query.error) return <ErrorCard {...retry} text={errorText(query.error, operatorTexts)} />;
  return <SkeletonRows label={label} rows={5} size={36} />;
}

export function Loaded<T>({
  query,
  label,
  children,
}: {
  query: Asked<T>;
  label: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data === undefined) return <LoadingPart query={query} label={label} />;
  return (
    <>
      {query.error ? (
        <StaleNote at={query.dataUpdatedAt} onRefresh={() => void query.refetch()} refreshing={query.isFetching} />
      ) : null}
      {children(query.data)}
    </>
  );
}
