// Choosing a second factor on the way in, where the company asks for one and there is none yet: a passkey, or else an app.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { nameOfAgent } from '#contract/agent.ts';
import { addPasskeyAtDoor, beginPasskeyAtDoor } from '#contract/auth/passkeys.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { makePasskey, type NoPasskey } from '#src/kit/second-factor/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { app } from '#src/realtime/app.ts';
import { authTexts } from '../messages.ts';
import { AuthPage } from './auth-page.tsx';

const NOT_ADDED: Readonly<Record<NoPasskey, string>> = {
  cancelled: 'Not added. Try again, or use an app.',
  known: 'This device has a passkey of yours already. Use another device, or an app.',
  unable: 'This device cannot make a passkey here. Use an app.',
};

const texts = {
  ...authTexts,
  AUTH_OTP_EXPIRED: 'This took too long. Go back and enter your password again.',
  AUTH_OTP_INVALID: 'Not added. Your device did not say that it was you. Please try again.',
};
const open = { skipAuth: true } as const;

export interface AddOnTheWayProps {
  challenge_id: string;
  onDone: (done: ResponseOf<typeof addPasskeyAtDoor>) => void;
  onApp: () => void;
}

export function AddOnTheWay({ challenge_id, onDone, onApp }: AddOnTheWayProps) {
  const [not, setNot] = useState<NoPasskey>();
  const form = useForm(
    {},
    {},
    async () => {
      setNot(undefined);
      const passkey = await makePasskey(await app.call(beginPasskeyAtDoor, { challenge_id }, open));
      if (typeof passkey === 'string') return setNot(passkey);
      const name = nameOfAgent(navigator.userAgent);
      onDone(await app.call(addPasskeyAtDoor, { challenge_id, name, passkey }, open));
    },
    texts,
  );
  return (
    <AuthPage
      title="Set up two-step sign-in"
      lead="Your company asks everybody for a second step besides the password. A passkey is the easiest: your fingerprint, your face, a PIN or a security key."
      back="/sign-in/password"
      error={form.error}
      onSubmit={form.submit}
    >
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Waiting for you…'}>
        Add a passkey
      </Button>
      <Button size="large" wide disabled={form.busy} onClick={onApp}>
        Use an authenticator app
      </Button>
      {not && !form.busy ? (
        <p className="ll-meta" role="status">
          {NOT_ADDED[not]}
        </p>
      ) : null}
      <div className="ll-auth-below">
        <Link to="/sign-in" search={true} className="ll-link">
          Use a different e-mail
        </Link>
      </div>
    </AuthPage>
  );
}
