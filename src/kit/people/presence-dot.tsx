// Presence, told by shape as well as by colour: filled, filled with a bar, a ring.
import './people.css';

/** The specification's three (section 3, `auto_status`). */
export type Presence = 'Available' | 'Busy' | 'Appear Offline';

export interface PresenceDotProps {
  presence: Presence;
  /** Says it to assistive tools as well; where the word stands beside it, it does not have to. Default true. */
  spoken?: boolean;
}

/** Sits at the corner of an avatar, or inline. Do not draw it while offline. */
export function PresenceDot({ presence, spoken = true }: PresenceDotProps) {
  return (
    <span className="ll-presence" data-presence={presence}>
      {spoken ? <span className="ll-hidden-text">{presence}</span> : null}
    </span>
  );
}
