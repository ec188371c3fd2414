// What a page of the administration was to show did not load. Where it is only that somebody has to say once more who they are, that is no
// failure, and is not told as one.
import { LockKeyhole } from 'lucide-react';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorCard } from '../feedback/error-card.tsx';

interface LoadErrorProps {
  /** The query that has failed. */
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** How it is tried again; default: from its beginning. */
  again?: () => Promise<unknown>;
}

export function LoadError({ query: { error, isFetching, refetch }, again = refetch }: LoadErrorProps) {
  const retry = () => void again();
  if (!(error instanceof ApiError && error.code === 'AUTH_PROOF_REQUIRED'))
    return <ErrorCard onRetry={retry} retrying={isFetching} />;
  return (
    <EmptyState
      icon={LockKeyhole}
      title="Confirm it’s you to see this"
      text="You signed in a while ago, and nobody else should be able to see it from your screen."
      action={
        <Button onClick={retry} busy={isFetching && 'One moment…'}>
          Confirm
        </Button>
      }
    />
  );
}
