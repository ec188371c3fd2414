// The light that falls on what is missing: empty states and the system screens. Nowhere else (design.md, principle 1).
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';

/** A lamp, its cone, and an icon standing in it. Decorative. Works with and without the theme root. */
export function Beam({ icon: Icon, className }: { icon: LucideIcon; className?: string }) {
  const id = useId();
  return (
    <svg className={classNames('ll-beam', className)} viewBox="0 0 190 165" width="132" aria-hidden="true">
      <defs>
        <linearGradient id={id} x2="0" y2="1">
          <stop stopColor="var(--ll-beam-light, var(--sys-spot))" stopOpacity=".85" />
          <stop offset="1" stopColor="var(--ll-beam-light, var(--sys-spot))" stopOpacity=".16" />
        </linearGradient>
      </defs>
      <ellipse cx="95" cy="145" rx="94" ry="19" fill="var(--ll-beam-light, var(--sys-spot))" opacity=".34" />
      <path d="M79 12h32l62 130a78 15 0 0 1-156 0z" fill={`url(#${id})`} />
      <rect x="75" y="0" width="40" height="14" rx="7" fill="var(--ll-beam-lamp, var(--sys-text))" />
      <rect x="61" y="68" width="68" height="68" rx="21" fill="var(--ll-beam-tile, var(--sys-tile))" />
      <Icon x="78" y="85" width="34" height="34" strokeWidth={1.9} color="var(--ll-beam-mark, var(--sys-spot))" />
    </svg>
  );
}
