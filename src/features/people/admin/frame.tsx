// The frame of each screen on which people are managed: its heading, the way back, and who may be here at all.
import type { ReactNode } from 'react';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { useMayManage } from '../reach/may-manage.ts';
import './admin.css';

interface FrameProps {
  title: string;
  beside?: ReactNode;
  actions?: ReactNode;
  /** The way up; default: to the list of what is administered. */
  back?: ReactNode;
  children: ReactNode;
}

export function Frame({ title, beside, actions, back, children }: FrameProps) {
  const manages = useMayManage();
  return (
    <Page
      title={title}
      back={back ?? <BackLink to="/admin">Admin</BackLink>}
      beside={beside}
      actions={manages ? actions : null}
    >
      {manages ? children : <p className="ll-muted">Only people who may manage people can see and change this.</p>}
    </Page>
  );
}

interface AwaitedProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  offline: boolean;
  /** What is waited for: "the groups". */
  what: string;
}

/** What stands where it is not known yet. */
export function Awaited({ query, offline, what }: AwaitedProps) {
  if (offline) return <p className="ll-muted">{`Seeing ${what} needs a connection.`}</p>;
  if (query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonRows label={what} rows={6} size={40} />;
}
