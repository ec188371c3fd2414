// Another name for a passkey.
import { useEffect, useRef } from 'react';
import { renamePasskey } from '#contract/auth/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import type { OwnPasskey } from './data.ts';
import { secondFactorTexts } from './texts.ts';

interface RenamePasskeyDialogProps {
  passkey: OwnPasskey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  return (
    <Dialog open title="Rename passkey" onClose={onClose}>
      <RenameForm passkey={passkey} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ passkey: { passkey_id, name }, onClose }: RenamePasskeyDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  // A dialog that opens gives the focus to its first button.
  useEffect(() => input.current?.select(), []);
  const form = useForm(
    { name },
    { name: required },
    async (values) => {
      await app.call(renamePasskey, { passkey_id, name: values.name });
      showToast({ text: 'Renamed.' });
      onClose();
    },
    secondFactorTexts,
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <TextField ref={input} label="Name" autoComplete="off" maxLength={60} {...form.field('name')} />
      <div className="ll-dialog-actions">
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={form.busy && 'Saving…'}>
          Save
        </Button>
      </div>
    </form>
  );
}
