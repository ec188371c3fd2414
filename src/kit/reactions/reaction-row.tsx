// The reactions under a message: one chip an emoji, pressed if it is one's own, and the way to add another.
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { reactionLabel, reactionNames } from './labels.ts';
import type { Reaction } from './types.ts';
import './reactions.css';

const AddReaction = lazyPart(() => import('./add-reaction.tsx'), 'AddReaction');

export interface ReactionRowProps {
  /** In the order in which each emoji first came. Those with count 0 are left out. */
  reactions: readonly Reaction[];
  /** A chip was pressed, or an emoji was picked: add the person's reaction, or take it back if it is there. */
  onToggle: (emoji: string) => void;
  /** The chips only tell: no pressing, no adding. */
  readOnly?: boolean;
}

/** Nothing at all without reactions: the first one is added from the message's tools (`AddReaction`). */
export function ReactionRow({ reactions, onToggle, readOnly = false }: ReactionRowProps): ReactNode {
  'use memo';
  const shown = reactions.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="ll-reactions" aria-label="Reactions">
      {shown.map((reaction) => (
        <li key={reaction.emoji}>
          <button
            type="button"
            className="ll-reaction"
            aria-pressed={reaction.mine}
            aria-label={reactionLabel(reaction)}
            data-tip={reactionNames(reaction) || undefined}
            disabled={readOnly}
            onClick={() => onToggle(reaction.emoji)}
          >
            <span className="ll-reaction-emoji" aria-hidden="true">
              {reaction.emoji}
            </span>
            <span aria-hidden="true">{reaction.count}</span>
          </button>
        </li>
      ))}
      {!readOnly && (
        <li>
          <Suspense fallback={<div className="ll-reaction-add" />}>
            <AddReaction look="chip" onPick={onToggle} />
          </Suspense>
        </li>
      )}
    </ul>
  );
}
