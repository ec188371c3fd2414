// What there is to celebrate soon, above the list of people: birthdays, and whole years in the company. Nothing where there is nothing.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Cake, PartyPopper } from 'lucide-react';
import { useState } from 'react';
import { type Celebration, celebrations } from '#contract/people/finding/celebrations.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { celebrationsKey } from '#src/kit/people/forget.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useDelayed } from '#src/kit/ui/hooks/use-delayed.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { app } from '#src/realtime/app.ts';
import { useFollowCompany } from '../admin/follow.ts';
import { dayIn, whenOf } from './celebration-days.ts';

const query = queryOptions({
  queryKey: celebrationsKey,
  queryFn: ({ signal }) => app.call(celebrations, {}, { signal }),
  // Whose day it is may have been hidden while nobody looked.
  staleTime: 0,
});

/** How long what stands below it waits to learn how much room it takes. Milliseconds. */
const PATIENCE_MS = 400;

/**
 * False until it is known what stands above the list: it must not go down under the eyes of whoever reads it. Not for long, and
 * true from then on. `shown`: something stands there at all.
 */
export function useIsPlaceKnown(shown: boolean): boolean {
  const { isPending, fetchStatus } = useQuery({ ...query, enabled: shown });
  const waits = shown && isPending && fetchStatus === 'fetching';
  const late = useDelayed(waits, PATIENCE_MS);
  const [known, setKnown] = useState(false);
  const isKnown = known || !waits || late;
  if (isKnown !== known) setKnown(isKnown);
  return isKnown;
}

export function ComingUp() {
  useFollowCompany(celebrationsKey);
  const { data } = useQuery(query);
  const now = useNow();
  if (!data) return null;
  // A saved copy may be of last week.
  const today = dayIn(data.time_zone, now, data.today);
  const items = data.items.filter(({ day }) => day >= today);
  if (!items.length) return null;
  return (
    <section className="ll-coming" aria-labelledby="coming-up">
      <h2 id="coming-up" className="ll-meta ll-strong">
        Coming up
      </h2>
      <ul className="ll-coming-list">
        {items.map((item) => (
          <li key={`${item.person.employee_id} ${item.kind}`}>
            <One item={item} today={today} />
          </li>
        ))}
        {data.more ? <li className="ll-coming-more ll-meta">{`and ${data.more} more`}</li> : null}
      </ul>
    </section>
  );
}

function One({ item, today }: { item: Celebration; today: string }) {
  const { person, kind, years, day } = item;
  const Icon = kind === 'birthday' ? Cake : PartyPopper;
  const what = kind === 'birthday' ? 'Birthday' : years === 1 ? 'One year here' : `${years} years here`;
  const name = fullName(person);
  return (
    <Link
      to="/profile/$employee_id"
      params={{ employee_id: person.employee_id }}
      className="ll-coming-one"
      data-today={day === today ? '' : undefined}
    >
      <Avatar name={name} src={person.profile_url} size={40} />
      <span className="ll-coming-text">
        <span className="ll-strong ll-ellipsis">{name}</span>
        <span className="ll-meta ll-ellipsis">{`${what} · ${whenOf(day, today)}`}</span>
      </span>
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
    </Link>
  );
}
