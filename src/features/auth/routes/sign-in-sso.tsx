// Signing in where the company has a sign-on of its own: that, or the password. Also where people arrive from there.
import { createFileRoute, Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { errorText } from '#src/api/error-text.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';
import { app } from '#src/realtime/app.ts';
import { AuthPage, NewCompany } from '../components/auth-page.tsx';
import { ChooseCompany } from '../components/choose-company.tsx';
import { UsernameForManagers } from '../components/username.tsx';
import { authTexts } from '../messages.ts';
import { arrive, goThere, idsIn } from '../sso.ts';
import { signingIn } from '../store.ts';
import { usePassword } from '../use-password.ts';
import '../components/sso.css';

export const Route = createFileRoute('/sign-in/sso')({
  staticData: { access: 'signed-out' },
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: Sso,
});

function Sso() {
  const hash = useLocation({ select: (location) => location.hash });
  const { email, company } = useSnapshot(signingIn);
  const [arriving] = useState(() => idsIn(hash));
  if (arriving) return <Arriving ids={arriving} />;
  if (!email || !company) return <Navigate to="/sign-in" search={true} replace />;
  return <Choice email={email} company={company} />;
}

function Arriving({ ids }: { ids: NonNullable<ReturnType<typeof idsIn>> }) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const asked = useRef(false);
  useEffect(() => {
    // React's second run of an effect would find the way on taken already.
    if (asked.current) return;
    asked.current = true;
    const enter = async () => {
      const { session, next } = await arrive(ids);
      // The guard of the routes leads on from here once somebody is signed in.
      await navigate({ to: '/sign-in/sso', search: next === undefined ? {} : { next }, hash: '', replace: true });
      app.signIn(session);
    };
    enter().catch((thrown: unknown) => setError(errorText(thrown, authTexts)));
  }, [ids, navigate]);
  return (
    <AuthPage title={error ? 'This did not work' : 'One moment…'} error={error}>
      {error ? (
        <Button asChild kind="primary" size="large" wide>
          <Link to="/sign-in">Go to sign-in</Link>
        </Button>
      ) : (
        <Spinner label="Signing you in" />
      )}
    </AuthPage>
  );
}

interface ChoiceProps {
  email: string;
  company: { company_name: string; company_logo: string | null };
}

function Choice({ email, company: { company_name, company_logo } }: ChoiceProps) {
  const { next } = Route.useSearch();
  const { form, choices, choose, turn } = usePassword();
  const [going, setGoing] = useState(false);
  const [error, setError] = useState<string>();
  if (choices.length) return <ChooseCompany choices={choices} onChoose={choose} turn={turn} />;
  const go = () => {
    setGoing(true);
    setError(undefined);
    goThere(email, next).catch((thrown: unknown) => {
      setGoing(false);
      setError(errorText(thrown, authTexts));
    });
  };
  return (
    <AuthPage
      title={`Sign in to ${company_name}`}
      lead="Your company offers two ways in."
      back="/sign-in"
      aside={<NewCompany />}
      error={error}
      turn={turn}
      onSubmit={form.submit}
    >
      <div className="ll-sso-who">
        <Avatar name={company_name} src={company_logo} size={40} />
        <div>
          <strong>{company_name}</strong>
          <span className="ll-meta">{email}</span>
        </div>
        <Link to="/sign-in" search={true} className="ll-link">
          Not you?
        </Link>
      </div>
      <Button kind="primary" size="large" wide icon={Building2} busy={going && 'One moment…'} onClick={go}>
        Continue with company sign-on
      </Button>
      <p className="ll-sso-or">or use your password</p>
      <UsernameForManagers email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        large
        aside={
          <Link to="/password/forgot" className="ll-link">
            Forgot it?
          </Link>
        }
        {...form.field('password')}
        error={form.field('password').error ?? form.error}
      />
      <Button size="large" wide type="submit" busy={form.busy && 'Signing in…'}>
        Sign in
      </Button>
    </AuthPage>
  );
}
