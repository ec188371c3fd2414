// A pause: nothing sounds until a certain time, whatever else is chosen.
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '#contract/notifications.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { dateAndTime, dayKey } from '#src/kit/ui/format/dates.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { changeSettings } from '../mutations.ts';

const MINUTE = 60_000;

/** By the clock of this device: eight in the morning. */
function tomorrow(now: number): Date {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(8, 0, 0, 0);
  return morning;
}

export function PausePart({ settings: { paused_until } }: { settings: Settings }) {
  const client = useClient();
  const now = useNow();
  const [choosing, setChoosing] = useState(false);
  const pause = (until: Date | null) => {
    changeSettings(client, { paused_until: until?.toISOString() ?? null });
    setChoosing(false);
  };
  const isPaused = paused_until !== null && Date.parse(paused_until) > now;
  return (
    <section className="ll-settings-part" aria-labelledby="notify-pause">
      <h2 id="notify-pause" className="ll-section">
        Pause
      </h2>
      {isPaused ? (
        <div className="ll-notice" data-tone="quiet">
          <BellOff size={18} strokeWidth={1.9} aria-hidden="true" />
          <p>{`Nothing sounds until ${dateAndTime(paused_until)}.`}</p>
          <Button size="small" kind="ink" onClick={() => pause(null)}>
            Resume
          </Button>
        </div>
      ) : (
        <div className="ll-settings-buttons">
          <Button onClick={() => pause(new Date(now + 30 * MINUTE))}>30 minutes</Button>
          <Button onClick={() => pause(new Date(now + 60 * MINUTE))}>1 hour</Button>
          <Button onClick={() => pause(tomorrow(now))}>Until tomorrow</Button>
          <Button aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            Until a date…
          </Button>
        </div>
      )}
      {choosing && !isPaused ? (
        <TextField
          label="Until the morning of"
          type="date"
          min={dayKey(tomorrow(now))}
          onChange={({ target }) => {
            const day = new Date(`${target.value}T08:00`);
            if (target.value && day.valueOf() > now) pause(day);
          }}
        />
      ) : null}
    </section>
  );
}
