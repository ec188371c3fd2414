// One space that one is perhaps not in, where its link leads to: what it is, and the way in. Members go on to its conversation.
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { EyeOff, Hash } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { ApiError } from '#src/api/errors.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { Enter } from '../components/enter.tsx';
import { spaceQuery } from '../queries.ts';
import { membersText } from '../words.ts';
import '../spaces.css';

export const Route = createFileRoute('/spaces/$space_id')({
  staticData: { module: 'chat' },
  validateSearch: ({ link }: Record<string, unknown>): { link?: string } => (typeof link === 'string' ? { link } : {}),
  component: OneSpace,
});

function OneSpace() {
  const { space_id } = Route.useParams();
  const { link } = Route.useSearch();
  const query = useQuery(spaceQuery(space_id, link));
  const offline = useOffline();
  const gone = query.error instanceof ApiError && query.error.status < 500;
  return (
    <Page
      title={(!gone && query.data?.space_name) || 'Space'}
      measure="focus"
      back={<BackLink to="/spaces">All spaces</BackLink>}
    >
      {gone ? (
        <EmptyState
          icon={EyeOff}
          title="Not here"
          text="This space is private or no longer there. A member can invite you or send you its link."
        />
      ) : query.data ? (
        <About space={query.data} link={link} offline={offline} />
      ) : offline ? (
        <EmptyState icon={Hash} title="No saved copy yet" text="What this space is needs a connection." />
      ) : query.isError ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <SkeletonRows label="space" rows={2} size={72} />
      )}
    </Page>
  );
}

function About({ space, link, offline }: { space: Space; link: string | undefined; offline: boolean }) {
  const { space_id, space_name, space_image, space_description, total_members, visibility, is_member } = space;
  const navigate = useNavigate();
  const [withdrawn, setWithdrawn] = useState(false);
  const place = {
    to: '/connect/$entity_type/$entity_id',
    params: { entity_type: 'space', entity_id: space_id },
  } as const;
  // Until the toast has gone the request stands; for the eye it does not.
  const shown: Space = withdrawn ? { ...space, join_status: null } : space;
  return (
    <div className="ll-space-card">
      <Avatar name={space_name} src={space_image} size={72} shape="square" />
      <div className="ll-space-facts">
        {visibility === 'private' ? <Chip tone="outline">Private</Chip> : null}
        <span className="ll-meta">{membersText(total_members)}</span>
      </div>
      {space_description ? <p className="ll-space-about">{space_description}</p> : null}
      {is_member ? (
        <Button asChild kind="primary">
          <Link {...place}>Open</Link>
        </Button>
      ) : (
        <>
          <Enter
            space={shown}
            offline={offline || withdrawn}
            link_code={link}
            size="normal"
            onJoined={() => void navigate({ ...place, replace: true })}
            onWithdrawn={setWithdrawn}
          />
          <p className="ll-meta">{hint(shown, offline)}</p>
        </>
      )}
    </div>
  );
}

function hint({ visibility, history, join_status }: Space, offline: boolean): string {
  if (offline) return 'This needs a connection.';
  if (visibility === 'public')
    return `Everybody in the company can join it and read ${history === 'joined' ? 'what is said from then on' : 'what was said before'}.`;
  if (join_status === 'requested') return 'Its admins were told. You hear from them here and in your list.';
  return 'It is private: its admins decide who comes in.';
}
