// When notifications may sound for everybody who has not chosen hours of their own.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { update } from '#contract/company.ts';
import { AWAKE } from '#contract/notifications/awake.ts';
import type { Week } from '#contract/week.ts';
import { errorText } from '#src/api/error-text.ts';
import { configQuery } from '#src/features/company/queries.ts';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { WeekField } from '#src/kit/week/week-field.tsx';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';

export function CompanyHours() {
  // Who changes what holds for everybody is not shown what the device had kept.
  const config = useQuery({ ...configQuery, refetchOnMount: 'always' });
  const offline = useOffline();
  const now = config.data?.settings.awake ?? AWAKE;
  /** Kept until everybody sees it: the answer may be here before the change itself. */
  const [wanted, setWanted] = useState<Week>();
  const [error, setError] = useState<string>();
  if (wanted && JSON.stringify(wanted) === JSON.stringify(now)) setWanted(undefined);
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const change = (awake: Week) => {
    setWanted(awake);
    setError(undefined);
    // One after the other: of two that are under way at once the server may come to the later one first.
    sending.current = sending.current
      .then(() => app.call(update, { settings: { awake } }))
      .catch((thrown: unknown) => {
        setWanted(undefined);
        setError(errorText(thrown));
      });
  };
  return (
    <section className="ll-settings-part" aria-labelledby="company-hours">
      <h2 id="company-hours" className="ll-section">
        Quiet hours
      </h2>
      <p className="ll-muted">
        Outside of these times, where each person is, no notification sounds. Everybody may choose other hours for
        themselves.
      </p>
      <WeekField week={wanted ?? now} onChange={change} disabled={offline || !config.data} />
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      {error ? <ErrorNote text={error} /> : null}
    </section>
  );
}
