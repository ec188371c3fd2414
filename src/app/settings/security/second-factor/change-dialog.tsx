// New recovery codes, or turning two-step sign-in off: both ask for the password and a code.
import { useState } from 'react';
import { renewRecovery, turnOffSecondFactor } from '#contract/auth/second-factor.ts';
import { OwnPassword } from '#src/kit/second-factor/own-password.tsx';
import { RecoveryCodes } from '#src/kit/second-factor/recovery-codes.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import type { SecondFactorState } from './data.ts';
import { ownAddress } from './own-address.ts';
import { secondFactorTexts } from './texts.ts';

export interface ChangeDialogProps {
  what: 'renew' | 'off';
  asks: SecondFactorState['asks'];
  onClose: () => void;
}

const TITLES = { renew: 'Make new recovery codes', off: 'Turn off two-step sign-in' } as const;

export function ChangeDialog({ what, asks, onClose }: ChangeDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>();
  if (codes !== undefined)
    return (
      <Dialog
        open
        title="Keep your recovery codes"
        dismissible={false}
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            I have kept them
          </Button>
        }
      >
        <div className="ll-second-form">
          <RecoveryCodes codes={codes} who={ownAddress()} />
        </div>
      </Dialog>
    );
  const off = () => {
    showToast({ text: 'Two-step sign-in is off.' });
    onClose();
  };
  return (
    <Dialog open title={TITLES[what]} onClose={onClose}>
      <ChangeForm what={what} asks={asks} onClose={onClose} onCodes={setCodes} onOff={off} />
    </Dialog>
  );
}

interface ChangeFormProps extends ChangeDialogProps {
  onCodes: (codes: readonly string[] | null) => void;
  onOff: () => void;
}

const anyCode = (code: string) => {
  const plain = code.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(plain) ? { code: plain } : { recovery_code: code };
};

function ChangeForm({ what, asks, onClose, onCodes, onOff }: ChangeFormProps) {
  const byPassword = asks === 'password';
  const renews = what === 'renew';
  const form = useForm(
    { password: '', code: '' },
    { ...(byPassword && { password: required }), code: renews ? sixDigits : required },
    async (values) => {
      const password = byPassword ? { password: values.password } : {};
      if (renews) {
        const code = values.code.replaceAll(/\s/g, '');
        onCodes((await app.call(renewRecovery, { ...password, code })).recovery_codes);
      } else {
        await app.call(turnOffSecondFactor, { ...password, ...anyCode(values.code) });
        onOff();
      }
    },
    secondFactorTexts,
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">
        {renews
          ? 'The ones you have now stop working.'
          : 'Your password alone opens your account then, and your recovery codes stop working.'}
      </p>
      {byPassword ? <OwnPassword who={ownAddress()} {...form.field('password')} /> : null}
      <TextField
        label={renews ? 'Code from the app' : 'Code from the app, or a recovery code'}
        autoComplete="one-time-code"
        autoFocus={!byPassword}
        spellCheck={false}
        maxLength={60}
        {...form.field('code')}
      />
      <div className="ll-dialog-actions">
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind={renews ? 'primary' : 'danger'} type="submit" busy={form.busy && 'One moment…'}>
          {renews ? 'Make new codes' : 'Turn off'}
        </Button>
      </div>
    </form>
  );
}

const sixDigits = (code: string) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? undefined : 'Enter the six digits');
