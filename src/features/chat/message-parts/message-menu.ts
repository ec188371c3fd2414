// What can be done with a message, for the menu behind its tools; fetched when it is opened for the first time.
import {
  BellDot,
  Bookmark,
  BookmarkX,
  Copy,
  Eye,
  Forward,
  History,
  Link,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import type { Message } from '#contract/chat.ts';
import type { MenuAction, MenuGroup } from '#src/kit/ui/overlay/menu-items.ts';
import { app } from '#src/realtime/app.ts';
import type { MessageActions } from '../components/message/message-actions.ts';

import { isSaved } from '../later/saved/saving.ts';

export interface MenuOf {
  readonly message: Message;
  /** The server has it. */
  readonly sent: boolean;
  /** The server refused it. */
  readonly failed: boolean;
  readonly own: boolean;
  /** May take away other people's messages. */
  readonly moderates: boolean;
}

/** Only what can be done now; nothing of it can be refused for what is known here. */
export function messageMenu({ message, sent, failed, own, moderates }: MenuOf, actions: MessageActions): MenuGroup[] {
  const item = (label: string, icon: MenuAction['icon'], act: (message: Message) => void, danger = false) => ({
    label,
    ...(icon && { icon }),
    onSelect: () => act(message),
    danger,
  });
  const writes = !actions.readOnly;
  const about = [
    // What was forwarded are somebody else's words.
    ...(writes && own && !failed && !message.forwarded ? [item('Edit', Pencil, actions.edit)] : []),
    ...(!failed && actions.thread ? [item('Reply in thread', MessageSquareText, actions.thread)] : []),
    ...(sent ? [item('Forward', Forward, actions.forward)] : []),
    // What is pinned is listed with the conversation, without its threads.
    ...(sent && actions.thread
      ? [message.pinned ? item('Unpin', PinOff, actions.pin) : item('Pin', Pin, actions.pin)]
      : []),
    ...(sent
      ? [
          savedNow(message)
            ? item('Remove from saved', BookmarkX, actions.save)
            : item('Save for later', Bookmark, actions.save),
        ]
      : []),
    ...(sent && actions.markUnread ? [item('Mark unread from here', BellDot, actions.markUnread)] : []),
  ];
  const take = [
    item('Copy text', Copy, actions.copy),
    ...(sent ? [item('Copy link', Link, actions.copyLink)] : []),
    ...(writes && sent ? [item('Seen by…', Eye, actions.seenBy)] : []),
    ...(message.edited_at ? [item('Earlier versions', History, actions.history)] : []),
  ];
  const away = writes && sent && (own || moderates) ? [item('Delete', Trash2, actions.remove, true)] : [];
  return [about, take, away].filter((items) => items.length).map((items) => ({ items }));
}

const savedNow = ({ message_id }: Message): boolean => {
  const { client } = app.state;
  return client !== null && isSaved(client, message_id);
};
