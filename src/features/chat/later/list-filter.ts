// The menu above the list of conversations: which of them are shown, and what is done with all of them.
import { CheckCheck } from 'lucide-react';
import type { MenuGroup } from '#src/kit/ui/overlay/menu-items.ts';
import type { Client } from '#src/realtime/client.ts';
import type { ListRow } from '../components/rows/list-rows.ts';
import { markAllRead } from '../message-parts/mutations.ts';

interface Filter {
  client: Client;
  rows: readonly ListRow[];
  unreadOnly: boolean;
  onUnreadOnly: (is: boolean) => void;
}

export function choicesOf({ client, rows, unreadOnly, onUnreadOnly }: Filter): MenuGroup[] {
  const isUnread = rows.some(({ unread }) => unread > 0);
  return [
    {
      label: 'Show',
      items: [
        { label: 'All conversations', checked: !unreadOnly, onSelect: () => onUnreadOnly(false) },
        { label: 'Unread only', checked: unreadOnly, onSelect: () => onUnreadOnly(true) },
      ],
    },
    {
      items: [
        {
          label: 'Mark all as read',
          icon: CheckCheck,
          keys: '⇧Esc',
          onSelect: () => markAllRead(client),
          ...(!isUnread && { unavailable: 'Nothing is unread' }),
        },
      ],
    },
  ];
}
