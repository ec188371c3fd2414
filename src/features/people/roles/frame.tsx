// The frame of each screen of the roles: its heading, the way back, and who may be here at all. The look is the administration's own,
// which it brings to all that stands beside their list.
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { useMay } from '#src/realtime/hooks.ts';
import './roles.css';

interface FrameProps {
  title: string;
  beside?: ReactNode;
  actions?: ReactNode;
  /** A page of one role: it leads back to the list of them. */
  below?: boolean;
  children: ReactNode;
}

export function Frame({ title, beside, actions, below, children }: FrameProps) {
  const manages = useMay('roles.manage');
  const back = below ? <BackLink to="/admin/roles">Roles</BackLink> : <BackLink to="/admin">Admin</BackLink>;
  return (
    <Page title={title} measure="reading" back={back} beside={beside} actions={manages ? actions : null}>
      <div className="ll-settings-section">
        {manages ? (
          children
        ) : (
          <p className="ll-muted">Only people who may manage roles can see and change what each role allows.</p>
        )}
      </div>
    </Page>
  );
}

interface AwaitedProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  offline: boolean;
}

/** What stands where the roles are not known yet. */
export function Awaited({ query, offline }: AwaitedProps) {
  if (offline) return <p className="ll-muted">Seeing the roles needs a connection.</p>;
  if (query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonRows label="roles" rows={5} size={40} />;
}

export function Gone() {
  return (
    <EmptyState
      icon={KeyRound}
      title="This role does not exist any more."
      action={
        <Button asChild>
          <Link to="/admin/roles">See all roles</Link>
        </Button>
      }
    />
  );
}
