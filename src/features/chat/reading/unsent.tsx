// Under a message that waits or was refused, or of which an edit was: why, and what can be done about it.
import { CircleAlert, Clock3 } from 'lucide-react';
import { useState } from 'react';
import type { RichText } from '#contract/rich-text.ts';
import { RichTextView } from '#src/kit/editor/view/render.tsx';
import { useDelayed } from '#src/kit/ui/hooks/use-delayed.ts';
import { useClient, useOnline, useWaiting } from '#src/realtime/hooks.ts';
import { keepEdit } from '../components/edit-field.tsx';
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
  const { delivery, refused } = props.shown;
  if (delivery === 'failed') return <Failed {...props} />;
  return refused ? <NotChanged {...props} id={refused} /> : <Queued {...props} />;
}

/** What was typed, which is nowhere else. `id`: of its record. */
function NotChanged({ shown: { message }, actions, id }: UnsentProps & { id: string }) {
  const { outbox } = useClient();
  const item = useWaiting().find((one) => one.id === id);
  const { body } = (item?.predicted[0]?.payload ?? {}) as { body?: RichText };
  if (!item || !body) return null;
  const change = () => {
    keepEdit(message.message_id, body);
    actions.edit(message);
  };
  return (
    <div className="ll-message-failed" role="alert">
      <CircleAlert size={16} strokeWidth={1.9} aria-hidden="true" />
      <span style={{ flex: 1 }}>Not changed. {messageErrorText(item.error_code)}</span>
      <div style={{ flexBasis: '100%', color: 'var(--ll-text)', fontWeight: 400 }}>
        <RichTextView doc={body} ground="sheet" />
      </div>
      <button type="button" onClick={() => void outbox.retry(id)}>
        Try again
      </button>
      {message.body && !actions.readOnly ? (
        <button type="button" onClick={change}>
          Edit
        </button>
      ) : null}
      <button type="button" onClick={() => void outbox.discard(id)}>
        Discard
      </button>
    </div>
  );
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
