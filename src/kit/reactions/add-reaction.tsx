// The button that adds a reaction: eight usual ones at once, all others a click further.
import { SmilePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmojiPopover } from '#src/kit/editor/emoji/emoji-popover.tsx';
import { Popover } from '#src/kit/editor/popover/popover.tsx';
import { ToolButton } from '#src/kit/editor/tools/tool-button.tsx';
import { ReactionBar } from './reaction-bar.tsx';
import './reactions.css';

export interface AddReactionProps {
  onPick: (emoji: string) => void;
  /** `chip` stands in the row of reactions, `tool` in a message's tools. Default `tool`. */
  look?: 'tool' | 'chip';
}

/** Opens the quick reactions. The focus comes back to the button. */
export function AddReaction({ onPick, look = 'tool' }: AddReactionProps): ReactNode {
  const [open, setOpen] = useState<{ what: 'quick' | 'all'; anchor: Element } | null>(null);
  const close = () => setOpen(null);
  const pick = (emoji: string) => {
    close();
    onPick(emoji);
  };
  return (
    <>
      <ToolButton
        className={look === 'chip' ? 'll-reaction-add' : ''}
        icon={SmilePlus}
        label="Add reaction"
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onClick={(event) => setOpen(open ? null : { what: 'quick', anchor: event.currentTarget })}
      />
      {open?.what === 'quick' && (
        <Popover
          beside={() => open.anchor.getBoundingClientRect()}
          within={open.anchor}
          label="Add reaction"
          className="ll-quick-pop"
          onClose={close}
        >
          <ReactionBar onPick={pick} onMore={() => setOpen({ what: 'all', anchor: open.anchor })} />
        </Popover>
      )}
      {open?.what === 'all' && <EmojiPopover anchor={open.anchor} onPick={pick} onClose={close} />}
    </>
  );
}
