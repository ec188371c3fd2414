// Asks for a day to go to. The browser's own date field: every calendar, language and keyboard knows it.
import dayjs from 'dayjs';
import { type FormEvent, useState } from 'react';
import { Popover } from '#src/kit/editor/popover/popover.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';

export interface DateJumpProps {
  anchor: Element;
  /** The day to begin with. */
  at: string;
  /** With the moment at which the day begins here, ISO 8601. */
  onPick: (at: string) => void;
  onClose: () => void;
}

const FORMAT = 'YYYY-MM-DD';

export function DateJump({ anchor, at, onPick, onClose }: DateJumpProps) {
  const [day, setDay] = useState(() => dayjs(at).format(FORMAT));
  const pick = (chosen: dayjs.Dayjs) => onPick(chosen.startOf('day').toISOString());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dayjs(day).isValid()) pick(dayjs(day));
  };
  return (
    <Popover
      beside={() => anchor.getBoundingClientRect()}
      within={anchor}
      label="Jump to date"
      className="ll-date-jump"
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <label>
          Jump to date
          <input
            type="date"
            required
            max={dayjs().format(FORMAT)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </label>
        <Button kind="ink" size="small" type="submit">
          Go
        </Button>
      </form>
      <div className="ll-date-jump-quick">
        <Button kind="soft" size="small" onClick={() => pick(dayjs().subtract(7, 'day'))}>
          Last week
        </Button>
        <Button kind="soft" size="small" onClick={() => pick(dayjs().subtract(1, 'month'))}>
          Last month
        </Button>
        <Button kind="soft" size="small" onClick={() => onPick(dayjs(0).toISOString())}>
          The beginning
        </Button>
      </div>
    </Popover>
  );
}
