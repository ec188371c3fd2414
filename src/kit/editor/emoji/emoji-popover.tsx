// The door to the emoji picker: a popover that is there at once and fetches the picker when it opens.
import type { ReactNode } from 'react';
import { createPart, usePart } from '../part.ts';
import { Popover } from '../popover/popover.tsx';
import './emoji.css';

const picker = createPart(() => import('./emoji-picker.tsx'));

export interface EmojiPopoverProps {
  /** The button that opened it. */
  anchor: Element;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** Open as long as it is rendered. Works offline once the app's files are stored. */
export function EmojiPopover({ anchor, onPick, onClose }: EmojiPopoverProps): ReactNode {
  const { part, failed, retry } = usePart(picker);
  return (
    <Popover
      beside={() => anchor.getBoundingClientRect()}
      within={anchor}
      onClose={onClose}
      label="Emoji"
      className="ll-emoji-pop"
      key={part ? 'picker' : 'wait'}
    >
      {part && <part.EmojiPicker onPick={onPick} />}
      {!part && !failed && <p className="ll-emoji-wait">Loading emoji…</p>}
      {failed && (
        <p className="ll-emoji-wait" role="status">
          Emoji didn’t load.{' '}
          <button type="button" className="ll-emoji-retry" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </Popover>
  );
}
