// Under a message that waits or was refused: why, and what can be done about it.
import { CircleAlert, Clock3 } from 'lucide-react';
import { useState } from 'react';
import { useDelayed } from '#src/kit/ui/hooks/use-delayed.ts';
import { useOnline } from '#src/realtime/hooks.ts';
import type { MessageActions } from '../components/message/message-actions.ts';
import type { ShownMessage } from '../components/rows/rows.ts';
import { messageErrorText } from '../messages.ts';

/** With a connection there is nothing for this long after it was written: what comes and goes again moves what stands around it. */
const PATIENCE_MS = 3_000;

export interface UnsentProps {
  shown: ShownMessage;
  actions: MessageActions;
}

export function Unsent(props: UnsentProps) {
  return props.shown.delivery === 'failed' ? <Failed {...props} /> : <Queued {...props} />;
}

function Failed({ shown, actions }: UnsentProps) {
  return (
    <div className="ll-message-failed" role="alert">
      <CircleAlert size={16} strokeWidth={1.9} aria-hidden="true" />
      <span>Not sent. {messageErrorText(shown.error_code)}</span>
      <button type="button" onClick={() => actions.retry(shown.message)}>
        Try again
      </button>
      <button type="button" onClick={() => actions.discard(shown.message)}>
        Delete
      </button>
    </div>
  );
}

function Queued({ shown, actions }: UnsentProps) {
  const online = useOnline();
  // By the message's own age: the list may draw its row anew at any time.
  const [patience] = useState(() =>
    Math.min(PATIENCE_MS, Date.parse(shown.message.created_at) + PATIENCE_MS - Date.now()),
  );
  const late = useDelayed(patience > 0, patience);
  // Files say themselves how far they are, and can be called off there.
  if (online && (shown.message.attachments?.length || (patience > 0 && !late))) return null;
  return (
    <div className="ll-message-queued">
      <span>
        <Clock3 size={16} strokeWidth={1.9} aria-hidden="true" /> Queued
      </span>
      <button type="button" onClick={() => actions.edit(shown.message)}>
        Edit
      </button>
      <button type="button" onClick={() => actions.discard(shown.message)}>
        Remove
      </button>
    </div>
  );
}
