// The figures at the top: each with what it is, and how it has changed.
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { Dashboard, Range } from './data.ts';
import { type Change, changeOf, rangeBefore, share } from './words.ts';

interface TileProps {
  label: string;
  value: number | null;
  /** Beside the number: "of 60". */
  beside?: string;
  change: Change;
}

const icons = { up: TrendingUp, down: TrendingDown, same: Minus };

function Tile({ label, value, beside, change: { way, text } }: TileProps) {
  const Icon = way === 'unknown' ? undefined : icons[way];
  return (
    <div className="ll-insights-tile">
      <dt>{label}</dt>
      <dd>
        <strong>{value === null ? '–' : value.toLocaleString('en')}</strong>
        {beside ? <span className="ll-meta">{beside}</span> : null}
      </dd>
      <dd className="ll-meta">
        {Icon ? <Icon size={16} strokeWidth={1.9} aria-hidden="true" /> : null}
        {text}
      </dd>
    </div>
  );
}

export function Tiles({ dashboard: { figures, people, chat }, days }: { dashboard: Dashboard; days: Range }) {
  const { active_day, active_week, active_month, messages, writers, spaces } = figures;
  const of = (value: number | null) => (people && value !== null ? `${share(value, people)} of people` : '');
  const yesterday = active_day.before === null ? 'Nothing to compare with yet' : `${active_day.before} yesterday`;
  return (
    <dl className="ll-insights-tiles" data-count={chat ? 6 : 3}>
      <Tile
        label="Active today"
        value={active_day.value}
        beside={of(active_day.value)}
        change={{ way: 'unknown', text: yesterday }}
      />
      <Tile
        label="Active in 7 days"
        value={active_week.value}
        beside={of(active_week.value)}
        change={changeOf(active_week, 'the week before')}
      />
      <Tile
        label="Active in 30 days"
        value={active_month.value}
        beside={of(active_month.value)}
        change={changeOf(active_month, 'the 30 days before')}
      />
      {chat ? (
        <>
          <Tile
            label={days === '365' ? 'Messages in a year' : `Messages in ${days} days`}
            value={messages.value}
            change={changeOf(messages, rangeBefore(days))}
          />
          <Tile label="Wrote in 30 days" value={writers.value} change={changeOf(writers, 'the 30 days before')} />
          <Tile label="Spaces in 30 days" value={spaces.value} change={changeOf(spaces, 'the 30 days before')} />
        </>
      ) : null}
    </dl>
  );
}
