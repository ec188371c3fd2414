// Who has seen a message. Looked at anew every few seconds while it is open; not kept on the device.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { listSeen } from '#contract/chat/seen.ts';
import type { Message } from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { plainText } from '#contract/rich-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { clock } from '#src/kit/ui/format/dates.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { useConversations } from '../../hooks/use-conversations.ts';
import { messageErrorText } from '../../messages.ts';
import './seen-by.css';

type Page = ResponseOf<typeof listSeen>;

/** Somebody who has just seen it shows within this time. Milliseconds. */
const PACE_MS = 4_000;
const PAGE = '50';

export interface SeenByProps {
  message: Message;
  onClose: () => void;
}

export function SeenBy({ message, onClose }: SeenByProps) {
  const { message_id, attachments, body } = message;
  const offline = useOffline();
  const { showsSeen } = useConversations();
  const query = useInfiniteQuery({
    queryKey: ['chat', 'seen', message_id],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      app.call(listSeen, { message_id, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: PACE_MS,
    enabled: showsSeen !== false,
    meta: { keep: false },
    gcTime: 0,
  });
  const pages = query.data?.pages;
  const [latest] = pages ?? [];
  const hidden = showsSeen === false || latest?.hidden === true;
  const known = !hidden && latest ? latest : undefined;
  const said = (body && plainText(body)) || attachments[0]?.name;
  return (
    <Dialog open onClose={onClose} title={known?.members ? `Seen by ${known.seen} of ${known.members}` : 'Seen by'}>
      <div className="ll-seen" aria-busy={query.isPending && !hidden && !offline}>
        {said ? <p className="ll-meta ll-ellipsis">{`“${said}”`}</p> : null}
        {hidden ? <Hidden onLeave={onClose} /> : null}
        {known && offline ? (
          <p className="ll-meta">{`As it was at ${clock(query.dataUpdatedAt)}. It is looked at again once you’re online.`}</p>
        ) : null}
        {known ? <People seen={pages?.flatMap(({ items }) => items) ?? []} known={known} onLeave={onClose} /> : null}
        {known && query.hasNextPage ? (
          <Button
            size="small"
            disabled={offline}
            busy={query.isFetchingNextPage && 'Loading…'}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        ) : null}
        {known || hidden ? null : <Nothing query={query} offline={offline} />}
      </div>
    </Dialog>
  );
}

interface NothingProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  offline: boolean;
}

/** As long as there is no answer. */
function Nothing({ query: { error, isFetching, refetch }, offline }: NothingProps) {
  if (offline)
    return <p>Who has seen it is not kept on this device. It needs a connection, and shows once you’re online.</p>;
  if (error instanceof ApiError && error.status === 404) return <p>{messageErrorText('MESSAGE_NOT_FOUND')}</p>;
  if (error) return <ErrorCard onRetry={() => void refetch()} retrying={isFetching} />;
  return <SkeletonRows label="who has seen it" rows={3} size={32} />;
}

/** One's own choice, and where it is made. */
function Hidden({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="ll-seen-hidden">
      <EyeOff size={20} strokeWidth={1.9} aria-hidden="true" />
      <p>
        You don’t show others when you have seen their messages, so you don’t see who has seen a message either.{' '}
        <Link to="/settings/privacy" className="ll-link" onClick={onLeave}>
          Change this in Settings
        </Link>
      </p>
    </div>
  );
}

interface PeopleProps {
  seen: readonly string[];
  known: Page;
  onLeave: () => void;
}

function People({ seen, known, onLeave }: PeopleProps) {
  const people = useDirectory();
  const { self } = useClient().context;
  return (
    <>
      {known.seen === 0 ? <p>{known.members ? 'Nobody has seen it yet.' : 'Nobody else is here.'}</p> : null}
      <ul aria-label="People who have seen it">
        {seen.map((employee_id) => {
          const person = people.get(employee_id);
          return (
            <li key={employee_id}>
              <PersonRow
                person={person ?? { first_name: 'Former', last_name: 'employee' }}
                line={person?.position_title}
                size={32}
                trailing={employee_id === self ? <Chip tone="outline">You</Chip> : null}
                link={(content) =>
                  person ? (
                    <Link
                      to="/profile/$employee_id"
                      params={{ employee_id }}
                      className="ll-person-main"
                      onClick={onLeave}
                    >
                      {content}
                    </Link>
                  ) : (
                    <span className="ll-person-main">{content}</span>
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {known.seen < known.members ? (
        <p className="ll-meta">Colleagues who hide what they have seen are not named.</p>
      ) : null}
    </>
  );
}
