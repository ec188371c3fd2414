// What the tools of a message do. What takes a step more (an answer, a dialog) is handed on as `Asked`.
import { useEffect, useMemo, useRef } from 'react';
import type { Address, Message } from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useClient } from '#src/realtime/hooks.ts';
import type { MessageActions } from '../components/message/message-actions.ts';
import type { ShownMessage } from '../components/rows/rows.ts';
import * as write from '../mutations.ts';

const sayIfTooLate = (done: boolean): void => {
  if (!done) showToast({ text: 'It is on its way already.' });
};

const marking = () => import('../message-parts/marking.ts');

/** What was asked of a message and is not done in one step. */
export type Asked = { readonly kind: 'reply' | 'forward' | 'history' | 'seen'; readonly message: Message };

export interface ActionsOf {
  address: Address;
  setEditing: (message_id: string) => void;
  setAsked: (asked: Asked) => void;
  /** Where threads can be opened. */
  openThread?: (root_id: string) => void;
  /** Set while what is on the screen must not count as read. */
  heldRef: { current: boolean };
  /** The messages of the conversation on this device. */
  known: readonly ShownMessage[];
}

/** The same object as long as the conversation is, so that no row is drawn again for it. */
export function useMessageActions({
  address,
  setEditing,
  setAsked,
  openThread,
  heldRef,
  known,
}: ActionsOf): MessageActions {
  const client = useClient();
  const here = useRef(known);
  useEffect(() => {
    here.current = known;
  });
  return useMemo(
    () => ({
      toggleReaction: (message, emoji) => write.toggleReaction(client, address, message, emoji),
      edit: (message) => setEditing(message.message_id),
      remove: (message) => {
        const { undo, through } = write.remove(client, address, message);
        showToast({
          text: 'Message deleted',
          action: { label: 'Undo', run: () => void undo().then(sayIfTooLate) },
          onEnd: (end) => end !== 'action' && void through(),
        });
      },
      copy: (message) => void copyText(message.body ? plainText(message.body) : '', 'Copied'),
      copyLink: (message) =>
        void marking().then(({ messageUrl }) => copyText(messageUrl(address, message), 'Link copied')),
      reply: (message) => setAsked({ kind: 'reply', message }),
      ...(openThread && { thread: (message: Message) => openThread(message.message_id) }),
      forward: (message) => setAsked({ kind: 'forward', message }),
      history: (message) => setAsked({ kind: 'history', message }),
      seenBy: (message) => setAsked({ kind: 'seen', message }),
      pin: (message) => void marking().then(({ togglePin }) => togglePin(client, address, message)),
      save: (message) => void import('../later/saved/saving.ts').then((part) => part.toggleSaved(client, message)),
      markUnread: (message) => {
        heldRef.current = true;
        const known = here.current.map((one) => one.message);
        void marking().then(({ markUnread }) => markUnread(client, message, known));
        showToast({ text: 'Marked unread' });
      },
      removePreview: (message, url) =>
        void import('../message-parts/previews/remove-preview.ts').then((part) =>
          part.removePreview(client, address, message, url),
        ),
      retry: (message) => void client.outbox.retry(message.message_id),
      discard: (message) => void client.outbox.discard(message.message_id).then(sayIfTooLate),
    }),
    [client, address, setEditing, setAsked, openThread, heldRef],
  );
}
