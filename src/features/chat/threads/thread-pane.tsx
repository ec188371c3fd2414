// A thread, beside its conversation or beside the list of threads: its root, what was answered, a field for more. Puts the parts
// of a conversation together once more; draws none of them.
import { MessageSquareOff } from 'lucide-react';
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type EntryAddress, type Message, unreadOf } from '#contract/chat.ts';
import { allows } from '#contract/spaces/space-role.ts';
import { ApiError } from '#src/api/errors.ts';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dayKey } from '#src/kit/ui/format/dates.ts';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { addressKey } from '../address.ts';
import { EditField } from '../components/edit-field.tsx';
import { MessageRow } from '../components/message/message-row.tsx';
import { MessageComposer } from '../components/message-composer.tsx';
import { MessageList } from '../components/message-list.tsx';
import { lastToEdit, rowsOf } from '../components/rows/rows.ts';
import { TypingLine } from '../components/typing-line.tsx';
import type { LinkedMessage } from '../hooks/use-linked-message.ts';
import { type Asked, rarer, useMessageActions } from '../hooks/use-message-actions.ts';
import { useReading } from '../hooks/use-reading.ts';
import { useSeen } from '../hooks/use-seen.ts';
import { closesByEscape, useFocusInside, useGivesWay } from '../hooks/use-side-pane.ts';
import { messagesKey } from '../live/keys.ts';
import { messageErrorText } from '../messages.ts';
import { Announcer } from '../reading/announcer.tsx';
import { useAlso } from './also-send.tsx';
import { setFollowing } from './following.ts';
import { ThreadHead } from './thread-head.tsx';
import { repliesText } from './thread-line.tsx';
import { useRoot } from './use-root.ts';
import { useThreads } from './use-threads.ts';
import './thread-pane.css';

const UnsentHere = lazyPart(() => import('../later/refused/unsent-here.tsx'), 'UnsentHere');
const MessageDialog = lazyPart(() => import('../message-parts/message-dialog.tsx'), 'MessageDialog');

export interface ThreadPaneProps {
  root_id: string;
  /** The conversation that it was opened from, if it was. */
  beside?: EntryAddress;
  /** A message of the thread. */
  link: LinkedMessage | undefined;
  onClose: () => void;
}

