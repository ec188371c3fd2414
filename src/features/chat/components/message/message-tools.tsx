// The small bar over a message (hover, focus), and on touch the sheet that a long press opens.
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { AddReaction } from '#src/kit/reactions/add-reaction.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Menu, type MenuAction } from '#src/kit/ui/overlay/menu.tsx';
import type { ShownMessage } from '../../rows/rows.ts';
import type { MessageActions } from './message-actions.ts';

export interface MessageToolsProps {
  shown: ShownMessage;
  own: boolean;
  moderates: boolean;
  actions: MessageActions;
}

export function MessageTools({ shown, own, moderates, actions }: MessageToolsProps) {
  const { message, delivery } = shown;
  const sent = delivery === 'sent' || delivery === 'seen';
  const items: MenuAction[] = [{ label: 'Copy text', icon: Copy, onSelect: () => actions.copy(message) }];
  if (own && delivery !== 'failed')
    items.unshift({ label: 'Edit', icon: Pencil, onSelect: () => actions.edit(message) });
  if (sent && (own || moderates))
    items.push({ label: 'Delete', icon: Trash2, danger: true, onSelect: () => actions.remove(message) });
  return (
    <div className="ll-message-tools" role="toolbar" aria-label="Message actions">
      {sent ? <AddReaction onPick={(emoji) => actions.toggleReaction(message, emoji)} /> : null}
      <Menu label="Message actions" groups={[{ items }]} align="end">
        {(trigger) => <IconButton icon={Ellipsis} label="More actions" size="small" {...trigger} />}
      </Menu>
    </div>
  );
}
