// Somebody of the company as those who manage people change them: what they are beside how their account stands.
import { useId, useState } from 'react';
import type { Person } from '#contract/people.ts';
import { UnsavedGuard } from '#src/kit/ui/form/unsaved-guard.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { app } from '#src/realtime/app.ts';
import { mayStay } from '#src/realtime/page/may-stay.ts';
import { PersonPhoto } from '../../components/person-photo.tsx';
import type { PersonDetail } from '../../queries.ts';
import { useReach } from '../../reach/use-reach.ts';
import { AccountCard } from './account/account-card.tsx';
import { EmployeeHead } from './employee-head.tsx';
import { EmployeeSheet } from './employee-sheet.tsx';
import { AccessCard } from './form/access-card.tsx';
import { Details, Personal } from './form/cards.tsx';
import { changesText } from './form/draft.ts';
import { SaveBar } from './form/save-bar.tsx';
import { useEmployee } from './form/use-employee.ts';
import { RemovePerson } from './leaving/remove-person.tsx';

interface EditEmployeeProps {
  person: Person;
  detail: PersonDetail;
  offline: boolean;
}

export function EditEmployee({ person, detail, offline }: EditEmployeeProps) {
  const { employee_id, first_name } = person;
  const form_id = useId();
  const { ends, covers } = useReach(detail.role_ids);
  const self = app.session.read()?.employee_id === employee_id;
  const employee = useEmployee(employee_id, detail, ends && !self);
  const [uploading, setUploading] = useState(false);
  const name = fullName(person);
  const { values, put, changes, form, save } = employee;
  return (
    <EmployeeSheet foot={<SaveBar {...{ employee, form_id, uploading, offline }} />}>
      <EmployeeHead
        person={person}
        detail={detail}
        photo={
          <PersonPhoto
            name={name}
            look="face"
            value={values.profile_url}
            onChange={(profile_url) => put({ profile_url })}
            onBusy={setUploading}
          />
        }
      />
      <div className="ll-employee-columns">
        <form
          ref={form}
          id={form_id}
          className="ll-employee-column"
          aria-label={`Edit ${name}`}
          tabIndex={-1}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!uploading && !offline) save();
          }}
        >
          <Details employee={employee} employee_id={employee_id} covers={covers} />
          <Personal employee={employee} />
          <AccessCard person={detail} employee={employee} />
        </form>
        <div className="ll-employee-column">
          <AccountCard {...{ employee_id, employee, self, covers, ends, offline }} person={detail} />
          {ends ? <RemovePerson {...{ employee_id, name, first_name, offline }} /> : null}
        </div>
      </div>
      <UnsavedGuard unsaved={changes > 0} what={`${changesText(changes)} to ${name}`} mayStay={mayStay} />
    </EmployeeSheet>
  );
}
