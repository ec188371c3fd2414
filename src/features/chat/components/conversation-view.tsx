// One open conversation: head, messages, typing, composer; details beside it. Puts the parts together, draws none of them.
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Entry, type Message, unreadOf } from '#contract/chat.ts';
import { allows } from '#contract/spaces/space-role.ts';
import { ApiError } from '#src/api/errors.ts';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { wantsToWrite } from '#src/kit/ui/hooks/wants-to-write.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { addressKey, defaultSubSpaceId, isReadOnly } from '../address.ts';
import { useEntry, useIsListed } from '../hooks/use-conversations.ts';
import { useLinkedMessage } from '../hooks/use-linked-message.ts';
import { type Asked, rarer, useMessageActions } from '../hooks/use-message-actions.ts';
import { useReading } from '../hooks/use-reading.ts';
import { useSeen } from '../hooks/use-seen.ts';
import { useThreadPlace } from '../hooks/use-thread-place.ts';
import { ConversationHead } from './conversation-head.tsx';
import { EditField } from './edit-field.tsx';
import { MessageRow } from './message/message-row.tsx';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import { lastToEdit, rowsOf } from './rows/rows.ts';
import { TypingLine } from './typing-line.tsx';
import './chat.css';

const MessageDialog = lazyPart(() => import('../message-parts/message-dialog.tsx'), 'MessageDialog');
const Beginning = lazyPart(() => import('../reading/conversation-beginning.tsx'), 'Beginning');
const GoneConversation = lazyPart(() => import('../reading/blank/gone-conversation.tsx'), 'GoneConversation');
/** For who listens: nothing of it is seen, so it may come after what is. */
const Announcer = lazyPart(() => import('../reading/announcer.tsx'), 'Announcer');
const ThreadPane = lazyPart(() => import('../threads/thread-pane.tsx'), 'ThreadPane');
const AboutPane = lazyPart(() => import('../about/about-pane.tsx'), 'AboutPane');

export interface ConversationViewProps {
  entity_type: Entry['entity_type'];
  entity_id: string;
  sub_space_id: string | undefined;
}

