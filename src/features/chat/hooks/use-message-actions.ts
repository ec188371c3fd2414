// What the tools of a message do. What takes a step more (a dialog) is handed on as `Asked`.
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Address, Message } from '#contract/chat.ts';
import { useClient } from '#src/realtime/hooks.ts';
import type { MessageActions } from '../components/message/message-actions.ts';
import type { ShownMessage } from '../components/rows/rows.ts';
import * as write from '../mutations.ts';

/** The writes that come when they are first used. */
export const rarer = () => import('../message-parts/mutations.ts');
/** Browsers let a page copy for some seconds after the press that asked for it: time enough to fetch this. */
const copying = () => import('../message-parts/copying.ts');

/** What was asked of a message and is not done in one step. */
export type Asked = { readonly kind: 'forward' | 'history' | 'seen'; readonly message: Message };

export interface ActionsOf {
  address: Address;
  setEditing: (message_id: string) => void;
  setAsked: (asked: Asked) => void;
  /** Of the composer (message-composer.tsx): begins an answer. */
  answerRef: RefObject<((message: Message) => void) | null>;
  readOnly?: boolean | undefined;
  /** Where threads can be opened. */
  openThread?: ((root_id: string) => void) | undefined;
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
  answerRef,
  readOnly,
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
      remove: (message) => void rarer().then((part) => part.removeMessage(client, address, message)),
      copy: (message) => void copying().then((part) => part.copyWords(message)),
      copyLink: (message) => void copying().then((part) => part.copyLink(address, message)),
      reply: (message) => answerRef.current?.(message),
      readOnly,
      ...(openThread && { thread: (message: Message) => openThread(message.message_id) }),
      forward: (message) => setAsked({ kind: 'forward', message }),
      history: (message) => setAsked({ kind: 'history', message }),
      seenBy: (message) => setAsked({ kind: 'seen', message }),
      pin: (message) => void rarer().then((part) => part.togglePin(client, address, message)),
      save: (message) => void import('../later/saved/saving.ts').then((part) => part.toggleSaved(client, message)),
      markUnread: (message) => {
        heldRef.current = true;
        const known = here.current.map((one) => one.message);
        void rarer().then((part) => part.markUnread(client, message, known));
      },
      removePreview: (message, url) =>
        void import('../message-parts/previews/remove-preview.ts').then((part) =>
          part.removePreview(client, address, message, url),
        ),
      retry: (message) => void client.outbox.retry(message.message_id),
      discard: (message) => void rarer().then((part) => part.discard(client, message)),
    }),
    [client, address, setEditing, setAsked, answerRef, readOnly, openThread, heldRef],
  );
}
