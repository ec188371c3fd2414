// The small bar over a message (hover, focus), and on touch the sheet that a long press opens. What its menu offers is in
// message-parts/message-menu.ts.
import { Ellipsis, MessageSquareText, Reply } from 'lucide-react';
import { AddReaction } from '#src/kit/reactions/add-reaction.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { ShownMessage } from '../rows/rows.ts';
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
  const { thread } = actions;
  const groups = async () => {
    const { messageMenu } = await import('../../message-parts/message-menu.ts');
    return messageMenu({ message, sent, own, moderates, failed: delivery === 'failed' }, actions);
  };
  return (
    <div className="ll-message-tools" role="toolbar" aria-label="Message actions">
      {sent ? (
        <>
          <AddReaction onPick={(emoji) => actions.toggleReaction(message, emoji)} />
          {actions.readOnly ? null : (
            <IconButton icon={Reply} label="Reply" size="small" onClick={() => actions.reply(message)} />
          )}
        </>
      ) : null}
      {thread && delivery !== 'failed' ? (
        <IconButton
          icon={MessageSquareText}
          label="Reply in thread"
          keys="T"
          size="small"
          data-thread=""
          onClick={() => thread(message)}
        />
      ) : null}
      <Menu label="Message actions" groups={groups} align="end">
        {(trigger) => <IconButton icon={Ellipsis} label="More actions" size="small" {...trigger} />}
      </Menu>
    </div>
  );
}