export function ConversationView({ entity_type, entity_id, sub_space_id }: ConversationViewProps) {
  const entry = useEntry({ entity_type, entity_id });
  const isListed = useIsListed();
  // One conversation, one key: the default sub-space goes by the short address.
  const sub = sub_space_id === defaultSubSpaceId(entry) ? undefined : sub_space_id;
  const address = useMemo(
    () => ({ entity_type, entity_id, ...(sub ? { sub_space_id: sub } : {}) }),
    [entity_type, entity_id, sub],
  );
  const wanted = sub ?? defaultSubSpaceId(entry);
  const state = entry?.conversations.find((one) => entity_type !== 'space' || one.sub_space_id === wanted);
  const client = useClient();
  const people = useDirectory();
  const naming = useDirectoryPending();
  const [editing, setEditing] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const [wantsAbout, setAbout] = useState(false);
  const thread = useThreadPlace();
  const about = wantsAbout && !thread.id;
  const toggleAbout = () => {
    thread.close();
    setAbout(!about);
  };
  useShortcut('.', toggleAbout, { mod: true });
  const self_id = client.context.self;
  const held = useRef(false);
  const seen = useSeen(state, held);
  const { newAfter } = seen;
  const link = useLinkedMessage();
  const reading = useReading({
    address,
    seenSeq: state?.seen_seq ?? null,
    listed: state !== undefined || isListed,
    newAfter,
    late: seen.late,
    link: thread.id ? undefined : link,
  });
  const { run: messages, latest, online } = reading;
  const rows = useMemo(
    () => rowsOf({ messages: messages.shown, newAfter, self_id, online }),
    [messages.shown, newAfter, self_id, online],
  );
  const nameOf = useCallback((id: string) => personName(people, id), [people]);
  const readOnly = isReadOnly(address, entry);
  const answer = useRef<(message: Message) => void>(null);
  const actions = useMessageActions({
    address,
    setEditing,
    setAsked,
    answerRef: answer,
    readOnly,
    openThread: readOnly ? undefined : thread.open,
    heldRef: held,
    known: messages.shown,
  });

  const editLast = () => {
    const last = lastToEdit(latest.shown, self_id);
    if (readOnly || !last) return;
    reading.go({ ...last, kind: 'edit' });
    setEditing(last.message_id);
  };
  useShortcut('e', editLast);
  const editLastRef = useRef(editLast);
  useEffect(() => {
    editLastRef.current = editLast;
  });
  const onEditLast = useCallback(() => editLastRef.current(), []);
  const refused = latest.error instanceof ApiError && latest.error.status === 404;
  // Of a space one is still in, the sub-space alone.
  const place = entry ? addressKey(address) : `${entity_type}/${entity_id}`;
  if (refused) return <GoneConversation entityType={entity_type} entityId={entity_id} place={place} />;
  const person = entity_type === 'employee' ? people.get(entity_id) : undefined;
  const editorOf = (message: Message) =>
    editing === message.message_id && message.body ? (
      <EditField
        message={message}
        kind={entity_type}
        onDone={() => setEditing(undefined)}
        onSave={(body) => rarer().then((part) => part.edit(client, address, message, body))}
      />
    ) : null;

  return (
    <div className="ll-chat" data-about={about ? '' : undefined} data-thread={thread.id ? '' : undefined}>
      <section className="ll-chat-main" aria-label="Conversation">
        <ConversationHead
          entityType={entity_type}
          entityId={entity_id}
          entry={entry}
          person={person}
          about={about}
          onAbout={toggleAbout}
        />
        {messages.isPending || (messages.data && naming) ? (
          <div className="ll-log-frame">
            <SkeletonRows label="messages" rows={6} size={40} />
          </div>
        ) : null}
        {messages.error ? (
          <div className="ll-log-frame">
            <ErrorCard onRetry={messages.retry} />
          </div>
        ) : null}
        {messages.data && !naming ? (
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
              <Suspense>
                <Beginning
                  missing={messages.missing}
                  entry={entry}
                  person={person}
                  subSpaceId={wanted}
                  first={messages.data?.items[0]?.seq}
                />
              </Suspense>
            }
            renderMessage={({ shown, first }) => (
              <MessageRow
                shown={shown}
                first={first}
                look={entity_type === 'employee' ? 'bubbles' : 'rows'}
                self_id={self_id}
                sender={people.get(shown.message.sender_id)}
                moderates={!!entry?.space && allows(entry.space, 'delete_messages')}
                nameOf={nameOf}
                actions={actions}
                editor={editorOf(shown.message)}
              />
            )}
          />
        ) : null}
        <TypingLine conversation_id={state?.conversation_id} nameOf={nameOf} />
        <MessageComposer
          key={addressKey(address)}
          address={address}
          conversation_id={state?.conversation_id}
          entry={entry}
          person={person}
          onEditLast={onEditLast}
          answerRef={answer}
          nameOf={nameOf}
          autoFocus={!link && wantsToWrite()}
        />
        {asked ? (
          <Suspense>
            <MessageDialog asked={asked} onClose={() => setAsked(undefined)} />
          </Suspense>
        ) : null}
        <Suspense>
          <Announcer
            shown={latest.shown}
            known={latest.data !== undefined && !latest.missing}
            self_id={self_id}
            nameOf={nameOf}
          />
        </Suspense>
      </section>
      {thread.id ? (
        <aside className="ll-chat-about" aria-label="Thread">
          <Suspense>
            <ThreadPane key={thread.id} root_id={thread.id} beside={address} link={link} onClose={thread.close} />
          </Suspense>
        </aside>
      ) : null}
      {about && (entry || person) ? (
        <aside className="ll-chat-about" aria-label="About this conversation">
          {/* A boundary of its own: the page around it must not go, and the focus with it, while this loads. */}
          <Suspense>
            <AboutPane
              entry={entry}
              address={address}
              conversation_id={state?.conversation_id}
              onClose={() => setAbout(false)}
            />
          </Suspense>
        </aside>
      ) : null}
    </div>
  );
}
