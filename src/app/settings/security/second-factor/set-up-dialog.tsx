// Setting an authenticator app up: the password, the QR code and a first code of the app, the recovery codes.
import { useState } from 'react';
import { beginTotp, confirmTotp } from '#contract/auth/second-factor.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { AppKey } from '#src/kit/second-factor/app-key.tsx';
import { OwnPassword } from '#src/kit/second-factor/own-password.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { CodeField } from '#src/kit/ui/controls/code-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import type { SecondFactorState } from './data.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { ownAddress } from './own-address.ts';
import { type Answer, answerOf, hasFactor, NO_PASSKEY_USED, OwnFactorField, useOwnFactor } from './own-factor.tsx';
import { answerTexts, secondFactorTexts } from './texts.ts';

type Begun = ResponseOf<typeof beginTotp>;
type Codes = ResponseOf<typeof confirmTotp>['recovery_codes'];

const texts = {
  ...secondFactorTexts,
  AUTH_OTP_EXPIRED: 'This took too long. Close this and begin again.',
  AUTH_OTP_TOO_MANY_ATTEMPTS: 'Too many wrong codes. Close this and begin again.',
};

interface SetUpDialogProps {
  state: SecondFactorState;
  /** To new recovery codes. */
  onRenew: () => void;
  onClose: () => void;
}

export function SetUpDialog({ state, onRenew, onClose }: SetUpDialogProps) {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<Codes>();
  if (codes !== undefined) return <KeepCodesDialog codes={codes} onRenew={onRenew} onClose={onClose} />;
  // With passkeys there are recovery codes already.
  const kept = () => {
    showToast({ text: 'The authenticator app is set up.' });
    onClose();
  };
  return (
    <Dialog open title="Set up an authenticator app" onClose={onClose}>
      {begun ? <Confirm begun={begun} onDone={setCodes} onKept={kept} /> : <Begin state={state} onDone={setBegun} />}
    </Dialog>
  );
}

function Begin({ state, onDone }: { state: SecondFactorState; onDone: (begun: Begun) => void }) {
  const byPassword = state.asks === 'password';
  const factor = useOwnFactor(state);
  const proves = hasFactor(state);
  const [not, setNot] = useState('');
  const form = useForm(
    { password: '', code: '' },
    { ...(byPassword && { password: required }), ...(proves && !factor.byKey && { code: required }) },
    async ({ password, code }) => {
      setNot('');
      const answer: Answer | undefined = proves ? await answerOf(factor, code) : {};
      if (!answer) return setNot(NO_PASSKEY_USED);
      // A code would be of the app that is only being set up.
      const { passkey, recovery_code } = answer;
      const proof = { ...(passkey && { passkey }), ...(recovery_code && { recovery_code }) };
      onDone(await app.call(beginTotp, { ...(byPassword && { password }), ...proof }));
    },
    answerTexts(factor.hasKey),
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">
        You need an app that shows codes, like Google Authenticator, Microsoft Authenticator or your password manager.
      </p>
      {byPassword ? <OwnPassword who={ownAddress()} {...form.field('password')} /> : null}
      {proves ? <OwnFactorField factor={factor} autoFocus={!byPassword} {...form.field('code')} /> : null}
      {not ? (
        <p className="ll-meta" role="status">
          {not}
        </p>
      ) : null}
      <div className="ll-dialog-actions">
        <Button kind="primary" type="submit" busy={form.busy && 'One moment…'}>
          Continue
        </Button>
      </div>
    </form>
  );
}

const sixDigits = (code: string) => (code.length === 6 ? undefined : 'Enter the six digits');

interface ConfirmProps {
  begun: Begun;
  onDone: (codes: NonNullable<Codes> | null) => void;
  onKept: () => void;
}

function Confirm({ begun, onDone, onKept }: ConfirmProps) {
  const form = useForm(
    { code: '' },
    { code: sixDigits },
    async ({ code }) => {
      const { recovery_codes, kept } = await app.call(confirmTotp, { code });
      if (kept) onKept();
      else onDone(recovery_codes);
    },
    texts,
  );
  const { value, error } = form.field('code');
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">Scan this with the app. If you cannot, enter the key by hand.</p>
      <AppKey {...begun} />
      <CodeField
        label="The code that the app shows"
        name="code"
        autoFocus
        value={value}
        error={error}
        onChange={(code) => form.set('code', code)}
      />
      <div className="ll-dialog-actions">
        <Button kind="primary" type="submit" busy={form.busy && 'Turning on…'}>
          Turn on
        </Button>
      </div>
    </form>
  );
}
