// One message as it is read: who, when, what, how far it is on its way. What can be done with it is message-tools.tsx.
import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react';
import { memo, type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react';
import type { Message } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { isBlank } from '#contract/rich-text.ts';
import { RichTextView } from '#src/kit/editor/view/render.tsx';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { ReactionRow } from '#src/kit/reactions/reaction-row.tsx';
import { clock, dateAndTime } from '#src/kit/ui/format/dates.ts';
import { useDelayed } from '#src/kit/ui/hooks/use-delayed.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import type { Delivery, ShownMessage } from '../rows/rows.ts';
import type { MessageActions } from './message-actions.ts';
import { Quote } from './quote.tsx';

const Attachments = lazyPart(() => import('../../message-parts/attachments/attachments.tsx'), 'Attachments');
const Previews = lazyPart(() => import('../../message-parts/previews/previews.tsx'), 'Previews');
/** Few messages have any. */
const MessageMarks = lazyPart(() => import('./message-marks.tsx'), 'MessageMarks');
const MessageTools = lazyPart(() => import('./message-tools.tsx'), 'MessageTools');
/** Few messages have one. */
const ThreadLine = lazyPart(() => import('../../threads/thread-line.tsx'), 'ThreadLine');
/** Few messages ever wait for long. It comes right after the page, because nothing can be fetched when it is needed. */
const Unsent = lazyPart(() => import('../../reading/unsent.tsx'), 'Unsent');

export interface MessageRowProps {
  shown: ShownMessage;
  /** With picture and name above. */
  first: boolean;
  /** Direct conversations are bubbles: own on the right, on the tint. */
  look: 'rows' | 'bubbles';
  self_id: string;
  /** Undefined while the directory does not have them. */
  sender: Person | undefined;
  /** May take away other people's messages. */
  moderates: boolean;
  nameOf: (employee_id: string) => string;
  actions: MessageActions;
  /** The composer instead of the text, while the message is being edited. */
  editor: ReactNode;
}

/** A clock only after this time: what is quick must not flash (design: no mark, then clock, then tick). */
const PATIENCE_MS = 400;

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { shown, first, look, self_id, sender, actions, editor } = props;
  const { message, delivery } = shown;
  const own = message.sender_id === self_id;
  const name = props.nameOf(message.sender_id);
  const nameIn = (id: string) => (id === self_id ? 'You' : props.nameOf(id));
  const bubble = look === 'bubbles';
  // Two thirds of what is drawn of a message, and not to be seen before somebody comes near: in slices, after what is read.
  const [near, setNear] = useState(false);
  const tools = useDeferredValue(true, false) || near;
  const come = () => tools || setNear(true);
  const row = useRef<HTMLElement>(null);
  // The editor, the tools or a reaction may go while they have the focus, or the whole message.
  const focus = useFocusKept({
    next: () => row.current,
    left: () => row.current?.closest<HTMLElement>('[role=log]'),
    returns: editor !== null,
  });
  return (
    <article
      ref={row}
      {...focus}
      onFocus={(event) => {
        come();
        focus.onFocus(event);
      }}
      onPointerEnter={come}
      className="ll-message"
      data-look={look}
      data-own={own ? '' : undefined}
      data-first={first ? '' : undefined}
      data-state={delivery}
      data-message={message.message_id}
      tabIndex={-1}
      aria-label={`${own ? 'You' : name}, ${clock(message.created_at)}${message.scheduled_for ? ', sent late' : ''}`}
    >
      {bubble ? null : (
        <div className="ll-message-side">
          {first ? (
            <Avatar name={name} src={sender?.profile_url} size={40} />
          ) : delivery === 'queued' ? (
            <DeliveryMark delivery={delivery} />
          ) : (
            <Time at={message.created_at} quiet />
          )}
        </div>
      )}
      <div className="ll-message-main">
        {first && !bubble ? (
          <header className="ll-message-head">
            <span className="ll-message-name ll-ellipsis">{name}</span>
            <Time at={message.created_at} />
            {own ? <DeliveryMark delivery={delivery} /> : null}
          </header>
        ) : null}
        {message.pinned || message.forwarded || message.scheduled_for ? (
          <Suspense fallback={<p style={{ height: 20 }} />}>
            <MessageMarks message={message} nameOf={nameIn} />
          </Suspense>
        ) : null}
        {editor ?? (
          <div className="ll-message-body">
            {message.reply_to ? <Quote quote={message.reply_to} name={nameIn(message.reply_to.sender_id)} /> : null}
            {message.attachments?.length ? (
              // A row without any height would never be drawn.
              <Suspense fallback={<p style={{ height: 64 }} />}>
                <Attachments
                  files={message.attachments}
                  onCancel={delivery === 'queued' ? () => actions.discard(message) : undefined}
                />
              </Suspense>
            ) : null}
            {message.attachments?.length && message.body && isBlank(message.body) ? null : (
              <Body shown={shown} self_id={self_id} ground={bubble && own ? 'tint' : 'sheet'} />
            )}
            {bubble ? (
              <footer className="ll-message-foot">
                {message.edited_at && !message.deleted_at ? <span>edited</span> : null}
                <Time at={message.created_at} />
                {own ? <DeliveryMark delivery={delivery} /> : null}
              </footer>
            ) : null}
          </div>
        )}
        {message.previews?.length && !editor ? (
          <Suspense fallback={<p style={{ height: 80 }} />}>
            <Previews
              message={message}
              onRemove={own && !actions.readOnly ? (url) => actions.removePreview(message, url) : undefined}
            />
          </Suspense>
        ) : null}
        {message.reactions.length ? (
          <ReactionRow
            reactions={shownReactions(message, self_id, props.nameOf)}
            onToggle={(emoji) => actions.toggleReaction(message, emoji)}
          />
        ) : null}
        {message.thread?.replies && actions.thread ? (
          <Suspense>
            <ThreadLine thread={message.thread} onOpen={() => actions.thread?.(message)} />
          </Suspense>
        ) : null}
        {delivery === 'failed' || ((shown.refused || delivery === 'queued') && !editor) ? (
          <Suspense>
            <Unsent shown={shown} actions={actions} />
          </Suspense>
        ) : null}
      </div>
      {tools && !message.deleted_at && !editor ? (
        <Suspense>
          <MessageTools shown={shown} own={own} moderates={props.moderates} actions={actions} />
        </Suspense>
      ) : null}
    </article>
  );
});

