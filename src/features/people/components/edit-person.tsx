// Changing a person: one's own harmless fields, or all of them for who manages people.
import { useId, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { PictureField } from '#src/kit/upload/picture-field.tsx';
import { app } from '#src/realtime/app.ts';
import { peopleTexts } from '../messages.ts';
import { updatePerson } from '../mutations.ts';
import type { PersonDetail } from '../queries.ts';

export interface EditPersonProps {
  employee_id: string;
  person: PersonDetail;
  /** Names and position are for who manages people. */
  manages: boolean;
  onClose: () => void;
}

export function EditPerson({ employee_id, person, manages, onClose }: EditPersonProps) {
  const id = useId();
  const managed = {
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    position_title: person.position_title ?? '',
  };
  const own = {
    phone_number: person.phone_number ?? '',
    location: person.location ?? '',
    pronouns: person.pronouns ?? '',
  };
  const before: Record<string, string> = { ...(manages ? managed : {}), ...own };
  const [picture, setPicture] = useState(person.profile_url ?? null);
  const [uploading, setUploading] = useState(false);
  const form = useForm(
    before,
    manages ? { first_name: required, last_name: required } : {},
    async (values) => {
      // Only what was changed: what somebody else changed meanwhile stays.
      const changes: Record<string, string | null> = Object.fromEntries(
        Object.entries(values).filter(([name, value]) => value !== before[name]),
      );
      if (picture !== (person.profile_url ?? null)) changes['profile_url'] = picture;
      if (Object.keys(changes).length) await updatePerson({ employee_id, ...changes });
      showToast({ text: 'Saved' });
      onClose();
    },
    peopleTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit profile"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={(form.busy && 'Saving…') || (uploading && 'Uploading…')}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} className="ll-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <PictureField
          label="Photo"
          name={[person.first_name, person.last_name].filter(Boolean).join(' ')}
          value={picture}
          onChange={setPicture}
          onBusy={setUploading}
          folder="user-manage/employee"
          call={app.call}
          who={app.session.read()}
        />
        {manages ? (
          <>
            <div className="ll-form-pair">
              <TextField label="First name" maxLength={80} {...form.field('first_name')} />
              <TextField label="Last name" maxLength={80} {...form.field('last_name')} />
            </div>
            <TextField label="Position" maxLength={120} {...form.field('position_title')} />
          </>
        ) : null}
        <TextField label="Phone" type="tel" autoComplete="tel" maxLength={32} {...form.field('phone_number')} />
        <TextField label="Location" maxLength={120} {...form.field('location')} />
        <TextField label="Pronouns" maxLength={40} {...form.field('pronouns')} />
      </form>
    </Dialog>
  );
}
