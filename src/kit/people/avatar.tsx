// A person's or a space's picture, or the initials on a colour that stays the same everywhere.
import { useState } from 'react';
import { avatarColour, initialsOf } from '../ui/format/names.ts';
import './avatar-colours.css';
import './people.css';
import type { Presence } from '#contract/sync.ts';
import { PresenceDot } from './presence-dot.tsx';

export interface AvatarProps {
  /** Full name: picks initials and colour. */
  name: string;
  /** A broken or missing picture falls back to the initials. */
  src?: string | null | undefined;
  /** px. Default 40. */
  size?: number;
  /** Undefined draws nothing: for spaces, and while we are offline and do not know. */
  presence?: Presence | undefined;
  /** `round` for people (default), `square` for spaces. */
  shape?: 'round' | 'square';
  /** Instead of initials: a space's emoji. */
  emoji?: string | undefined;
}

/** Decorative: the name always stands beside it, or on the link around it. */
export function Avatar({ name, src, size = 40, presence, shape = 'round', emoji }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const picture = src && src !== broken ? src : undefined;
  return (
    <span className="ll-avatar" data-shape={shape} style={{ '--ll-avatar': `${size}px` }}>
      <span className="ll-avatar-face" data-avatar={picture ? undefined : avatarColour(name)} aria-hidden="true">
        {picture ? (
          <img
            src={picture}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(picture)}
          />
        ) : (
          (emoji ?? initialsOf(name))
        )}
      </span>
      {presence ? <PresenceDot presence={presence} /> : null}
    </span>
  );
}
