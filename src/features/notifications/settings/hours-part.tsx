// When notifications may sound: the company's hours, or a week of one's own.
import { useQuery } from '@tanstack/react-query';
import { AWAKE } from '#contract/notifications/awake.ts';
import type { Settings } from '#contract/notifications.ts';
import * as people from '#contract/people.ts';
import type { Week } from '#contract/week.ts';
import { ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { localTime } from '#src/kit/ui/format/local-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { linesOf } from '#src/kit/week/week.ts';
import { WeekField } from '#src/kit/week/week-field.tsx';
import { app } from '#src/realtime/app.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { changeSettings } from '../mutations.ts';

export function HoursPart({ settings, company }: { settings: Settings; company: Week }) {
  const client = useClient();
  const own = settings.awake;
  const clock = useOwnClock(client.context.self);
  return (
    <section className="ll-settings-part" aria-labelledby="notify-hours">
      <h2 id="notify-hours" className="ll-section">
        Quiet hours
      </h2>
      <p className="ll-muted">
        Outside of these times nothing sounds. Messages count as unread all the same, and a summary comes when the quiet
        ends.{clock ? ` The clock is that of your profile: ${clock.zone}, where it is ${clock.time} now.` : ''}
      </p>
      <ChoiceCards
        label="Notify me"
        labelHidden
        options={[
          { value: 'company', label: 'In your company’s hours', text: linesOf(company).join(', ') },
          { value: 'own', label: 'In hours of your own', text: own ? linesOf(own).join(', ') : 'Day by day' },
        ]}
        value={own ? 'own' : 'company'}
        onChange={(choice) => changeSettings(client, { awake: choice === 'own' ? (own ?? company ?? AWAKE) : null })}
      />
      {own ? <WeekField week={own} onChange={(awake) => changeSettings(client, { awake })} /> : null}
    </section>
  );
}

/** Undefined until it is known. */
function useOwnClock(employee_id: string): ReturnType<typeof localTime> | undefined {
  const now = useNow();
  const { data } = useQuery({
    queryKey: ['notifications', 'clock', employee_id],
    queryFn: ({ signal }) => app.call(people.meta, { employee_id, select: ['time_zone'] }, { signal }),
  });
  return data?.time_zone ? localTime(data.time_zone, now) : undefined;
}
