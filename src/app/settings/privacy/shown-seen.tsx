// Whether others see what one has read.
import { useConversations } from '#src/features/chat/hooks/use-conversations.ts';
import { showSeen } from '#src/features/chat/message-parts/seen/showing.ts';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { useClient, useOffline } from '#src/realtime/hooks.ts';

export function ShownSeen() {
  const client = useClient();
  const offline = useOffline();
  const { showsSeen, query } = useConversations();
  return (
    <section aria-labelledby="seen" className="ll-settings-part">
      <h2 id="seen" className="ll-section">
        Seen messages
      </h2>
      <div>
        <Switch
          label="Show others when I have seen their messages"
          checked={showsSeen ?? true}
          disabled={showsSeen === undefined}
          onChange={(event) => showSeen(client, event.target.checked)}
          aria-describedby="shows-seen"
        />
        <p id="shows-seen" className="ll-meta">
          It goes both ways: while you hide it, you don’t see who has seen messages either. What you read in the
          meantime is not shown later. On all your devices.
        </p>
      </div>
      {query.isError && !offline && showsSeen === undefined ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : null}
      <p className="ll-meta" role="status">
        {offline
          ? showsSeen === undefined
            ? 'What you chose is not on this device yet. It needs a connection.'
            : 'Others see a change once you’re online.'
          : null}
      </p>
    </section>
  );
}
