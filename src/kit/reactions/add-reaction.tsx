// The button that adds a reaction. What it opens is in reaction-choice.tsx.
import { SmilePlus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ToolButton } from '#src/kit/editor/tools/tool-button.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import './reactions.css';

const ReactionChoice = lazyPart(() => import('./reaction-choice.tsx'), 'ReactionChoice');

export interface AddReactionProps {
  onPick: (emoji: string) => void;
  /** `chip` stands in the row of reactions, `tool` in a message's tools. Default `tool`. */
  look?: 'tool' | 'chip';
}

/** Opens the quick reactions. The focus comes back to the button. */
export function AddReaction({ onPick, look = 'tool' }: AddReactionProps): ReactNode {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <ToolButton
        className={look === 'chip' ? 'll-reaction-add' : ''}
        icon={SmilePlus}
        label="Add reaction"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void ReactionChoice.preload()}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor ? (
        <Suspense>
          <ReactionChoice
            anchor={anchor}
            onClose={close}
            onPick={(emoji) => {
              close();
              onPick(emoji);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
