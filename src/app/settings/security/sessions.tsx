// Where one is signed in, and the way to end it there.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { nameOfAgent } from '#contract/agent.ts';
import { listSessions, revokeOthers, revokeSession } from '#contract/auth/security.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { errorText } from '#src/api/error-text.ts';
import { authTexts } from '#src/features/auth/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { midSentence } from '#src/kit/ui/format/mid-sentence.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';

type OwnSession = ResponseOf<typeof listSessions>['items'][number];

/** Not kept on the device: it is of use only while something can be done about it. */
export const sessionsQuery = queryOptions({
  queryKey: ['settings', 'sessions'],
  queryFn: async ({ signal }) => (await app.call(listSessions, {}, { signal })).items,
  staleTime: 0,
  meta: { keep: false },
});

export function Sessions() {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const offline = useOffline();
  const [ending, setEnding] = useState<string>();
  const [asks, setAsks] = useState(false);
  const [error, setError] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with its device.
  const focus = useFocusKept({ next: () => title.current });
  const others = query.data?.filter(({ current }) => !current).length ?? 0;

  /** `what`: an id, or `others`. */
  const end = async (what: string, work: () => Promise<string>) => {
    setEnding(what);
    setError(undefined);
    try {
      showToast({ text: await work() });
    } catch (thrown) {
      setError(errorText(thrown, authTexts));
    }
    setAsks(false);
    await client.invalidateQueries(sessionsQuery);
    setEnding((now) => (now === what ? undefined : now));
  };
  const endOne = ({ session_id, user_agent }: OwnSession) =>
    end(session_id, async () => {
      await app.call(revokeSession, { session_id });
      return `${nameOfAgent(user_agent)} is signed out.`;
    });
  const endOthers = () =>
    end('others', async () => {
      const { ended } = await app.call(revokeOthers, {});
      return ended === 1 ? '1 other device is signed out.' : `${ended} other devices are signed out.`;
    });

  return (
    <section aria-labelledby="signed-in" className="ll-settings-part" {...focus}>
      <h2 id="signed-in" ref={title} className="ll-section" tabIndex={-1}>
        Where you’re signed in
      </h2>
      {error ? <ErrorNote text={error} /> : null}
      {query.data ? (
        <ul className="ll-sessions">
          {query.data.map((session) => (
            <SessionRow
              key={session.session_id}
              session={session}
              busy={ending === session.session_id}
              disabled={offline}
              onEnd={() => void endOne(session)}
            />
          ))}
        </ul>
      ) : query.isError && !offline ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : offline ? null : (
        <SkeletonRows label="devices" rows={2} size={40} />
      )}
      {offline ? (
        <p className="ll-meta" role="status">
          {query.data ? 'Signing a device out needs a connection.' : 'Seeing your devices needs a connection.'}
        </p>
      ) : null}
      {others > 1 ? (
        <div className="ll-settings-buttons">
          <Button disabled={offline} onClick={() => setAsks(true)}>
            Sign out all other devices
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asks}
        title="Sign out all other devices?"
        action={`Sign out ${others} devices`}
        danger
        busy={ending === 'others' && 'Signing out…'}
        onConfirm={() => void endOthers()}
        onCancel={() => setAsks(false)}
      >
        They are signed out at once. What was written there and is not sent yet is locked, and comes back when you sign
        in there again.
      </ConfirmDialog>
    </section>
  );
}

interface SessionRowProps {
  session: OwnSession;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, disabled, onEnd }: SessionRowProps) {
  const now = useNow();
  const { address, created_at, last_used_at, current, app: running } = session;
  const user_agent = current ? navigator.userAgent : session.user_agent;
  const name = nameOfAgent(user_agent);
  const Icon = /Mobile|Android|iPhone|iPad/.test(user_agent) ? Smartphone : Monitor;
  return (
    <li className="ll-session">
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      <div>
        <p className="ll-session-name">
          {name}
          {current ? <Chip tone="ok">This device</Chip> : null}
        </p>
        <p className="ll-meta">
          {running ? <span>{wordsOf(running)}</span> : null}
          {address ? <span>{address}</span> : null}
          {current ? null : (
            <span>
              Active <time dateTime={last_used_at}>{midSentence(relativeTime(last_used_at, now))}</time>
            </span>
          )}
          <span>
            Signed in <time dateTime={created_at}>{dateAndTime(created_at)}</time>
          </span>
        </p>
      </div>
      {current ? null : (
        <Button
          size="small"
          busy={busy && 'Signing out…'}
          disabled={disabled}
          onClick={onEnd}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

const wordsOf = ({ installed, takes_pushes }: NonNullable<OwnSession['app']>): string =>
  `${installed ? 'Installed app' : 'Browser'}, push ${takes_pushes ? 'on' : 'off'}`;
