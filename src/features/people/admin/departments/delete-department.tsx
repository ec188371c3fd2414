// Dissolving a department: where the people in it and the departments below it go is asked first.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { peopleTexts } from '../../messages.ts';
import { peopleCount } from '../../roles/words.ts';
import { type Department, deleteDepartment, departmentsQuery } from './data.ts';
import { choicesOf, treeOf } from './tree.ts';

export interface DeleteDepartmentProps {
  department: Department;
  departments: readonly Department[];
  onClose: () => void;
}

export function DeleteDepartment({ department, departments, onClose }: DeleteDepartmentProps) {
  const { department_id, department_name, members, parent_id } = department;
  const client = useQueryClient();
  const children = departments.filter((one) => one.parent_id === department_id).length;
  const [to, setTo] = useState(parent_id ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const full = members > 0 || children > 0;
  const remove = async () => {
    setBusy(true);
    try {
      await deleteDepartment(department_id, full ? to : undefined);
      await client.invalidateQueries(departmentsQuery);
      showToast({ text: `${department_name} is deleted.` });
      onClose();
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={`Delete ${department_name}?`}
      action="Delete department"
      danger
      busy={busy && 'Deleting…'}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <div className="ll-form">
        {error ? <ErrorNote text={error} /> : null}
        <p>{full ? `In it: ${contents(members, children)}.` : 'Nobody is in it. It cannot be brought back.'}</p>
        {full ? (
          <SelectField
            label="They go to"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            options={[{ value: '', label: 'No department' }, ...choicesOf(treeOf(departments), department_id)]}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

const contents = (people: number, departments: number): string =>
  [people && peopleCount(people), departments && (departments === 1 ? '1 department' : `${departments} departments`)]
    .filter(Boolean)
    .join(' and ');