export function ThreadPane({ root_id, beside, link, onClose }: ThreadPaneProps) {
  const client = useClient();
  const people = useDirectory();
  const naming = useDirectoryPending();
  const { desktop } = useMediaRange();
  const self_id = client.context.self;
  const { items, query } = useThreads();
  const state = items.find(({ root }) => root.message_id === root_id)?.state;
  const address = useMemo(() => ({ entity_type: 'thread', entity_id: root_id }) as const, [root_id]);
  const held = useRef(false);
  const seen = useSeen(state, held);
  const { newAfter } = seen;
  const reading = useReading({
    address,
    seenSeq: null,
    listed: state !== undefined || !query.isPending,
    newAfter,
    late: seen.late,
    link,
  });
  const { run, latest, online } = reading;
  const { root, home } = useRoot(root_id, latest.data, beside);
  const also = useAlso(home, root?.message);
  const [editing, setEditing] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const answer = useRef<(message: Message) => void>(null);
  const began = root?.message.created_at;
  const rows = useMemo(() => {
    const [first, ...rest] = rowsOf({ messages: run.shown, newAfter, self_id, online });
    if (!first) return [];
    // The day of the root stands with the root.
    return began && first.kind === 'day' && dayKey(first.at) === dayKey(began) ? rest : [first, ...rest];
  }, [run.shown, newAfter, self_id, began, online]);
  const nameOf = useCallback((id: string) => personName(people, id), [people]);
  const shared = { setEditing, setAsked, answerRef: answer, heldRef: held, known: run.shown };
  const all = useMessageActions({ address, ...shared });
  const followed = state !== undefined;
  // Who does not follow it has no marker in it.
  const actions = useMemo(() => {
    const { markUnread, ...rest } = all;
    return followed && markUnread ? { ...rest, markUnread } : rest;
  }, [all, followed]);
  const atRoot = useMessageActions({ address: home?.address ?? address, ...shared });
  const rootActions = useMemo(() => {
    const { markUnread: _, ...rest } = atRoot;
    return { ...rest, reply: () => document.querySelector<HTMLElement>('.ll-thread [contenteditable=true]')?.focus() };
  }, [atRoot]);
  const pane = useRef<HTMLElement>(null);
  useFocusInside(pane, !desktop);
  useGivesWay(pane, !desktop && beside !== undefined, onClose);
  useHealed(root_id, followed, query.isPending);
  const waits = root?.delivery === 'queued';
  useRetried(waits, latest.error, latest.retry);

  const person = home?.entry.entity_type === 'employee' ? people.get(home.entry.entity_id) : undefined;
  const space = home?.entry.space;
  const moderates = !!space && allows(space, 'delete_messages');
  const conversation_id = latest.data?.conversation_id ?? undefined;
  const replies = root?.message.thread?.replies;
  const gone = latest.error instanceof ApiError && latest.error.status < 500 && !waits;
  const editorOf = (message: Message, at: typeof address | EntryAddress) =>
    editing === message.message_id && message.body ? (
      <EditField
        message={message}
        kind={home?.entry.entity_type}
        onDone={() => setEditing(undefined)}
        onSave={(body) => rarer().then((part) => part.edit(client, at, message, body))}
      />
    ) : null;
  const editLast = () => {
    const last = lastToEdit(latest.shown, self_id);
    if (!last) return;
    reading.go({ ...last, kind: 'edit' });
    setEditing(last.message_id);
  };
  const follow = () => {
    if (root && home && latest.data && conversation_id)
      setFollowing(client, { root: root.message, home, run: latest.data, conversation_id }, !followed);
  };
  const rootRow = root ? (
    <MessageRow
      shown={root}
      first
      look="rows"
      self_id={self_id}
      sender={people.get(root.message.sender_id)}
      moderates={moderates}
      nameOf={nameOf}
      actions={rootActions}
      editor={editorOf(root.message, home?.address ?? address)}
    />
  ) : null;
  return (
    <section ref={pane} className="ll-thread" aria-label="Thread" onKeyDown={closesByEscape(onClose)}>
      <ThreadHead
        root_id={root_id}
        home={home}
        replies={replies}
        following={conversation_id && root && home ? followed : undefined}
        onFollow={follow}
        onClose={onClose}
      />
      {gone ? (
        <div className="ll-lost">
          <EmptyState level={3} icon={MessageSquareOff} title="Not here" text={messageErrorText('MESSAGE_NOT_FOUND')} />
          <Suspense>
            <UnsentHere place={addressKey(address)} />
          </Suspense>
        </div>
      ) : null}
      {!gone && (run.isPending || naming) ? (
        <div className="ll-log-frame">
          <SkeletonRows label="the thread" rows={4} size={40} />
        </div>
      ) : null}
      {run.error && !gone && !waits ? (
        <div className="ll-log-frame">
          <ErrorCard onRetry={run.retry} />
        </div>
      ) : null}
      {(run.data || waits) && !naming && !gone ? (
        <MessageList
          key={reading.place?.view}
          rows={rows}
          goal={reading.place?.goal}
          excuse={reading.place?.excuse}
          older={reading.older}
          newer={reading.newer}
          newAfter={newAfter}
          late={seen.late}
          edited={editing}
          unread={state ? unreadOf(state) : 0}
          onSeen={seen.upTo}
          onRead={seen.all}
          onHalf={reading.onHalf}
          onGoal={reading.go}
          beginning={
            <div className="ll-thread-root">
              {rootRow}
              {run.missing ? (
                <p className="ll-muted ll-thread-note">What was answered is not on this device yet.</p>
              ) : null}
              {replies ? (
                <div className="ll-divider" data-kind="day" role="separator">
                  <span>{repliesText(replies)}</span>
                </div>
              ) : null}
            </div>
          }
          renderMessage={({ shown, first }) => (
            <MessageRow
              shown={shown}
              first={first}
              look="rows"
              self_id={self_id}
              sender={people.get(shown.message.sender_id)}
              moderates={moderates}
              nameOf={nameOf}
              actions={actions}
              editor={editorOf(shown.message, address)}
            />
          )}
        />
      ) : null}
      <TypingLine conversation_id={conversation_id} nameOf={nameOf} />
      {gone ? null : (
        <MessageComposer
          key={addressKey(address)}
          address={address}
          home={home?.address}
          conversation_id={followed ? conversation_id : undefined}
          entry={home?.entry}
          person={person}
          onEditLast={editLast}
          answerRef={answer}
          nameOf={nameOf}
          autoFocus={desktop}
          also={also}
        />
      )}
      {asked ? (
        <Suspense>
          <MessageDialog asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
      <Announcer
        shown={latest.shown}
        known={latest.data !== undefined && !latest.missing}
        self_id={self_id}
        nameOf={nameOf}
      />
    </section>
  );
}

/** Who does not follow a thread hears no edits: what is on the device is read anew when it is opened. */
function useHealed(root_id: string, followed: boolean, pending: boolean): void {
  const { queryClient } = useClient();
  const heal = useEffectEvent(() => {
    const queryKey = messagesKey(`thread/${root_id}`);
    if (!followed && queryClient.getQueryData(queryKey)) void queryClient.invalidateQueries({ queryKey, exact: true });
  });
  useEffect(() => {
    if (!pending) heal();
  }, [pending]);
}

/** The server does not know a message that waits: it is asked again once it does. */
function useRetried(waits: boolean, error: unknown, retry: () => void): void {
  const again = useEffectEvent(() => {
    if (error) retry();
  });
  useEffect(() => {
    if (!waits) again();
  }, [waits]);
}
