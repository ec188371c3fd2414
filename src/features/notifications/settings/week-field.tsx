// The hours of a week, day by day: from, to, or quiet all day.
import type { Week } from '#contract/notifications/awake.ts';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { DAYS, from, QUARTERS } from './week.ts';
import './notification-settings.css';

export interface WeekFieldProps {
  week: Week;
  onChange: (week: Week) => void;
  disabled?: boolean;
}

type Hours = NonNullable<Week[number]>;
const USUAL: Hours = { from: '08:00', to: '22:00' };
const asOptions = (quarters: readonly string[]) => quarters.map((value) => ({ value, label: value }));

export function WeekField({ week, onChange, disabled = false }: WeekFieldProps) {
  const set = (day: number, hours: Week[number]) => onChange(week.with(day, hours));
  return (
    <ul className="ll-notify-week">
      {DAYS.map((name, day) => {
        const hours = week[day];
        return (
          <li key={name}>
            <Checkbox
              label={name}
              checked={Boolean(hours)}
              disabled={disabled}
              onChange={({ target }) => set(day, target.checked ? USUAL : null)}
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
                  options={asOptions(QUARTERS.filter((quarter) => quarter > hours.from))}
                  onChange={({ target }) => set(day, { ...hours, to: target.value })}
                />
              </>
            ) : (
              <span className="ll-meta">Quiet all day</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
