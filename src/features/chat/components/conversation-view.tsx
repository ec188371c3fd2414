// One open conversation: head, messages, typing, composer; details beside it. Puts the parts together, draws none of them.
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Entry, Message } from '#contract/chat.ts';
import { plainText, type RichText } from '#contract/rich-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { Composer } from '#src/kit/editor/composer.tsx';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { addressKey, defaultSubSpaceId } from '../address.ts';
import { useEntry } from '../hooks/use-conversations.ts';
import { useMessages } from '../hooks/use-messages.ts';
import { useNewMark } from '../hooks/use-new-mark.ts';
import * as write from '../mutations.ts';
import { rowsOf } from '../rows/rows.ts';
import { Announcer } from './announcer.tsx';
import { ConversationBeginning, NotKept } from './conversation-beginning.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { GoneConversation } from './gone-conversation.tsx';
import type { MessageActions } from './message/message-actions.ts';
import { MessageRow } from './message/message-row.tsx';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import { TypingLine } from './typing-line.tsx';
import '../chat.css';

const AboutPane = lazyPart(() => import('../about/about-pane.tsx'), 'AboutPane');

export interface ConversationViewProps {
  entity_type: Entry['entity_type'];
  entity_id: string;
  sub_space_id: string | undefined;
}

export function ConversationView({ entity_type, entity_id, sub_space_id }: ConversationViewProps) {
  const entry = useEntry({ entity_type, entity_id });
  // One conversation, one key: the default sub-space goes by the short address.
  const sub = sub_space_id === defaultSubSpaceId(entry) ? undefined : sub_space_id;
  const address = useMemo(
    () => ({ entity_type, entity_id, ...(sub ? { sub_space_id: sub } : {}) }),
    [entity_type, entity_id, sub],
  );
  const wanted = sub ?? defaultSubSpaceId(entry);
  const state = entry?.conversations.find((one) => entity_type === 'employee' || one.sub_space_id === wanted);
  const client = useClient();
  const people = useDirectory();
  const naming = useDirectoryPending();
  const messages = useMessages(address, state?.seen_seq ?? null);
  const [editing, setEditing] = useState<string>();
  const [about, setAbout] = useState(false);
  useShortcut('.', () => setAbout(!about), { mod: true });
  const self_id = client.context.self;
  const mark = useNewMark(state);
  const rows = useMemo(
    () => rowsOf({ messages: messages.shown, newAfter: mark.after, newSince: mark.since, self_id }),
    [messages.shown, mark, self_id],
  );
  const nameOf = useCallback((id: string) => nameIn(people, id), [people]);
  const actions = useActions(address, setEditing);

  const onSeenEnd = useSeen(state);
  const editLast = () => {
    const last = messages.shown.findLast(
      ({ message, delivery }) => message.sender_id === self_id && !message.deleted_at && delivery !== 'failed',
    );
    if (last) setEditing(last.message.message_id);
  };
  const refused = messages.error instanceof ApiError && messages.error.status === 404;
  if (refused) return <GoneConversation entityType={entity_type} />;
  const person = entity_type === 'employee' ? people.get(entity_id) : undefined;
  const editorOf = (message: Message) =>
    editing === message.message_id && message.body ? (
      <EditField
        message={message}
        onDone={() => setEditing(undefined)}
        onSave={(body) => write.edit(client, address, message, body)}
      />
    ) : null;

  return (
    <div className="ll-chat" data-about={about ? '' : undefined}>
      <section className="ll-chat-main" aria-label="Conversation">
        <ConversationHead
          entityType={entity_type}
          entityId={entity_id}
          entry={entry}
          person={person}
          about={about}
          onAbout={() => setAbout(!about)}
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
            rows={rows}
            hasOlder={messages.older.has}
            loadingOlder={messages.older.loading}
            onOlder={messages.older.load}
            onSeenEnd={onSeenEnd}
            beginning={
              messages.missing ? (
                <NotKept />
              ) : (
                <ConversationBeginning entry={entry} person={person} subSpaceId={wanted} self={entity_id === self_id} />
              )
            }
            renderMessage={({ shown, first }) => (
              <MessageRow
                shown={shown}
                first={first}
                look={entity_type === 'employee' ? 'bubbles' : 'rows'}
                self_id={self_id}
                sender={people.get(shown.message.sender_id)}
                moderates={entry?.space?.role === 'admin'}
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
          onEditLast={editLast}
        />
        <Announcer shown={messages.shown} self_id={self_id} nameOf={nameOf} />
      </section>
      {about && (entry || person) ? (
        <aside className="ll-chat-about" aria-label="About this conversation">
          {/* A boundary of its own: the page around it must not go, and the focus with it, while this loads. */}
          <Suspense fallback={null}>
            <AboutPane entry={entry ?? emptyEntry(entity_id)} onClose={() => setAbout(false)} />
          </Suspense>
        </aside>
      ) : null}
    </div>
  );
}

const nameIn = (people: ReturnType<typeof useDirectory>, id: string): string => {
  const person = people.get(id);
  return person ? fullName(person) : 'Former employee';
};

/** Two people who have not written yet. */
const emptyEntry = (entity_id: string): Entry => ({
  entity_type: 'employee',
  entity_id,
  space: null,
  conversations: [],
  latest_message: '',
  latest_message_type: 'text',
  latest_message_time: null,
  unread_message_count: 0,
});

/** The latest message was seen: the marker moves once per message, and never while something unsent stands after it. */
function useSeen(state: Entry['conversations'][number] | undefined): () => void {
  const client = useClient();
  const told = useRef(0);
  return useCallback(() => {
    if (!state || state.last_seq <= state.read_seq || state.last_seq <= told.current) return;
    told.current = state.last_seq;
    write.markRead(client, state.conversation_id, state.last_seq);
  }, [client, state]);
}

const sayIfTooLate = (done: boolean): void => {
  if (!done) showToast({ text: 'It is on its way already.' });
};

function useActions(
  address: Parameters<typeof write.send>[1],
  setEditing: (message_id: string) => void,
): MessageActions {
  const client = useClient();
  return useMemo(
    () => ({
      toggleReaction: (message, emoji) => write.toggleReaction(client, address, message, emoji),
      edit: (message) => setEditing(message.message_id),
      remove: (message) => {
        const { undo } = write.remove(client, address, message);
        showToast({
          text: 'Message deleted',
          ...(client.connection.state.state === 'online'
            ? {}
            : { action: { label: 'Undo', run: () => void undo().then(sayIfTooLate) } }),
        });
      },
      copy: (message) =>
        void navigator.clipboard
          .writeText(message.body ? plainText(message.body) : '')
          .then(() => showToast({ text: 'Copied' })),
      retry: (message) => void client.outbox.retry(message.message_id),
      discard: (message) => void client.outbox.discard(message.message_id).then(sayIfTooLate),
    }),
    [client, address, setEditing],
  );
}

function EditField({
  message,
  onSave,
  onDone,
}: {
  message: Message;
  onSave: (body: RichText) => Promise<void>;
  onDone: () => void;
}) {
  const save = async (body: RichText) => {
    await onSave(body);
    onDone();
  };
  return (
    <Composer mode="edit" value={message.body} onChange={() => undefined} onSubmit={save} onCancel={onDone} autoFocus />
  );
}
