// One department, new or changed: its name, where it stands, who leads it.
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { peopleTexts } from '../../messages.ts';
import { createDepartment, type Department, departmentsQuery, updateDepartment } from './data.ts';
import { choicesOf, treeOf } from './tree.ts';

export interface DepartmentFormProps {
  departments: readonly Department[];
  /** Undefined: a new one. */
  department: Department | undefined;
  parent_id: string | null;
  onClose: () => void;
}

export function DepartmentForm({ departments, department, parent_id, onClose }: DepartmentFormProps) {
  const id = useId();
  const client = useQueryClient();
  const [newId] = useState(() => uuid());
  /** As it was when the form was opened: only what differs is sent, so that what somebody else changes meanwhile stays. */
  const [before] = useState(department);
  const [leads, setLeads] = useState<readonly string[]>(department?.lead_id ? [department.lead_id] : []);
  const form = useForm(
    { name: department?.department_name ?? '', parent: parent_id ?? '' },
    { name: required },
    async ({ name, parent }) => {
      const fields = { department_name: name.trim(), parent_id: parent || null, lead_id: leads[0] ?? null };
      const { department_name, parent_id: parentBefore, lead_id } = before ?? {};
      if (before)
        await updateDepartment(before.department_id, {
          ...(fields.department_name !== department_name && { department_name: fields.department_name }),
          ...(fields.parent_id !== parentBefore && { parent_id: fields.parent_id }),
          ...(fields.lead_id !== lead_id && { lead_id: fields.lead_id }),
        });
      else await createDepartment(newId, fields);
      await client.invalidateQueries(departmentsQuery);
      showToast({
        text: department ? `${fields.department_name} is saved.` : `${fields.department_name} was created.`,
      });
      onClose();
    },
    peopleTexts,
  );
  const choices = choicesOf(treeOf(departments), department?.department_id);
  const { error: _, onBlur: __, ...parent } = form.field('parent');
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || leads[0] !== (before?.lead_id ?? undefined)}
      title={department ? department.department_name : 'New department'}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && 'Saving…'}>
            {department ? 'Save' : 'Create department'}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField label="Name" maxLength={80} autoComplete="off" {...form.field('name')} />
        <SelectField
          label="Stands below"
          options={[{ value: '', label: 'Nothing: at the top' }, ...choices]}
          {...parent}
        />
        <PeoplePicker
          label="Led by"
          hint="One colleague, or nobody."
          chosen={leads}
          onChange={(chosen) => setLeads(chosen.slice(-1))}
        />
      </form>
    </Dialog>
  );
}
