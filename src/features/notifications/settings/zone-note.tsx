// Quiet hours go by the clock of the profile: who has travelled, or whose company has its seat elsewhere, is told that this device
// has another one, and can take it over.
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { update } from '#contract/people/profile.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { localTime } from '#src/kit/ui/format/local-time.ts';
import { zoneHere } from '#src/kit/ui/format/zones.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';

interface ZoneNoteProps {
  employee_id: string;
  /** Of the profile. */
  time_zone: string;
  onTaken: (time_zone: string) => void;
}

/** Nothing where both clocks show the same. */
export function ZoneNote({ employee_id, time_zone, onTaken }: ZoneNoteProps) {
  const now = useNow();
  const offline = useOffline();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const here = localTime(zoneHere, now);
  if (here.time === localTime(time_zone, now).time) return null;
  const take = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await app.call(update, { employee_id, time_zone: zoneHere });
      onTaken(zoneHere);
    } catch (thrown) {
      setError(errorText(thrown));
    }
    setBusy(false);
  };
  return (
    <>
      <div className="ll-notice" data-tone="quiet">
        <Globe size={18} strokeWidth={1.9} aria-hidden="true" />
        <p>{`This device is in ${here.zone}, where it is ${here.time}.`}</p>
        <Button size="small" disabled={offline} busy={busy && 'Saving…'} onClick={() => void take()}>
          Use this clock
        </Button>
      </div>
      {error ? <ErrorNote text={error} /> : null}
    </>
  );
}
