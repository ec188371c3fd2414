// The keys of chat as a whole: from conversation to conversation, from sub-space to sub-space, and to the reactions of the
// message that has the focus.
import { useNavigate, useParams } from '@tanstack/react-router';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { conversationLink } from '../address.ts';
import { counts, type ListRow } from '../components/rows/list-rows.ts';
import { useConversations } from '../hooks/use-conversations.ts';

export function ChatKeys({ rows }: { rows: readonly ListRow[] }) {
  const navigate = useNavigate();
  const client = useClient();
  const { entity_type, entity_id, sub_space_id } = useParams({ strict: false });
  const { entries } = useConversations();

  /** Round at the ends; without an open conversation from the top. */
  const step = (by: 1 | -1, wanted: (row: ListRow) => boolean) => {
    const open = rows.findIndex((row) => row.entity_type === entity_type && row.entity_id === entity_id);
    const from = open < 0 && by < 0 ? 0 : open;
    for (let n = 1; n <= rows.length; n++) {
      const row = rows[(from + by * n + rows.length * 2) % rows.length];
      if (row && wanted(row)) return void navigate(conversationLink(row, true));
    }
  };
  useShortcut('arrowdown', () => step(1, () => true), { alt: true });
  useShortcut('arrowup', () => step(-1, () => true), { alt: true });
  useShortcut('arrowdown', () => step(1, counts), { alt: true, shift: true });
  useShortcut('arrowup', () => step(-1, counts), { alt: true, shift: true });

  useShortcut('escape', () => void import('../message-parts/mutations.ts').then((part) => part.markAllRead(client)), {
    shift: true,
  });

  const stepSubSpace = (by: 1 | -1) => {
    const space = entries.find((entry) => entry.entity_type === 'space' && entry.entity_id === entity_id)?.space;
    const subs = space?.sub_spaces.filter(({ archived_at }) => !archived_at) ?? [];
    const open = subs.findIndex((sub) => (sub_space_id ? sub.sub_space_id === sub_space_id : sub.is_default));
    const next = subs[open + by];
    if (space && open >= 0 && next)
      void navigate(
        conversationLink(
          { entity_type: 'space', entity_id: space.space_id, sub_space_id: next.sub_space_id },
          next.is_default,
        ),
      );
  };
  useShortcut('[', () => stepSubSpace(-1));
  useShortcut(']', () => stepSubSpace(1));

  useShortcut('+', () => {
    const message = document.activeElement?.closest<HTMLElement>('[data-message]');
    message?.querySelector<HTMLElement>('button[aria-label="Add reaction"]')?.click();
  });
  return null;
}
