// A small label: a state, a filter, a value, points. Its text says it all; the colour only helps.
import type { ReactNode } from 'react';
import './badge.css';

export type ChipTone = 'neutral' | 'outline' | 'selected' | 'points' | 'ink' | 'ok' | 'warn' | 'danger';

export interface ChipProps {
  /** Default `neutral`. */
  tone?: ChipTone;
  children: ReactNode;
}

export function Chip({ tone = 'neutral', children }: ChipProps) {
  return (
    <span className="ll-chip" data-tone={tone}>
      {children}
    </span>
  );
}
