// Proving an address: the six digits from the mail, or its link, which leads here with a token.
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { errorText } from '#src/api/error-text.ts';
import { ApiError, isPassing } from '#src/api/errors.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { CodeField } from '#src/kit/ui/controls/code-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';
import { emailAddress } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { forgetRegistration, keepSentTo, sentTo } from '#src/offline/device/kept-registration.ts';
import { AuthPage, NewCompany } from '../components/auth-page.tsx';
import { authTexts } from '../messages.ts';
import { resend, verify } from '../requests.ts';
import { rememberEmail, signingIn } from '../store.ts';

export const Route = createFileRoute('/sign-in/verify')({
  staticData: { access: 'signed-out' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  component: Verify,
});

function Verify() {
  const { token: given } = Route.useSearch();
  // The address stays in histories and over shoulders; the token must not.
  const [token] = useState(given);
  const navigate = useNavigate();
  useEffect(() => {
    if (given) void navigate({ to: '/sign-in/verify', search: {}, replace: true });
  }, [given, navigate]);
  return token ? <ByLink token={token} /> : <ByCode />;
}

function ByLink({ token }: { token: string }) {
  const [failed, setFailed] = useState<unknown>();
  const asked = useRef(false);
  const ask = useCallback(() => {
    setFailed(undefined);
    prove({ token }).catch(setFailed);
  }, [token]);
  useEffect(() => {
    // A link works once: React's second run of an effect must not use it up.
    if (asked.current) return;
    asked.current = true;
    ask();
  }, [ask]);
  const error = failed === undefined ? undefined : errorText(failed, authTexts);
  return (
    <AuthPage title={error ? 'This link did not work' : 'One moment…'} error={error}>
      {isPassing(failed) ? (
        <Button kind="primary" size="large" wide onClick={ask}>
          Try again
        </Button>
      ) : error ? (
        <Button asChild kind="primary" size="large" wide>
          <Link to="/sign-in">Go to sign-in</Link>
        </Button>
      ) : (
        <Spinner label="Checking the link" />
      )}
    </AuthPage>
  );
}

const HERE = 'It works for 10 minutes, in the browser that asked for it. You can paste it in one go.';
/** This browser knows of no address: it has not asked for a code, or not lately. */
const ELSEWHERE =
  'A code works in the browser that asked for it. If that is another one, open the link in the mail, or sign in here to get a new code.';

const code = (otp: string) => (otp.length === 6 ? undefined : 'Enter the six digits');

async function prove(input: Parameters<typeof verify>[0]): Promise<void> {
  await verify(input);
  forgetRegistration();
}

function ByCode() {
  const [kept] = useState(sentTo);
  const email = useSnapshot(signingIn).email || kept;
  const form = useForm(
    { email, otp: '' },
    { email: emailAddress, otp: code },
    ({ email: address, otp }) => prove({ email_id: address.trim(), otp }),
    authTexts,
  );
  const { wait, failed, again } = useResend(form.values.email);
  const field = form.field('otp');
  return (
    <AuthPage
      title="Check your e-mail"
      lead={
        email ? (
          <>
            We sent a 6-digit code to <strong>{email}</strong>
          </>
        ) : (
          'Enter your address and the 6-digit code from the mail.'
        )
      }
      back="/sign-in"
      aside={<NewCompany />}
      error={form.error ?? failed}
      onSubmit={form.submit}
    >
      {email ? null : (
        <TextField label="Work e-mail" type="email" autoComplete="username" autoFocus large {...form.field('email')} />
      )}
      <CodeField
        label="Code"
        name="otp"
        autoFocus={email !== ''}
        value={field.value}
        error={field.error}
        hint={email ? HERE : ELSEWHERE}
        onChange={(value) => form.set('otp', value)}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Verifying…'}>
        Verify
      </Button>
      <div className="ll-auth-below">
        {wait > 0 ? (
          <span className="ll-digits">{`Resend in ${Math.floor(wait / 60)}:${String(wait % 60).padStart(2, '0')}`}</span>
        ) : (
          <button type="button" className="ll-link" onClick={again}>
            Send a new code
          </button>
        )}
        <DifferentEmail />
      </div>
    </AuthPage>
  );
}

function DifferentEmail() {
  const navigate = useNavigate();
  const leave = () => {
    rememberEmail('');
    keepSentTo('');
    void navigate({ to: '/sign-in' });
  };
  return (
    <button type="button" className="ll-link" onClick={leave}>
      Use a different e-mail
    </button>
  );
}

/** A new code at most once a minute; the server holds to the same. */
function useResend(email: string): { wait: number; failed: string | undefined; again: () => void } {
  const [wait, setWait] = useState(60);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    const timer = setInterval(() => setWait((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const again = () => {
    setWait(60);
    setFailed(undefined);
    // The answer is the same for every address.
    resend(email.trim()).catch((thrown: unknown) => {
      setWait((thrown instanceof ApiError && thrown.retryAfter) || 0);
      setFailed(errorText(thrown, authTexts));
    });
  };
  return { wait, failed, again };
}
