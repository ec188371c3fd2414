// The dialogs that a message's menu opens: where to forward it (forwarding/), what it said before, who has seen it (seen/).
import { useQuery } from '@tanstack/react-query';
import { history } from '#contract/chat/marks/marks.ts';
import type { Message } from '#contract/chat.ts';
import { RichTextView } from '#src/kit/editor/view/render.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import type { Asked } from '../hooks/use-message-actions.ts';
import { ForwardMessage } from './forwarding/forward-message.tsx';
import { SeenBy } from './seen/seen-by.tsx';
import './message-dialog.css';

export interface MessageDialogProps {
  asked: Asked;
  onClose: () => void;
}

export function MessageDialog({ asked: { kind, message }, onClose }: MessageDialogProps) {
  if (kind === 'seen') return <SeenBy message={message} onClose={onClose} />;
  return kind === 'history' ? (
    <Versions message={message} onClose={onClose} />
  ) : (
    <ForwardMessage message={message} onClose={onClose} />
  );
}

interface About {
  message: Message;
  onClose: () => void;
}

function Versions({ message, onClose }: About) {
  const cutOff = useOffline();
  const { self } = useClient().context;
  const { message_id, edited_at } = message;
  const query = useQuery({
    queryKey: ['chat', 'history', message_id, edited_at],
    queryFn: ({ signal }) => app.call(history, { message_id }, { signal }),
    // Read for a moment: not kept on the device.
    meta: { keep: false },
    gcTime: 0,
  });
  const latest = message.body && edited_at ? [{ body: message.body, at: edited_at }] : [];
  const offline = !query.data && cutOff;
  return (
    <Dialog open onClose={onClose} title="Earlier versions">
      {offline ? <p>Earlier versions are not kept on this device. They can be read once you’re online.</p> : null}
      {query.isPending && !offline ? <SkeletonRows label="earlier versions" rows={2} /> : null}
      {query.isError && !offline ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : null}
      {query.data ? (
        <ol className="ll-versions" reversed>
          {[...query.data.versions, ...latest].toReversed().map(({ body, at }, index) => (
            <li key={at}>
              <p className="ll-meta">
                <time dateTime={at}>{dateAndTime(at)}</time>
                {index === 0 ? ' · as it is now' : null}
              </p>
              <RichTextView doc={body} ground="sheet" selfId={self} />
            </li>
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}
