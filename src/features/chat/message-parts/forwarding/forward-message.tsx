// Passing a message on: to whom is chosen first, then something can be said along with it.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Message } from '#contract/chat.ts';
import { docOf, isBlank, richTextLimits } from '#contract/rich-text.ts';
import { linkedDoc } from '#src/kit/editor/plain/addresses.ts';
import { tooLarge } from '#src/kit/editor/sender.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextAreaField } from '#src/kit/ui/controls/text-field.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { isComposing } from '#src/kit/ui/form/composing.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { Quote } from '../../components/message/quote.tsx';
import { ConversationChoice, TargetFace } from '../../components/new/choose-conversation.tsx';
import { addressOf, type Target } from '../../components/new/targets.ts';
import { quoteOf, send } from '../../mutations.ts';
import './forward-message.css';

export interface ForwardMessageProps {
  message: Message;
  onClose: () => void;
}

/** Both wait in the outbox like any message, so it can be done without a connection. */
export function ForwardMessage({ message, onClose }: ForwardMessageProps) {
  const client = useClient();
  const id = useId();
  const [target, setTarget] = useState<Target>();
  const [comment, setComment] = useState('');
  const said = docOf(comment.trim());
  const { body } = message;
  const forward = () => {
    if (!target || !body) return;
    onClose();
    const address = addressOf(target);
    const linked = linkedDoc(comment.trim());
    // One scope of the outbox: what is handed in first is there first.
    if (!isBlank(said)) void send(client, address, tooLarge(linked) ? said : linked);
    void send(client, address, body, { forward_of: message });
    showToast({ text: `Forwarded to ${target.title}` });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={!isBlank(said)}
      title="Forward to"
      className={target ? 'll-forward' : 'll-to'}
      actions={
        target ? (
          <>
            <Button kind="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" form={id}>
              Forward
            </Button>
          </>
        ) : null
      }
    >
      {target ? (
        <form
          id={id}
          className="ll-forward-form"
          onSubmit={(event) => {
            event.preventDefault();
            forward();
          }}
          onKeyDown={submitAtKeys}
        >
          <div className="ll-forward-to">
            <TargetFace target={target} />
            <Button size="small" onClick={() => setTarget(undefined)}>
              Change
            </Button>
          </div>
          <Comment value={comment} onChange={setComment} />
          <Forwarded message={message} />
        </form>
      ) : (
        <ConversationChoice onPick={setTarget} autoFocus />
      )}
    </Dialog>
  );
}

function submitAtKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

interface CommentProps {
  value: string;
  onChange: (value: string) => void;
}

/** It has the focus: who wants to say nothing sends by keys all the same. */
function Comment({ value, onChange }: CommentProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextAreaField
      ref={field}
      label="Add a message"
      hint="Optional. It is sent before what you forward."
      rows={3}
      maxLength={richTextLimits.text}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Forwarded({ message }: Pick<ForwardMessageProps, 'message'>) {
  const people = useDirectory();
  const { self } = useClient().context;
  const { sender_id } = message.forwarded ?? message;
  return <Quote quote={quoteOf(message)} name={sender_id === self ? 'You' : personName(people, sender_id)} />;
}