/** The first few names are enough for a tooltip. */
const shownReactions = ({ reactions }: Message, self_id: string, nameOf: (id: string) => string) =>
  reactions.map(({ emoji, employee_ids }) => ({
    emoji,
    count: employee_ids.length,
    mine: employee_ids.includes(self_id),
    names: employee_ids.slice(0, 12).map((id) => (id === self_id ? 'You' : nameOf(id))),
  }));

function Body({
  shown: { message, pending },
  self_id,
  ground,
}: {
  shown: ShownMessage;
  self_id: string;
  ground: 'tint' | 'sheet';
}) {
  if (message.deleted_at || !message.body) return <p className="ll-muted ll-message-gone">This message was deleted</p>;
  return (
    <div data-pending={pending ? '' : undefined}>
      <RichTextView doc={message.body} ground={ground} selfId={self_id} />
      {message.edited_at ? (
        <span className="ll-meta ll-message-edited" title={dateAndTime(message.edited_at)}>
          {' '}
          (edited)
        </span>
      ) : null}
    </div>
  );
}

function Time({ at, quiet }: { at: string; quiet?: boolean }) {
  return (
    <time
      className="ll-meta ll-digits ll-message-time"
      data-quiet={quiet ? '' : undefined}
      dateTime={at}
      title={dateAndTime(at)}
    >
      {clock(at)}
    </time>
  );
}

const marks = {
  queued: { icon: Clock3, label: 'Queued' },
  sent: { icon: Check, label: 'Sent' },
  seen: { icon: CheckCheck, label: 'Read' },
  failed: { icon: CircleAlert, label: 'Not sent' },
} as const;

function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const late = useDelayed(delivery === 'queued', PATIENCE_MS);
  if (delivery === 'queued' && !late) return <span className="ll-message-mark" />;
  const { icon: Icon, label } = marks[delivery];
  return (
    <span className="ll-message-mark" data-mark={delivery} role="img" aria-label={label} title={label}>
      <Icon size={16} strokeWidth={1.9} aria-hidden="true" />
    </span>
  );
}
