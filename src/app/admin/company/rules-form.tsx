// The rules that hold for everybody in the company, as one form: what was not touched follows what others change meanwhile.
import { type FormEvent, useState } from 'react';
import { type CompanyConfig, update } from '#contract/company.ts';
import { DAYS_TO_RETURN } from '#contract/people/leaving.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { UnsavedGuard } from '#src/kit/ui/form/unsaved-guard.tsx';
import { app } from '#src/realtime/app.ts';
import { mayStay } from '#src/realtime/page/may-stay.ts';
import './company.css';
import { adminTexts } from '../messages.ts';

type Settings = CompanyConfig['settings'];
type Rules = Pick<
  Settings,
  | 'time_zone'
  | 'work_week'
  | 'password_min_length'
  | 'space_creation'
  | 'retention_days'
  | 'deactivated_days'
  | 'currency'
  | 'point_unit_value'
>;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const asOptions = (names: readonly string[]) => names.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const zones = Intl.supportedValuesOf('timeZone');
const currencies = asOptions(Intl.supportedValuesOf('currency'));
const keeping = [
  { value: '', label: 'For ever' },
  ...[30, 60, 90, 180, 365, 730, 1825].map((days) => ({ value: String(days), label: daysText(days) })),
];
const removing = [
  { value: '', label: 'Never' },
  ...[30, 90, 180, 365].map((days) => ({ value: String(days), label: `After ${daysText(days)}` })),
];

function daysText(days: number): string {
  if (days % 365) return `${days} days`;
  return days === 365 ? '1 year' : `${days / 365} years`;
}

/** What is said of a number that the server would refuse. */
const beyond = (value: number, [least, most]: readonly [number, number]): string | undefined =>
  value >= least && value <= most ? undefined : `A number from ${least} to ${most}.`;
const PASSWORDS = [6, 64] as const;
const POINTS = [0.0001, 1000] as const;

export function RulesForm({ settings, offline }: { settings: Settings; offline: boolean }) {
  const [draft, setDraft] = useState<Partial<Rules>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const now: Rules = { ...settings, ...draft };
  const names = Object.keys(draft) as (keyof Rules)[];
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(settings[name]));
  useUnsaved(changed.length > 0);
  const problems = {
    password: beyond(now.password_min_length, PASSWORDS),
    points: beyond(now.point_unit_value, POINTS),
    days: now.work_week.length ? undefined : 'At least one day.',
  };
  const sound = Object.values(problems).every((problem) => problem === undefined);
  const put = (part: Partial<Rules>) => {
    setDraft({ ...draft, ...part });
    setError(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline || !changed.length || !sound) return;
    setBusy(true);
    try {
      await app.call(update, { settings: Object.fromEntries(changed.map((name) => [name, now[name]])) });
      setDraft({});
      showToast({ text: 'The settings are saved.' });
    } catch (thrown) {
      setError(errorText(thrown, adminTexts));
    }
    setBusy(false);
  };
  return (
    <>
      <form className="ll-company-rules" onSubmit={(event) => void save(event)} noValidate>
        <Time now={now} put={put} problem={problems.days} />
        <fieldset className="ll-settings-part">
          <legend className="ll-hidden-text">Passwords and spaces</legend>
          <TextField
            label="Shortest password"
            hint="Letters and signs; 6 to 64. It counts from the next time somebody sets a password."
            type="number"
            min={PASSWORDS[0]}
            max={PASSWORDS[1]}
            error={problems.password}
            value={now.password_min_length}
            onChange={(event) => put({ password_min_length: event.target.valueAsNumber || 0 })}
          />
          <ChoiceCards
            label="Who can create spaces"
            options={[
              { value: 'everybody', label: 'Everybody' },
              {
                value: 'permitted',
                label: 'Only permitted people',
                text: 'Who has a role that allows it, besides being an employee.',
              },
            ]}
            value={now.space_creation}
            onChange={(space_creation) => put({ space_creation })}
          />
        </fieldset>
        <Keeping now={now} before={settings.retention_days} put={put} />
        <Deactivated now={now} before={settings.deactivated_days ?? null} put={put} />
        <fieldset className="ll-settings-part ll-company-pair">
          <legend className="ll-hidden-text">Points</legend>
          <SelectField
            label="Currency"
            options={currencies}
            value={now.currency}
            onChange={(event) => put({ currency: event.target.value })}
          />
          <TextField
            label="Worth of one point"
            type="number"
            min={POINTS[0]}
            max={POINTS[1]}
            step="any"
            error={problems.points}
            value={now.point_unit_value}
            onChange={(event) => put({ point_unit_value: event.target.valueAsNumber || 0 })}
          />
        </fieldset>
        {error ? <ErrorNote text={error} /> : null}
        <div className="ll-settings-buttons">
          <Button kind="primary" type="submit" busy={busy && 'Saving…'} disabled={offline || !changed.length || !sound}>
            Save
          </Button>
          {changed.length ? (
            <Button kind="ghost" onClick={() => setDraft({})}>
              Discard
            </Button>
          ) : null}
          {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
        </div>
      </form>
      <UnsavedGuard unsaved={changed.length > 0} mayStay={mayStay} />
    </>
  );
}

