// Figures with their names, and times and numbers as the operator's pages write them.
import type { ReactNode } from 'react';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';

export const number = (value: number): string => value.toLocaleString('en');

/** How long ago; in full for who points at it. */
export function Ago({ at, never = 'Never' }: { at: string | null; never?: string }) {
  const now = useNow();
  if (!at) return never;
  return (
    <time dateTime={at} title={dateAndTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

export function Figures({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="op-figures">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
