// Adding a colleague: picture, name, address, position; the invitation goes out by mail.
import { useId, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { emailAddress, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { peopleTexts } from '../messages.ts';
import { createPerson } from '../mutations.ts';
import { PersonPhoto } from './person-photo.tsx';

export function AddPerson({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [profile_url, setPhoto] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);
  const form = useForm(
    { first_name: '', last_name: '', work_email_id: '', position_title: '' },
    { first_name: required, last_name: required, work_email_id: emailAddress },
    async (values) => {
      const { employee } = await createPerson({
        ...values,
        work_email_id: values.work_email_id.trim(),
        ...(profile_url && { profile_url }),
      });
      showToast({ text: `${employee.first_name} is invited: a mail with a link is on its way.` });
      onClose();
    },
    peopleTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || profile_url !== null}
      title="Add a person"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            busy={(form.busy && 'Inviting…') || (uploading && 'Uploading…')}
          >
            Send the invitation
          </Button>
        </>
      }
    >
      <form id={id} className="ll-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <PersonPhoto name={fullName(form.values)} value={profile_url} onChange={setPhoto} onBusy={setUploading} />
        <div className="ll-form-pair">
          <TextField label="First name" autoComplete="off" maxLength={80} autoFocus {...form.field('first_name')} />
          <TextField label="Last name" autoComplete="off" maxLength={80} {...form.field('last_name')} />
        </div>
        <TextField label="Work e-mail" type="email" autoComplete="off" {...form.field('work_email_id')} />
        <TextField label="Position" autoComplete="off" maxLength={120} {...form.field('position_title')} />
      </form>
    </Dialog>
  );
}
