// Adding a passkey: the password and a name, the browser's own question, and the recovery codes if it is the first second factor.
import { useState } from 'react';
import { addPasskey, beginPasskey } from '#contract/auth/passkeys.ts';
import { OwnPassword } from '#src/kit/second-factor/own-password.tsx';
import { makePasskey, type NoPasskey } from '#src/kit/second-factor/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { nameOfAgent } from '#src/kit/ui/format/agent.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import type { SecondFactorState } from './data.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { ownAddress } from './own-address.ts';
import { secondFactorTexts } from './texts.ts';

const NOT_ADDED: Readonly<Record<NoPasskey, string>> = {
  cancelled: 'Not added.',
  known: 'This device has a passkey of yours already.',
  unable: 'Not added. This device cannot make a passkey that asks for your finger, your face or a PIN.',
};

const texts = { ...secondFactorTexts, AUTH_OTP_EXPIRED: 'This took too long. Please try again.' };

interface AddPasskeyDialogProps {
  asks: SecondFactorState['asks'];
  onClose: () => void;
}

export function AddPasskeyDialog({ asks, onClose }: AddPasskeyDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>();
  if (codes !== undefined) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog open title="Add a passkey" onClose={onClose}>
      <AddForm asks={asks} onClose={onClose} onCodes={setCodes} />
    </Dialog>
  );
}

interface AddFormProps extends AddPasskeyDialogProps {
  onCodes: (codes: readonly string[] | null) => void;
}

function AddForm({ asks, onClose, onCodes }: AddFormProps) {
  const byPassword = asks === 'password';
  const [not, setNot] = useState<NoPasskey>();
  const form = useForm(
    { password: '', name: nameOfAgent(navigator.userAgent) },
    { ...(byPassword && { password: required }), name: required },
    async ({ password, name }) => {
      setNot(undefined);
      const made = await makePasskey(await app.call(beginPasskey, byPassword ? { password } : {}));
      if (typeof made === 'string') return setNot(made);
      const { recovery_codes, kept } = await app.call(addPasskey, { name, passkey: made });
      if (!kept) return onCodes(recovery_codes);
      showToast({ text: 'Passkey added.' });
      onClose();
    },
    texts,
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      {not && not !== 'cancelled' ? <ErrorNote text={NOT_ADDED[not]} /> : null}
      <p className="ll-muted">
        Your browser asks you to use your fingerprint, your face, a PIN or a security key. Signing in then asks for the
        same, after your password.
      </p>
      {byPassword ? <OwnPassword who={ownAddress()} {...form.field('password')} /> : null}
      <TextField
        label="Name"
        hint="So that you know it among your others."
        autoComplete="off"
        maxLength={60}
        {...form.field('name')}
      />
      <p className="ll-meta" role="status">
        {not === 'cancelled' && !form.busy ? NOT_ADDED.cancelled : null}
      </p>
      <div className="ll-dialog-actions">
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={form.busy && 'Waiting for you…'}>
          Add
        </Button>
      </div>
    </form>
  );
}
