// The choice of a reaction: eight usual ones at once, all others a click further. Fetched when it is first asked for.
import { type ReactNode, useState } from 'react';
import { EmojiPopover } from '#src/kit/editor/emoji/emoji-popover.tsx';
import { Popover } from '#src/kit/editor/popover/popover.tsx';
import { ReactionBar } from './reaction-bar.tsx';

export interface ReactionChoiceProps {
  /** The button that opened it. */
  anchor: Element;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** Open as long as it is rendered. */
export function ReactionChoice({ anchor, onPick, onClose }: ReactionChoiceProps): ReactNode {
  const [all, setAll] = useState(false);
  if (all) return <EmojiPopover anchor={anchor} onPick={onPick} onClose={onClose} />;
  return (
    <Popover
      beside={() => anchor.getBoundingClientRect()}
      within={anchor}
      label="Add reaction"
      className="ll-quick-pop"
      onClose={onClose}
    >
      <ReactionBar onPick={onPick} onMore={() => setAll(true)} />
    </Popover>
  );
}
