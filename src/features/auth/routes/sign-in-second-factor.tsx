// The second step of signing in: a passkey, a code of the authenticator app, or one of the recovery codes.
import { createFileRoute, Link, Navigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import { canUsePasskeys } from '#src/kit/second-factor/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { CodeField } from '#src/kit/ui/controls/code-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { AuthPage } from '../components/auth-page.tsx';
import { authTexts } from '../messages.ts';
import { answerChallenge } from '../second-factor.ts';
import { signingIn } from '../store.ts';

export const Route = createFileRoute('/sign-in/second-factor')({
  staticData: { access: 'signed-out' },
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: SecondStep,
});

const ByPasskey = lazyPart(() => import('../components/by-passkey.tsx'), 'ByPasskey');
const SetUpOnTheWay = lazyPart(() => import('../components/set-up-on-the-way.tsx'), 'SetUpOnTheWay');

type Way = 'passkey' | 'totp' | 'recovery';

const OTHER: Readonly<Record<Way, string>> = {
  passkey: 'Use your passkey instead',
  totp: 'Use a code of your app instead',
  recovery: 'Use a recovery code',
};
const texts = { ...authTexts, AUTH_OTP_EXPIRED: 'This took too long. Go back and enter your password again.' };
const sixDigits = (code: string) => (code.length === 6 ? undefined : 'Enter the six digits');

function SecondStep() {
  const { challenge, toSetUp, ways } = useSnapshot(signingIn);
  const usable: Way[] = [...ways.filter((way) => way === 'totp' || canUsePasskeys()), 'recovery'];
  const [chosen, setChosen] = useState<Way>();
  if (!challenge) return <Navigate to="/sign-in" search={true} replace />;
  if (toSetUp)
    return (
      <Suspense>
        <SetUpOnTheWay key={challenge} challenge_id={challenge} byPasskey={usable[0] === 'passkey'} />
      </Suspense>
    );
  const way = chosen ?? usable[0];
  const other = (
    <div className="ll-auth-below">
      {usable
        .filter((one) => one !== way)
        .map((one) => (
          <button key={one} type="button" className="ll-link" onClick={() => setChosen(one)}>
            {OTHER[one]}
          </button>
        ))}
      <Link to="/sign-in" search={true} className="ll-link">
        Use a different e-mail
      </Link>
    </div>
  );
  if (way === 'totp') return <ByApp challenge_id={challenge}>{other}</ByApp>;
  if (way === 'recovery') return <ByRecovery challenge_id={challenge}>{other}</ByRecovery>;
  return (
    <Suspense>
      <ByPasskey challenge_id={challenge}>{other}</ByPasskey>
    </Suspense>
  );
}

interface StepProps {
  challenge_id: string;
  children: ReactNode;
}

function ByApp({ challenge_id, children }: StepProps) {
  const form = useForm({ code: '' }, { code: sixDigits }, ({ code }) => answerChallenge({ challenge_id, code }), texts);
  const field = form.field('code');
  return (
    <AuthPage
      title="Enter your code"
      lead="Open your authenticator app and enter the code that it shows for Limelight."
      back="/sign-in/password"
      error={form.error}
      onSubmit={form.submit}
    >
      <CodeField
        label="Code"
        name="code"
        autoFocus
        value={field.value}
        error={field.error}
        hint="It changes every 30 seconds."
        onChange={(value) => form.set('code', value)}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Signing in…'}>
        Sign in
      </Button>
      {children}
    </AuthPage>
  );
}

function ByRecovery({ challenge_id, children }: StepProps) {
  const form = useForm(
    { recovery_code: '' },
    { recovery_code: required },
    ({ recovery_code }) => answerChallenge({ challenge_id, recovery_code }),
    texts,
  );
  return (
    <AuthPage
      title="Enter a recovery code"
      lead="One of the ten that you saved when you set up two-step sign-in. Each works once."
      back="/sign-in/password"
      error={form.error}
      onSubmit={form.submit}
    >
      <TextField
        label="Recovery code"
        large
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        {...form.field('recovery_code')}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Signing in…'}>
        Sign in
      </Button>
      {children}
    </AuthPage>
  );
}
