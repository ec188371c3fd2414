// The hours of a week, day by day: from, to, or none.
import { endsNextDay } from '#contract/notifications/awake.ts';
import type { Week } from '#contract/week.ts';
import { Checkbox } from '../ui/controls/check.tsx';
import { SelectField } from '../ui/controls/select-field.tsx';
import { DAYS, endsAfter, from, type Hours, QUARTERS } from './week.ts';
import './week.css';

export interface WeekFieldProps {
  week: Week;
  onChange: (week: Week) => void;
  disabled?: boolean;
  /** What a day without hours is called. Default "Quiet all day". */
  off?: string;
  /** Of a day that is put in. Default: those in which notifications may sound. */
  usual?: Hours;
}

const USUAL: Hours = { from: '08:00', to: '22:00' };
const asOptions = (quarters: readonly string[]) => quarters.map((value) => ({ value, label: value }));

/** Changes one day at a time. */
export function WeekField({ week, onChange, disabled = false, off = 'Quiet all day', usual = USUAL }: WeekFieldProps) {
  const set = (day: number, hours: Week[number]) => onChange(week.with(day, hours));
  return (
    <ul className="ll-week">
      {DAYS.map((name, day) => {
        const hours = week[day];
        return (
          <li key={name}>
            <Checkbox
              label={name}
              checked={Boolean(hours)}
              disabled={disabled}
              onChange={({ target }) => set(day, target.checked ? usual : null)}
            />
            {hours ? (
              <>
                <SelectField
                  label={`${name} from`}
                  labelHidden
                  disabled={disabled}
                  value={hours.from}
                  options={asOptions(QUARTERS.slice(0, -1))}
                  onChange={({ target }) => set(day, from(hours, target.value))}
                />
                <span aria-hidden="true">–</span>
                <SelectField
                  label={`${name} to`}
                  labelHidden
                  disabled={disabled}
                  value={hours.to}
                  options={asOptions(endsAfter(hours.from))}
                  onChange={({ target }) => set(day, { ...hours, to: target.value })}
                />
                {endsNextDay(hours) ? <span className="ll-meta">the next day</span> : null}
              </>
            ) : (
              <span className="ll-meta">{off}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
