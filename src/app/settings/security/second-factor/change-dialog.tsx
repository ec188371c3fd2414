// New recovery codes, taking the app or a passkey away, or turning two-step sign-in off: all ask for the password and a second factor.
import { useState } from 'react';
import { removePasskey } from '#contract/auth/passkeys.ts';
import { renewRecovery, turnOffSecondFactor } from '#contract/auth/second-factor.ts';
import type { Assertion } from '#contract/auth/webauthn.ts';
import { OwnPassword } from '#src/kit/second-factor/own-password.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import type { OwnPasskey, SecondFactorState } from './data.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { ownAddress } from './own-address.ts';
import { answerOf, NO_PASSKEY_USED, OwnFactorField, useOwnFactor } from './own-factor.tsx';
import { answerTexts } from './texts.ts';

/** `app`: the authenticator app alone, where passkeys stay. */
export type Change = 'renew' | 'off' | 'app' | OwnPasskey;

export interface ChangeDialogProps {
  what: Change;
  state: SecondFactorState;
  onClose: () => void;
}

const WORDS = {
  renew: {
    title: 'Make new recovery codes',
    text: 'The ones you have now stop working.',
    action: 'Make new codes',
    done: '',
  },
  off: {
    title: 'Turn off two-step sign-in',
    text: 'Your password alone opens your account then, and your recovery codes stop working.',
    action: 'Turn off',
    done: 'Two-step sign-in is off.',
  },
  app: {
    title: 'Remove the authenticator app',
    text: 'Signing in does not take its codes any more, and asks for a passkey.',
    action: 'Remove',
    done: 'The authenticator app is removed.',
  },
  passkey: {
    title: 'Remove passkey',
    text: 'Signing in does not take it any more. You can then delete it on your device, too.',
    action: 'Remove',
    done: 'Passkey removed.',
  },
} as const;

/** Without its last factor it is off. */
const isLast = ({ totp_since, passkeys }: SecondFactorState): boolean => totp_since === null && passkeys.length === 1;

export function ChangeDialog({ what, state, onClose }: ChangeDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>();
  // Lost on the way: once more.
  const again = () => setCodes(undefined);
  if (codes !== undefined) return <KeepCodesDialog codes={codes} onRenew={again} onClose={onClose} />;
  const words = WORDS[typeof what === 'string' ? what : 'passkey'];
  const title = typeof what === 'string' ? words.title : `Remove “${what.name}”`;
  return (
    <Dialog open title={title} onClose={onClose}>
      <ChangeForm what={what} state={state} onClose={onClose} onCodes={setCodes} />
    </Dialog>
  );
}

interface Proof {
  password?: string;
  code?: string;
  recovery_code?: string;
  passkey?: Assertion;
}

/** The new recovery codes, if that is what was asked for. */
async function send(what: Change, proof: Proof): Promise<readonly string[] | null | undefined> {
  if (typeof what !== 'string') await app.call(removePasskey, { passkey_id: what.passkey_id, ...proof });
  else if (what === 'renew') return (await app.call(renewRecovery, proof)).recovery_codes;
  else await app.call(turnOffSecondFactor, { ...proof, ...(what === 'app' && { only: 'totp' }) });
  return undefined;
}

const sixDigits = (code: string) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? undefined : 'Enter the six digits');

function ChangeForm({
  what,
  state,
  onClose,
  onCodes,
}: ChangeDialogProps & { onCodes: (codes: readonly string[] | null) => void }) {
  const byPassword = state.asks === 'password';
  const words = WORDS[typeof what === 'string' ? what : 'passkey'];
  const factor = useOwnFactor(state);
  const [not, setNot] = useState('');
  const form = useForm(
    { password: '', code: '' },
    {
      ...(byPassword && { password: required }),
      ...(!factor.byKey && { code: what === 'renew' ? sixDigits : required }),
    },
    async (values) => {
      setNot('');
      const proof: Proof = byPassword ? { password: values.password } : {};
      const answer = await answerOf(factor, values.code);
      if (!answer) return setNot(NO_PASSKEY_USED);
      const codes = await send(what, { ...proof, ...answer });
      if (codes !== undefined) return onCodes(codes);
      showToast({ text: isLast(state) ? WORDS.off.done : words.done });
      onClose();
    },
    answerTexts(factor.hasKey),
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">{typeof what !== 'string' && isLast(state) ? WORDS.off.text : words.text}</p>
      {byPassword ? <OwnPassword who={ownAddress()} {...form.field('password')} /> : null}
      <OwnFactorField factor={factor} appOnly={what === 'renew'} autoFocus={!byPassword} {...form.field('code')} />
      {not ? (
        <p className="ll-meta" role="status">
          {not}
        </p>
      ) : null}
      <div className="ll-dialog-actions">
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind={what === 'renew' ? 'primary' : 'danger'} type="submit" busy={form.busy && 'One moment…'}>
          {words.action}
        </Button>
      </div>
    </form>
  );
}
