// The criteria of a group: each a kind of fact, how it is compared, and with what. Below them how many people fit now.
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { CriteriaType, Criterion, Rule } from '#contract/people/criteria.ts';
import type { dropdown } from '#contract/people.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { peopleCount } from '../../roles/words.ts';
import { choicesQuery, fittingQuery } from './data.ts';
import { searchOptions, typeOptions } from './words.ts';

type Choices = ResponseOf<typeof dropdown>;
const listOf = (choices: Choices | undefined, type: CriteriaType) =>
  ({
    department: choices?.departments,
    role: choices?.roles,
    manager: choices?.managers,
    status: choices?.statuses,
    location: undefined,
    position_title: undefined,
    joining_date: undefined,
  })[type];

/** The rule without what is not filled in yet; null if nothing is left. */
export function completeRule({ match, criteria }: Rule): Rule | null {
  const full = criteria
    .map((one) => ({ ...one, values: one.values.map((value) => value.trim()).filter(Boolean) }))
    .filter(({ values }) => values.length);
  return full.length ? { match, criteria: full } : null;
}

export const emptyCriterion: Criterion = { criteria_type: 'department', search_type: 'is', values: [] };

export function RuleForm({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const { data: choices } = useQuery(choicesQuery);
  const set = (at: number, criterion: Criterion) =>
    onChange({ ...rule, criteria: rule.criteria.map((one, index) => (index === at ? criterion : one)) });
  const drop = (at: number) => onChange({ ...rule, criteria: rule.criteria.filter((_, index) => index !== at) });
  return (
    <fieldset className="ll-rule">
      <legend className="ll-section">Criteria</legend>
      <SelectField
        label="Who is in it"
        value={rule.match}
        onChange={(event) => onChange({ ...rule, match: event.target.value === 'any' ? 'any' : 'all' })}
        options={[
          { value: 'all', label: 'Whoever fits all of these' },
          { value: 'any', label: 'Whoever fits any of these' },
        ]}
      />
      <ul className="ll-criteria">
        {rule.criteria.map((criterion, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a criterion has no identity but its place
          <li key={at} className="ll-criterion">
            <One criterion={criterion} at={at} choices={choices} onChange={(next) => set(at, next)} />
            <IconButton
              icon={X}
              label={`Remove criterion ${at + 1}`}
              disabled={rule.criteria.length === 1}
              onClick={() => drop(at)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          disabled={rule.criteria.length >= 20}
          onClick={() => onChange({ ...rule, criteria: [...rule.criteria, emptyCriterion] })}
        >
          Add a criterion
        </Button>
      </div>
      <Fitting rule={completeRule(rule)} />
    </fieldset>
  );
}

interface OneProps {
  criterion: Criterion;
  at: number;
  choices: Choices | undefined;
  onChange: (criterion: Criterion) => void;
}

function One({ criterion, at, choices, onChange }: OneProps) {
  const type = criterion.criteria_type as CriteriaType;
  const known = listOf(choices, type);
  const [value = ''] = criterion.values;
  const put = (next: string) => onChange({ ...criterion, values: next ? [next] : [] });
  const days = criterion.search_type === 'last_days';
  return (
    <>
      <SelectField
        label={`Criterion ${at + 1}`}
        value={type}
        options={typeOptions}
        onChange={(event) => {
          const criteria_type = event.target.value as CriteriaType;
          onChange({ criteria_type, search_type: searchOptions(criteria_type)[0]?.value ?? '', values: [] });
        }}
      />
      <SelectField
        label={`Criterion ${at + 1}, comparison`}
        labelHidden
        value={criterion.search_type}
        options={searchOptions(type)}
        onChange={(event) =>
          onChange({ ...criterion, search_type: event.target.value, values: days ? [] : criterion.values })
        }
      />
      {known ? (
        <SelectField
          label={`Criterion ${at + 1}, value`}
          labelHidden
          value={value}
          options={[{ value: '', label: 'Choose …' }, ...known.map(({ id, label }) => ({ value: id, label }))]}
          onChange={(event) => put(event.target.value)}
        />
      ) : (
        <TextField
          label={`Criterion ${at + 1}, value`}
          labelHidden
          type={type !== 'joining_date' ? 'text' : days ? 'number' : 'date'}
          min={days ? 1 : undefined}
          maxLength={120}
          value={value}
          onChange={(event) => put(event.target.value)}
        />
      )}
    </>
  );
}

function Fitting({ rule }: { rule: Rule | null }) {
  const { data, isError } = useQuery(fittingQuery(rule));
  const names = data?.items.map(fullName) ?? [];
  const more = (data?.total ?? 0) - names.length;
  return (
    <p className="ll-rule-fitting" role="status">
      {rule === null ? 'Fill in a criterion to see who fits.' : null}
      {rule && isError ? 'Who fits cannot be counted now.' : null}
      {rule && data && !isError ? (
        <>
          <span className="ll-strong">{`${peopleCount(data.total)} ${data.total === 1 ? 'fits' : 'fit'} now`}</span>
          {names.length ? (
            <span className="ll-meta">{names.join(', ') + (more > 0 ? ` and ${more} more` : '')}</span>
          ) : null}
        </>
      ) : null}
    </p>
  );
}
