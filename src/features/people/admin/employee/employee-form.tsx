// What can be changed of a person. Only what was touched is sent: what somebody else changes meanwhile stays.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { update } from '#contract/people/profile.ts';
import { errorText } from '#src/api/error-text.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { emailAddress, phoneNumber, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { app } from '#src/realtime/app.ts';
import { useMay } from '#src/realtime/hooks.ts';
import { PersonPhoto } from '../../components/person-photo.tsx';
import { SkillsField } from '../../components/skills-field.tsx';
import { peopleTexts } from '../../messages.ts';
import { activate, activatedText, setAccountStatus, updatePerson } from '../../mutations.ts';
import { type PersonDetail, personQuery } from '../../queries.ts';
import { useMayGive } from '../../reach/may-give.ts';
import { rolesQuery } from '../../roles/data.ts';
import { departmentsQuery } from '../departments/data.ts';
import { choicesOf, treeOf } from '../departments/tree.ts';
import { groupsKey, groupsQuery } from '../groups/data.ts';
import { AccountPart, type Standing } from './account-part.tsx';

interface EmployeeFormProps {
  employee_id: string;
  person: PersonDetail;
  /** They may do nothing that one may not oneself: their address can be changed. */
  covers: boolean;
  /** One may switch their account off and on. */
  ends: boolean;
  offline: boolean;
}

type Changes = Omit<RequestOf<typeof update>, 'employee_id'>;
/** What is nothing rather than an empty text. */
const NULLABLE: readonly string[] = ['joining_date', 'birth_date', 'department_id', 'employee_number'];

