// Presence, told by shape as well as by colour: filled, filled with a bar, a ring.
import type { Presence } from '#contract/sync.ts';
import { presenceLabel } from './presence.ts';
import './people.css';

export interface PresenceDotProps {
  presence: Presence;
  /** Says it to assistive tools as well; where the word stands beside it, it does not have to. Default true. */
  spoken?: boolean;
}

/** Sits at the corner of an avatar, or inline. Do not draw it while offline. */
export function PresenceDot({ presence, spoken = true }: PresenceDotProps) {
  return (
    <span className="ll-presence" data-presence={presence}>
      {spoken ? <span className="ll-hidden-text">{presenceLabel(presence)}</span> : null}
    </span>
  );
}
