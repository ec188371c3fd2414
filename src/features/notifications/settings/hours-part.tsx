// When notifications may sound: the company's hours, or a week of one's own.
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { ZoneNote } from './zone-note.tsx';

export function HoursPart({ settings, company }: { settings: Settings; company: Week }) {
  const client = useClient();
  const own = settings.awake;
  const { self } = client.context;
  const { time_zone, setZone } = useOwnZone(self);
  const now = useNow();
  const clock = time_zone && localTime(time_zone, now);
  return (
    <section className="ll-settings-part" aria-labelledby="notify-hours">
      <h2 id="notify-hours" className="ll-section">
        Quiet hours
      </h2>
      <p className="ll-muted">
        Outside of these times nothing sounds. Messages count as unread all the same, and a summary comes when the quiet
        ends.{clock ? ` The clock is that of your profile: ${clock.zone}, where it is ${clock.time} now.` : ''}
      </p>
      {time_zone ? <ZoneNote employee_id={self} time_zone={time_zone} onTaken={setZone} /> : null}
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
function useOwnZone(employee_id: string) {
  const queryClient = useQueryClient();
  const queryKey = ['notifications', 'clock', employee_id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => app.call(people.meta, { employee_id, select: ['time_zone'] }, { signal }),
  });
  const setZone = (time_zone: string) => queryClient.setQueryData(queryKey, { time_zone });
  return { time_zone: data?.time_zone, setZone };
}
