// The fields of a person, in cards: who they are in the company, and what is theirs alone.
import { useQuery } from '@tanstack/react-query';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { SkillsField } from '../../../components/skills-field.tsx';
import { departmentsQuery } from '../../departments/data.ts';
import { choicesOf, treeOf } from '../../departments/tree.ts';
import { Card } from '../card.tsx';
import type { TextName } from './draft.ts';
import type { Employee } from './use-employee.ts';

interface FieldsProps {
  employee: Employee;
  employee_id: string;
  /** They may do nothing that one may not oneself: their address can be changed. */
  covers: boolean;
}

export function Details({ employee, employee_id, covers }: FieldsProps) {
  const { field, values, put } = employee;
  return (
    <Card id="details" title="Details">
      <div className="ll-employee-fields">
        <TextField label="First name" maxLength={80} {...field('first_name')} />
        <TextField label="Last name" maxLength={80} {...field('last_name')} />
        <TextField
          label="Work e-mail"
          type="email"
          maxLength={254}
          disabled={!covers}
          hint={covers ? undefined : 'Only somebody who may do as much as they may can change it.'}
          {...field('work_email_id')}
        />
        <TextField label="Position" maxLength={120} {...field('position_title')} />
        <Department employee={employee} />
        <TextField label="Location" maxLength={120} {...field('location')} />
        <TextField label="Joined" type="date" {...field('joining_date')} />
        <TextField
          label="Employee number"
          hint="Only people who manage people see it."
          maxLength={50}
          {...field('employee_number')}
        />
      </div>
      <PeoplePicker
        label="Manager"
        hint="One colleague, or nobody."
        chosen={values.manager_id ? [values.manager_id] : []}
        onChange={(chosen) => put({ manager_id: chosen.at(-1) ?? null })}
        except={new Set([employee_id])}
      />
    </Card>
  );
}

export function Personal({ employee }: Pick<FieldsProps, 'employee'>) {
  const { field, values, put } = employee;
  const zones = [...new Set([values.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Card id="personal" title="About them">
      <div className="ll-employee-fields">
        <TextField label="Phone" type="tel" maxLength={32} {...field('phone_number')} />
        <TextField label="Pronouns" maxLength={40} {...field('pronouns')} />
        <TextField label="Born" type="date" {...field('birth_date')} />
        <SelectField
          label="Time zone"
          options={zones.map((value) => ({ value, label: value }))}
          {...choiceOf(employee, 'time_zone')}
        />
      </div>
      <SkillsField skills={values.skills} onChange={(skills) => put({ skills })} />
    </Card>
  );
}

function Department({ employee }: Pick<FieldsProps, 'employee'>) {
  const { data = [] } = useQuery(departmentsQuery);
  const options = [{ value: '', label: 'No department' }, ...choicesOf(treeOf(data))];
  return <SelectField label="Department" options={options} {...choiceOf(employee, 'department_id')} />;
}

/** What is chosen from a list is never wrong. */
function choiceOf({ field }: Employee, name: TextName) {
  const { error: _, onBlur: __, ...rest } = field(name);
  return rest;
}