export function EmployeeForm({ employee_id, person, covers, ends, offline }: EmployeeFormProps) {
  const client = useQueryClient();
  const [before] = useState(() => fieldsOf(person));
  const [saved, setSaved] = useState(before);
  const [skills, setSkills] = useState<readonly string[]>();
  const [manager, setManager] = useState<readonly string[]>();
  const [roles, setRoles] = useState<readonly string[]>();
  const [groups, setGroups] = useState<readonly string[]>();
  const [photo, setPhoto] = useState<string | null>();
  const [uploading, setUploading] = useState(false);
  const status = person.employee_account_status;
  const [choice, setChoice] = useState<{ status: Standing; before: typeof status }>();
  const [unfinished, setUnfinished] = useState<string>();
  const switches = ends && app.session.read()?.employee_id !== employee_id;
  // Chosen of an account that stood otherwise, it would undo what a colleague did meanwhile.
  const chosen = switches && choice?.before === status ? choice?.status : undefined;
  const keep = (values: typeof before) => {
    setSaved(values);
    setSkills(undefined);
    setManager(undefined);
    setRoles(undefined);
    setGroups(undefined);
    setPhoto(undefined);
    return Promise.all([
      client.invalidateQueries(personQuery(employee_id)),
      client.invalidateQueries({ queryKey: groupsKey }),
    ]);
  };
  const form = useForm(
    before,
    { first_name: required, last_name: required, work_email_id: emailAddress, phone_number: phoneNumber },
    async (values) => {
      const changed = Object.entries(values).filter(([name, value]) => value !== saved[name as keyof typeof saved]);
      const changes = {
        ...Object.fromEntries(changed.map(([name, value]) => [name, wire(name, value)])),
        ...(skills && { skills: [...skills] }),
        ...(manager && { manager_id: manager[0] ?? null }),
        ...(roles && { role_ids: [...roles] }),
        ...(groups && { group_ids: [...groups] }),
        ...(photo !== undefined && { profile_url: photo }),
      } as Changes;
      const details = Object.keys(changes).length > 0;
      setUnfinished(undefined);
      if (details) await updatePerson({ employee_id, ...changes });
      try {
        const how = chosen && (await putStatus(employee_id, chosen));
        setChoice(undefined);
        showToast({ text: how === 'invited' ? activatedText(fullName(values), how) : 'Saved' });
      } catch (thrown) {
        if (!details) throw thrown;
        setUnfinished(`The details are saved. The account is not changed: ${errorText(thrown, peopleTexts)}`);
      } finally {
        await keep(values);
      }
    },
    peopleTexts,
  );
  const refused = form.error ?? unfinished;
  return (
    <form className="ll-form ll-employee" onSubmit={form.submit} noValidate>
      <PersonPhoto
        name={fullName(form.values)}
        value={photo === undefined ? (person.profile_url ?? null) : photo}
        onChange={setPhoto}
        onBusy={setUploading}
      />
      <Details form={form} covers={covers} />
      <SkillsField skills={skills ?? person.skills ?? []} onChange={setSkills} />
      <section className="ll-admin-part" aria-labelledby="employee-place">
        <h2 id="employee-place" className="ll-section">
          In the company
        </h2>
        <Department form={form} />
        <PeoplePicker
          label="Manager"
          hint="One colleague, or nobody."
          chosen={manager ?? (person.manager_id ? [person.manager_id] : [])}
          onChange={(chosen) => setManager(chosen.slice(-1))}
          except={new Set([employee_id])}
        />
      </section>
      <AccountPart
        {...{ employee_id, status, switches, chosen, offline }}
        overtaken={
          !form.busy && switches && choice !== undefined && choice.before !== status && choice.status !== status
        }
        // Taken back, it is no choice.
        onChoose={(value) => setChoice(value === status ? undefined : { status: value, before: status })}
      />
      <Access person={person} {...{ roles, setRoles, groups, setGroups }} />
      {refused ? <ErrorNote text={refused} /> : null}
      <div className="ll-admin-buttons ll-employee-save">
        <Button
          kind="primary"
          type="submit"
          disabled={offline}
          busy={(form.busy && 'Saving…') || (uploading && 'Uploading…')}
        >
          Save changes
        </Button>
        {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      </div>
    </form>
  );
}

const putStatus = (employee_id: string, status: Standing) =>
  status === 'ACTIVE' ? activate(employee_id) : setAccountStatus(employee_id, status);

const fieldsOf = (person: PersonDetail) => ({
  first_name: person.first_name ?? '',
  last_name: person.last_name ?? '',
  work_email_id: person.work_email_id ?? '',
  employee_number: person.employee_number ?? '',
  position_title: person.position_title ?? '',
  phone_number: person.phone_number ?? '',
  location: person.location ?? '',
  time_zone: person.time_zone ?? 'UTC',
  pronouns: person.pronouns ?? '',
  joining_date: person.joining_date ?? '',
  birth_date: person.birth_date ?? '',
  department_id: person.department_id ?? '',
});
const wire = (name: string, value: string): string | null =>
  value.trim() === '' && NULLABLE.includes(name) ? null : value;

type Fields = ReturnType<typeof useForm<ReturnType<typeof fieldsOf>>>;

function Details({ form, covers }: { form: Fields; covers: boolean }) {
  const zones = Intl.supportedValuesOf('timeZone');
  const all = [...new Set([form.values.time_zone, 'UTC', ...zones])];
  const { error: _, onBlur: __, ...zone } = form.field('time_zone');
  return (
    <section className="ll-admin-part" aria-labelledby="employee-details">
      <h2 id="employee-details" className="ll-section">
        Details
      </h2>
      <div className="ll-employee-fields">
        <TextField label="First name" maxLength={80} {...form.field('first_name')} />
        <TextField label="Last name" maxLength={80} {...form.field('last_name')} />
        <TextField
          label="Work e-mail"
          type="email"
          maxLength={254}
          disabled={!covers}
          hint={covers ? undefined : 'Only somebody who may do as much as they may can change it.'}
          {...form.field('work_email_id')}
        />
        <TextField
          label="Employee number"
          hint="Only people who manage people see it."
          maxLength={50}
          {...form.field('employee_number')}
        />
        <TextField label="Position" maxLength={120} {...form.field('position_title')} />
        <TextField label="Phone" type="tel" maxLength={32} {...form.field('phone_number')} />
        <TextField label="Location" maxLength={120} {...form.field('location')} />
        <TextField label="Joined" type="date" {...form.field('joining_date')} />
        <TextField label="Born" type="date" {...form.field('birth_date')} />
        <TextField label="Pronouns" maxLength={40} {...form.field('pronouns')} />
        <SelectField label="Time zone" options={all.map((value) => ({ value, label: value }))} {...zone} />
      </div>
    </section>
  );
}

function Department({ form }: { form: Fields }) {
  const { data = [] } = useQuery(departmentsQuery);
  const { error: _, onBlur: __, ...field } = form.field('department_id');
  const options = [{ value: '', label: 'No department' }, ...choicesOf(treeOf(data))];
  return <SelectField label="Department" options={options} {...field} />;
}

interface AccessProps {
  person: PersonDetail;
  roles: readonly string[] | undefined;
  setRoles: (roles: readonly string[]) => void;
  groups: readonly string[] | undefined;
  setGroups: (groups: readonly string[]) => void;
}

function Access({ person, roles, setRoles, groups, setGroups }: AccessProps) {
  const manages = useMay('roles.manage');
  const give = useMayGive();
  const { data: offered = [] } = useQuery({ ...rolesQuery, enabled: manages });
  const { data: all = [] } = useQuery(groupsQuery);
  const chosen = all.filter(({ rule, provisioned }) => !rule && !provisioned);
  const around = all.filter(({ group_id }) => person.group_ids?.includes(group_id));
  const ruled = around.filter(({ rule }) => rule);
  const provisioned = around.filter((group) => group.provisioned);
  const inside = groups ?? chosen.map(({ group_id }) => group_id).filter((id) => person.group_ids?.includes(id));
  const held = roles ?? person.role_ids ?? [];
  return (
    <>
      {manages && offered.length ? (
        <Boxes
          title="Roles"
          // What they hold and one cannot take stays to be seen.
          options={offered
            .filter((role) => give.all(role) || held.includes(role.role_id))
            .map((role) => ({ id: role.role_id, label: role.role_name, fixed: !give.all(role) }))}
          chosen={held}
          onChange={setRoles}
        />
      ) : null}
      {chosen.length ? (
        <Boxes
          title="Groups"
          options={chosen.map(({ group_id, group_name }) => ({ id: group_id, label: group_name }))}
          chosen={inside}
          onChange={setGroups}
        />
      ) : null}
      {ruled.length ? (
        <p className="ll-meta">{`By criteria also in ${ruled.map(({ group_name }) => group_name).join(', ')}.`}</p>
      ) : null}
      {provisioned.length ? (
        <p className="ll-meta">{`By your identity provider also in ${provisioned.map(({ group_name }) => group_name).join(', ')}.`}</p>
      ) : null}
    </>
  );
}

interface BoxesProps {
  title: string;
  options: readonly { id: string; label: string; fixed?: boolean }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Boxes({ title, options, chosen, onChange }: BoxesProps) {
  return (
    <fieldset className="ll-rule">
      <legend className="ll-section">{title}</legend>
      <div className="ll-employee-boxes">
        {options.map(({ id, label, fixed }) => (
          <Checkbox
            key={id}
            label={label}
            disabled={fixed}
            checked={chosen.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
}
