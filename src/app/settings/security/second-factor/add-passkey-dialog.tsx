// Adding a passkey: the password, a second factor where there is one, and a name, the browser's own question, and the recovery codes if it is the first second factor.
import { useRef, useState } from 'react';
import { nameOfAgent } from '#contract/agent.ts';
import { addPasskey, beginPasskey } from '#contract/auth/passkeys.ts';
import type { Attestation } from '#contract/auth/webauthn.ts';
import { isPassing } from '#src/api/errors.ts';
import { OwnPassword } from '#src/kit/second-factor/own-password.tsx';
import { makePasskey, type NoPasskey } from '#src/kit/second-factor/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import type { SecondFactorState } from './data.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { ownAddress } from './own-address.ts';
import { answerOf, hasFactor, NO_PASSKEY_USED, OwnFactorField, useOwnFactor } from './own-factor.tsx';
import { answerTexts } from './texts.ts';

const NOT_ADDED: Readonly<Record<NoPasskey | 'unproven', string>> = {
  unproven: NO_PASSKEY_USED,
  cancelled: 'Not added.',
  known: 'This device has a passkey of yours already.',
  unable: 'Not added. This device cannot make a passkey that asks for your finger, your face or a PIN.',
};

interface AddPasskeyDialogProps {
  state: SecondFactorState;
  /** To new recovery codes. */
  onRenew: () => void;
  onClose: () => void;
}

export function AddPasskeyDialog({ state, onRenew, onClose }: AddPasskeyDialogProps) {
  // As it was: what is added here may be known before its answer comes.
  const [before] = useState(state);
  const [codes, setCodes] = useState<readonly string[] | null>();
  if (codes !== undefined) return <KeepCodesDialog codes={codes} onRenew={onRenew} onClose={onClose} />;
  return (
    <Dialog open title="Add a passkey" onClose={onClose}>
      <AddForm state={before} onClose={onClose} onCodes={setCodes} />
    </Dialog>
  );
}

/** Sends what was made; once more the very same if no answer came, for the device would make another. */
function useAdding() {
  const made = useRef<Attestation>(undefined);
  return async (name: string, make: () => Promise<Attestation | undefined>) => {
    made.current ??= await make();
    if (!made.current) return undefined;
    try {
      return await app.call(addPasskey, { name, passkey: made.current });
    } catch (error) {
      if (!isPassing(error)) made.current = undefined;
      throw error;
    }
  };
}

interface AddFormProps extends Omit<AddPasskeyDialogProps, 'onRenew'> {
  onCodes: (codes: readonly string[] | null) => void;
}

function AddForm({ state, onClose, onCodes }: AddFormProps) {
  const byPassword = state.asks === 'password';
  const factor = useOwnFactor(state);
  const proves = hasFactor(state);
  const [not, setNot] = useState<NoPasskey | 'unproven'>();
  const add = useAdding();
  const form = useForm(
    { password: '', code: '', name: nameOfAgent(navigator.userAgent) },
    {
      ...(byPassword && { password: required }),
      ...(proves && !factor.byKey && { code: required }),
      name: required,
    },
    async ({ password, code, name }) => {
      setNot(undefined);
      const added = await add(name, async () => {
        const answer = proves ? await answerOf(factor, code) : {};
        const made = answer
          ? await makePasskey(await app.call(beginPasskey, { ...(byPassword && { password }), ...answer }))
          : 'unproven';
        if (typeof made !== 'string') return made;
        setNot(made);
        return undefined;
      });
      if (!added) return;
      // Of one that was made before nobody says whether codes were.
      if (!added.kept && !proves) return onCodes(added.recovery_codes);
      showToast({ text: 'Passkey added.' });
      onClose();
    },
    answerTexts(factor.hasKey),
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      {not === 'known' || not === 'unable' ? <ErrorNote text={NOT_ADDED[not]} /> : null}
      <p className="ll-muted">
        Your browser asks you to use your fingerprint, your face, a PIN or a security key. Signing in then asks for the
        same, after your password.
      </p>
      {byPassword ? <OwnPassword who={ownAddress()} {...form.field('password')} /> : null}
      {proves ? <OwnFactorField factor={factor} autoFocus={!byPassword} {...form.field('code')} /> : null}
      <TextField
        label="Name"
        hint="So that you know it among your others."
        autoComplete="off"
        maxLength={60}
        {...form.field('name')}
      />
      <p className="ll-meta" role="status">
        {(not === 'cancelled' || not === 'unproven') && !form.busy ? NOT_ADDED[not] : null}
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
