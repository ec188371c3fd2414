// What can be done with a message, for the menu behind its tools; fetched when it is opened for the first time.
import { BellDot, Copy, Forward, History, Link, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import type { Message } from '#contract/chat.ts';
import type { MenuAction, MenuGroup } from '#src/kit/ui/overlay/menu.tsx';
import type { MessageActions } from '../components/message/message-actions.ts';

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
  const about = [
    // What was forwarded are somebody else's words.
    ...(own && !failed && !message.forwarded ? [item('Edit', Pencil, actions.edit)] : []),
    ...(sent ? [item('Forward', Forward, actions.forward)] : []),
    ...(sent ? [message.pinned ? item('Unpin', PinOff, actions.pin) : item('Pin', Pin, actions.pin)] : []),
    ...(sent ? [item('Mark unread from here', BellDot, actions.markUnread)] : []),
  ];
  const take = [
    item('Copy text', Copy, actions.copy),
    ...(sent ? [item('Copy link', Link, actions.copyLink)] : []),
    ...(message.edited_at ? [item('Earlier versions', History, actions.history)] : []),
  ];
  const away = sent && (own || moderates) ? [item('Delete', Trash2, actions.remove, true)] : [];
  return [about, take, away].filter((items) => items.length).map((items) => ({ items }));
}
