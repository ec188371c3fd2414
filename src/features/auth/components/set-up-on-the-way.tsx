// The second step of signing in where the company asks for one and there is none yet: setting it up, and keeping the recovery codes.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import { beginAtDoor, confirmAtDoor } from '#contract/auth/demand.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { errorText } from '#src/api/error-text.ts';
import { AppKey, type AppKeyProps } from '#src/kit/second-factor/app-key.tsx';
import { RecoveryCodes } from '#src/kit/second-factor/recovery-codes.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { CodeField } from '#src/kit/ui/controls/code-field.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { app } from '#src/realtime/app.ts';
import { authTexts } from '../messages.ts';
import { rememberChallenge, signingIn } from '../store.ts';
import { AuthPage } from './auth-page.tsx';

type Done = ResponseOf<typeof confirmAtDoor>;

const AddOnTheWay = lazyPart(() => import('./add-on-the-way.tsx'), 'AddOnTheWay');

const texts = { ...authTexts, AUTH_OTP_EXPIRED: 'This took too long. Go back and enter your password again.' };
const sixDigits = (code: string) => (code.length === 6 ? undefined : 'Enter the six digits');
const open = { skipAuth: true } as const;

/** Kept nowhere: it is a secret, and good for ten minutes. */
const keyQuery = (challenge_id: string) =>
  queryOptions({
    queryKey: ['sign-in', 'set-up', challenge_id],
    queryFn: () => app.call(beginAtDoor, { challenge_id }, open),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { keep: false },
  });

export interface SetUpOnTheWayProps {
  challenge_id: string;
  /** This browser and this page have passkeys. */
  byPasskey: boolean;
}

export function SetUpOnTheWay({ challenge_id, byPasskey }: SetUpOnTheWayProps) {
  const [byApp, setByApp] = useState(!byPasskey);
  const { email } = useSnapshot(signingIn);
  const [done, setDone] = useState<Done>();
  if (!done && !byApp)
    return (
      <Suspense>
        <AddOnTheWay challenge_id={challenge_id} onDone={setDone} onApp={() => setByApp(true)} />
      </Suspense>
    );
  const other = byPasskey ? () => setByApp(false) : undefined;
  if (!done) return <Confirm challenge_id={challenge_id} onDone={setDone} onPasskey={other} />;
  const enter = () => {
    app.signIn(done.session);
    rememberChallenge('');
  };
  return (
    <AuthPage title="Keep your recovery codes">
      <RecoveryCodes codes={done.recovery_codes} who={email} />
      <Button kind="primary" size="large" wide onClick={enter}>
        I have kept them
      </Button>
    </AuthPage>
  );
}

interface ConfirmProps {
  challenge_id: string;
  onDone: (done: Done) => void;
  onPasskey: (() => void) | undefined;
}

function Confirm({ challenge_id, onDone, onPasskey }: ConfirmProps) {
  const query = useQuery(keyQuery(challenge_id));
  const form = useForm(
    { code: '' },
    { code: sixDigits },
    async ({ code }) => onDone(await app.call(confirmAtDoor, { challenge_id, code }, open)),
    texts,
  );
  const { value, error } = form.field('code');
  return (
    <AuthPage
      title="Set up two-step sign-in"
      lead="Your company asks everybody for a code from an app on their phone, besides the password."
      back="/sign-in/password"
      error={query.error ? errorText(query.error, texts) : form.error}
      onSubmit={form.submit}
    >
      {query.data ? (
        <WithKey begun={query.data} />
      ) : query.error ? (
        <Button size="large" wide onClick={() => void query.refetch()} busy={query.isFetching && 'One moment…'}>
          Try again
        </Button>
      ) : (
        <SkeletonRows label="your key" rows={3} size={64} />
      )}
      {query.data ? (
        <>
          <CodeField
            label="The code that the app shows"
            name="code"
            value={value}
            error={error}
            onChange={(code) => form.set('code', code)}
          />
          <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Signing in…'}>
            Turn on and sign in
          </Button>
        </>
      ) : null}
      <div className="ll-auth-below">
        {onPasskey ? (
          <button type="button" className="ll-link" onClick={onPasskey}>
            Use a passkey instead
          </button>
        ) : null}
        <Link to="/sign-in" search={true} className="ll-link">
          Use a different e-mail
        </Link>
      </div>
    </AuthPage>
  );
}

function WithKey({ begun }: { begun: AppKeyProps }) {
  return (
    <>
      <p className="ll-muted">
        Open an app that shows codes, like Google Authenticator, Microsoft Authenticator or your password manager, and
        scan this. If you cannot, enter the key by hand.
      </p>
      <AppKey {...begun} />
    </>
  );
}