interface PartProps {
  now: Rules;
  put: (part: Partial<Rules>) => void;
}

function Time({ now, put, problem }: PartProps & { problem: string | undefined }) {
  const known = zones.includes(now.time_zone) ? zones : [now.time_zone, ...zones];
  return (
    <>
      <SelectField
        label="Time zone"
        hint="Of new colleagues, until they choose another one."
        options={asOptions(known)}
        value={now.time_zone}
        onChange={(event) => put({ time_zone: event.target.value })}
      />
      <fieldset className="ll-company-days">
        <legend>Working days</legend>
        {DAYS.map((label, day) => (
          <Checkbox
            key={label}
            label={label}
            checked={now.work_week.includes(day)}
            onChange={(event) => {
              const others = now.work_week.filter((one) => one !== day);
              put({ work_week: event.target.checked ? [...others, day].toSorted((a, b) => a - b) : others });
            }}
          />
        ))}
        {problem ? <p className="ll-field-error">{problem}</p> : null}
        <p className="ll-meta">Suggestions for sending later begin with the next of your working weeks.</p>
      </fieldset>
    </>
  );
}

/** What is offered, and besides what somebody has set otherwise. */
function withOwn(offered: typeof keeping, days: number | null, label: (days: number) => string) {
  if (days === null || offered.some(({ value }) => value === String(days))) return offered;
  return [...offered, { value: String(days), label: label(days) }];
}

/** It takes something away for good: said in full before it is saved. */
function Keeping({ now, before, put }: PartProps & { before: number | null }) {
  const { retention_days } = now;
  const options = withOwn(keeping, retention_days, (days) => `${days} days`);
  return (
    <fieldset className="ll-settings-part">
      <legend className="ll-hidden-text">Messages</legend>
      <SelectField
        label="Keep messages"
        options={options}
        value={String(retention_days ?? '')}
        onChange={(event) => put({ retention_days: event.target.value ? Number(event.target.value) : null })}
      />
      {retention_days === null ? (
        <p className="ll-meta">Nothing is removed because of its age.</p>
      ) : (
        <p className={retention_days === before ? 'll-meta' : 'll-company-warning'} role="status">
          {`Every message older than ${daysText(retention_days)} is removed for everybody, in all spaces, groups and direct conversations, with its files, reactions and answers that are as old. This begins within an hour and cannot be undone.`}
        </p>
      )}
    </fieldset>
  );
}

/** So does this. A copy of the settings from before there was this one lacks it. */
function Deactivated({ now, before, put }: PartProps & { before: number | null }) {
  const days = now.deactivated_days ?? null;
  return (
    <fieldset className="ll-settings-part">
      <legend className="ll-hidden-text">Accounts</legend>
      <SelectField
        label="Remove deactivated accounts"
        options={withOwn(removing, days, (own) => `After ${own} days`)}
        value={String(days ?? '')}
        onChange={(event) => put({ deactivated_days: event.target.value ? Number(event.target.value) : null })}
      />
      {days === null ? (
        <p className="ll-meta">A deactivated account stays until somebody removes it.</p>
      ) : (
        <p className={days === before ? 'll-meta' : 'll-company-warning'} role="status">
          {`Accounts that have been deactivated for ${daysText(days)} are removed, as if somebody removed them: they can be restored for another ${DAYS_TO_RETURN} days, then everything about them is erased. Spaces in which nobody else is go with them. Who runs something that somebody has to take over, such as a space or a department, stays until you remove them and say who: their page and the audit log tell you. Suspended accounts stay. This begins within an hour.`}
        </p>
      )}
    </fieldset>
  );
}
