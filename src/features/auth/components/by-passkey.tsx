// The second step of signing in by a passkey.
import type { ReactNode } from 'react';
import { useState } from 'react';
import { askAtDoor } from '#contract/auth/passkeys.ts';
import { provePasskey } from '#src/kit/second-factor/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { app } from '#src/realtime/app.ts';
import { authTexts } from '../messages.ts';
import { answerChallenge } from '../second-factor.ts';
import { AuthPage } from './auth-page.tsx';

const texts = {
  ...authTexts,
  AUTH_OTP_EXPIRED: 'This took too long. Try again, or go back and enter your password again.',
  AUTH_OTP_INVALID: 'This passkey did not open your account. Please try again, or use another way.',
  PASSKEY_NOT_FOUND: 'You have no passkey here any more. Please use another way.',
};

export interface ByPasskeyProps {
  challenge_id: string;
  /** The other ways. */
  children: ReactNode;
}

export function ByPasskey({ challenge_id, children }: ByPasskeyProps) {
  const [not, setNot] = useState('');
  const form = useForm(
    {},
    {},
    async () => {
      setNot('');
      const passkey = await provePasskey(await app.call(askAtDoor, { challenge_id }, { skipAuth: true }));
      if (passkey === 'cancelled') return setNot('No passkey was used. Try again, or use another way.');
      if (typeof passkey === 'string') return setNot('This device cannot use your passkey here. Use another way.');
      await answerChallenge({ challenge_id, passkey });
    },
    texts,
  );
  return (
    <AuthPage
      title="Use your passkey"
      lead="Your browser asks for your fingerprint, your face, a PIN or your security key."
      back="/sign-in/password"
      error={form.error}
      onSubmit={form.submit}
    >
      <Button kind="primary" size="large" wide type="submit" autoFocus busy={form.busy && 'Waiting for you…'}>
        Use your passkey
      </Button>
      {not && !form.busy ? (
        <p className="ll-meta" role="status">
          {not}
        </p>
      ) : null}
      {children}
    </AuthPage>
  );
}
