// The fields of a profile; of one's own each with whether colleagues see it.
import { Clock } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Hideable } from '#contract/people/employee.ts';
import type { Week } from '#contract/week.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import type { Form } from '#src/kit/ui/form/use-form.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import { WeekField } from '#src/kit/week/week-field.tsx';
import type { PersonDetail } from '../queries.ts';
import { OFFICE } from '../working-hours.ts';
import { type Hiding, hideable } from './hide-toggle.tsx';
import { SkillsField } from './skills-field.tsx';

/** What is not a line of text. */
export interface Parts {
  readonly profile_url: string | null;
  readonly skills: readonly string[];
  readonly working_hours: Week | null;
  readonly hidden_fields: readonly Hideable[];
}

export interface PersonFieldsProps {
  form: Form<Record<string, string>>;
  parts: Parts;
  put: (some: Partial<Parts>) => void;
  person: PersonDetail;
  self: boolean;
  manages: boolean;
}

export function PersonFields({ form, parts, put, person, self, manages }: PersonFieldsProps) {
  const hiding: Hiding | undefined = self
    ? { hidden: parts.hidden_fields, onChange: (hidden_fields) => put({ hidden_fields }) }
    : undefined;
  const phone = hideable('phone_number', 'your phone number', hiding);
  const born = hideable('birth_date', 'your birthday', hiding);
  return (
    <>
      {self ? <p className="ll-meta">Press the eye beside what colleagues are not to see.</p> : null}
      {manages ? <Names form={form} /> : null}
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={32}
        {...form.field('phone_number')}
        {...phone}
      />
      <TextField
        label="Location"
        maxLength={120}
        {...form.field('location')}
        {...hideable('location', 'your location', hiding)}
      />
      <TextField
        label="Pronouns"
        maxLength={40}
        {...form.field('pronouns')}
        {...hideable('pronouns', 'your pronouns', hiding)}
      />
      <SkillsField
        skills={parts.skills}
        onChange={(skills) => put({ skills })}
        {...hideable('skills', 'your skills', hiding)}
      />
      <TextField
        label="Born"
        type="date"
        {...form.field('birth_date')}
        aside={born.aside}
        hint={born.hint ?? 'Colleagues see the day and the month, never the year.'}
      />
      <TimeZone form={form} hiding={hiding} />
      <WorkingHours week={parts.working_hours} onChange={(working_hours) => put({ working_hours })} hiding={hiding} />
      {self && person.joining_date ? <Joined day={person.joining_date} hiding={hiding} /> : null}
    </>
  );
}

type Fields = Pick<PersonFieldsProps, 'form'>;

function Names({ form }: Fields) {
  return (
    <>
      <div className="ll-form-pair">
        <TextField label="First name" maxLength={80} {...form.field('first_name')} />
        <TextField label="Last name" maxLength={80} {...form.field('last_name')} />
      </div>
      <TextField label="Position" maxLength={120} {...form.field('position_title')} />
    </>
  );
}

function TimeZone({ form, hiding }: Fields & { hiding: Hiding | undefined }) {
  const { error: _, onBlur: __, ...zone } = form.field('time_zone');
  const all = [...new Set([zone.value, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <SelectField
      label="Time zone"
      options={all.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      {...zone}
      {...hideable('time_zone', 'your time zone', hiding)}
    />
  );
}

interface WorkingHoursProps {
  week: Week | null;
  onChange: (week: Week | null) => void;
  hiding: Hiding | undefined;
}

function WorkingHours({ week, onChange, hiding }: WorkingHoursProps) {
  const [usual] = OFFICE;
  return (
    <Group title="Working hours" {...hideable('working_hours', 'your working hours', hiding)}>
      {week ? <WeekField week={week} onChange={onChange} off="Not working" {...(usual && { usual })} /> : null}
      <Button icon={Clock} size="small" onClick={() => onChange(week ? null : OFFICE)}>
        {week ? 'Clear working hours' : 'Set working hours'}
      </Button>
    </Group>
  );
}

/** The company's to say, one's own to hide. */
function Joined({ day, hiding }: { day: string; hiding: Hiding | undefined }) {
  return (
    <Group title="Here since" {...hideable('joining_date', 'since when you are here', hiding)}>
      <p>{date(day)}</p>
    </Group>
  );
}

interface GroupProps {
  title: string;
  aside: ReactNode;
  hint: string | undefined;
  children: ReactNode;
}

/** A field that is no single control. */
function Group({ title, aside, hint, children }: GroupProps) {
  const id = useId();
  return (
    <div className="ll-field ll-field-group" role="group" aria-labelledby={id}>
      <div className="ll-field-head">
        <span id={id}>{title}</span>
        {aside}
      </div>
      {hint ? <div className="ll-field-below">{hint}</div> : null}
      {children}
    </div>
  );
}
