// The eight usual reactions in a row, and the way to all others: in the popover of AddReaction, or in a message's sheet on a phone.
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { emojiName } from '#src/kit/editor/emoji/emoji-names.ts';
import { ToolButton } from '#src/kit/editor/tools/tool-button.tsx';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import './reactions.css';

export interface ReactionBarProps {
  onPick: (emoji: string) => void;
  /** The person wants another emoji: open an `EmojiPopover`. */
  onMore: () => void;
}

const quick = ['👍', '❤️', '😂', '🎉', '🙌', '👏', '🔥', '👀'];

/** One tab stop; arrow keys move in it. */
export function ReactionBar({ onPick, onMore }: ReactionBarProps): ReactNode {
  return (
    <div
      className="ll-quick"
      role="toolbar"
      aria-label="Reactions"
      onKeyDown={(event) => moveFocus(event, 'button', 'row')}
    >
      {quick.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          className="ll-quick-one"
          aria-label={emojiName(emoji) ?? emoji}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </button>
      ))}
      <ToolButton className="ll-quick-one" icon={Ellipsis} label="More emoji" tabIndex={-1} onClick={onMore} />
    </div>
  );
}
