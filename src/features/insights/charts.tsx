// The charts of the dashboard: people by day, messages by day or week, and the way from invited to reached.
import { DayFigure } from '#src/kit/charts/figure.tsx';
import type { Step } from '#src/kit/charts/steps.tsx';
import type { Dashboard } from './data.ts';
import { messageBars, peopleLines } from './words.ts';

type Shown = Pick<Dashboard, 'series' | 'chat'>;

export function PeopleChart({ series, chat }: Shown) {
  const { weekly, places, short, active, wrote, since, gaps } = peopleLines(series);
  const notes = [
    weekly && 'On an average day of each week.',
    since && `Who is active is recorded since ${since}.`,
    gaps && 'Gaps are days that were not recorded, or had fewer than 5 people.',
  ];
  const used = { label: 'Used the app', look: 'ink', values: active } as const;
  const lines = chat ? [used, { label: 'Wrote', look: 'dashed', values: wrote } as const] : [used];
  return (
    <DayFigure
      title="Active people"
      label={weekly ? 'Active people by week' : 'Active people by day'}
      kind="lines"
      placeLabel={weekly ? 'Week' : 'Day'}
      places={places}
      short={short}
      series={lines}
      note={notes.filter(Boolean).join(' ')}
    />
  );
}

export function MessageChart({ series }: Pick<Shown, 'series'>) {
  const { weekly, places, short, in_spaces, in_groups, direct } = messageBars(series);
  return (
    <DayFigure
      title="Messages"
      label={weekly ? 'Messages by week' : 'Messages by day'}
      kind="bars"
      placeLabel={weekly ? 'Week' : 'Day'}
      places={places}
      short={short}
      series={[
        { label: 'In spaces', look: 'ink', values: in_spaces },
        { label: 'In groups', look: 'light', values: in_groups },
        { label: 'Direct', look: 'hatched', values: direct },
      ]}
    />
  );
}

export const stepsOf = ({
  invited,
  accepted,
  active,
  installed,
  notified,
}: NonNullable<Dashboard['adoption']>): readonly Step[] => [
  { label: 'Invited', value: invited },
  { label: 'Accepted', value: accepted },
  { label: 'Active in 30 days', value: active, lit: true },
  { label: 'Installed the app', value: installed },
  { label: 'Notifications on', value: notified },
];
