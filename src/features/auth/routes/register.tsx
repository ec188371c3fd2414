// Registering a company: its name, then the person, then the code from the mail. Each step has its place in the history, and what was
// typed outlives a reload.
import { createFileRoute, Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { emailAddress, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { zoneHere, zoneOptions } from '#src/kit/ui/format/zones.ts';
import {
  type KeptRegistration,
  keepRegistration,
  keepSentTo,
  keptRegistration,
} from '#src/offline/device/kept-registration.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { firstPassword, passwordTexts } from '../password-checks.ts';
import { register } from '../requests.ts';
import { rememberEmail } from '../store.ts';

export const Route = createFileRoute('/register')({ staticData: { access: 'signed-out' }, component: Register });

/** What the address says of the second step. The first one is the address alone. */
const YOU = { step: 'you' };
const empty = { company_name: '', time_zone: zoneHere, first_name: '', last_name: '', email: '' };

interface StepProps {
  given: KeptRegistration;
  /** What stands in the fields of this step now. */
  onTyped: (typed: Partial<KeptRegistration>) => void;
}

function Register() {
  const [given, setGiven] = useState<KeptRegistration>(() => ({ ...empty, ...keptRegistration() }));
  const [onTyped] = useState(() => (typed: Partial<KeptRegistration>) => setGiven((all) => ({ ...all, ...typed })));
  useEffect(() => keepRegistration(given), [given]);
  const isSecond = useLocation({ select: ({ search }) => (search as Partial<typeof YOU>).step === YOU.step });
  if (!isSecond) return <CompanyStep given={given} onTyped={onTyped} />;
  // Who comes by the address alone has not said what the company is called.
  if (!given.company_name.trim()) return <Navigate to="/register" replace />;
  return <PersonStep given={given} onTyped={onTyped} />;
}

function Steps({ now }: { now: number }) {
  return (
    <ol className="ll-auth-steps" aria-label="Steps">
      {['Company', 'You', 'Verify'].map((name, index) => (
        <li key={name} aria-current={index + 1 === now ? 'step' : undefined}>
          <span>{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}

const signInInstead = (
  <>
    Already registered?{' '}
    <Link to="/sign-in" className="ll-link">
      Sign in
    </Link>
  </>
);

function CompanyStep({ given: { company_name, time_zone }, onTyped }: StepProps) {
  const navigate = useNavigate();
  const form = useForm({ company_name, time_zone }, { company_name: required }, () =>
    navigate({ to: '/register', search: YOU }),
  );
  useEffect(() => onTyped(form.values), [form.values, onTyped]);
  return (
    <AuthPage
      title="Register your company"
      lead="You can change all of this later."
      back="/sign-in"
      aside={signInInstead}
      steps={<Steps now={1} />}
      error={form.error}
      onSubmit={form.submit}
    >
      <TextField
        label="Company name"
        autoComplete="organization"
        large
        autoFocus
        maxLength={120}
        {...form.field('company_name')}
      />
      <SelectField label="Time zone" options={zoneOptions} {...form.field('time_zone')} />
      <Button kind="primary" size="large" wide type="submit" iconAfter={ArrowRight}>
        Continue
      </Button>
    </AuthPage>
  );
}

function PersonStep({ given: { company_name, time_zone, ...person }, onTyped }: StepProps) {
  const navigate = useNavigate();
  const form = useForm(
    { ...person, password: '' },
    { first_name: required, last_name: required, email: emailAddress, password: firstPassword },
    async ({ first_name, last_name, email, password }) => {
      await register({ company_name, time_zone, first_name, last_name, email_id: email.trim(), password });
      rememberEmail(email);
      keepSentTo(email.trim());
      await navigate({ to: '/sign-in/verify' });
    },
    passwordTexts,
  );
  const { first_name, last_name, email } = form.values;
  useEffect(() => onTyped({ first_name, last_name, email }), [first_name, last_name, email, onTyped]);
  return (
    <AuthPage
      title="And you?"
      lead={`You will be the owner of ${company_name}.`}
      aside={signInInstead}
      steps={<Steps now={2} />}
      error={form.error}
      onSubmit={form.submit}
    >
      <div className="ll-auth-pair">
        <TextField
          label="First name"
          autoComplete="given-name"
          large
          autoFocus
          maxLength={80}
          {...form.field('first_name')}
        />
        <TextField label="Last name" autoComplete="family-name" large maxLength={80} {...form.field('last_name')} />
      </div>
      <TextField
        label="Work e-mail"
        type="email"
        autoComplete="username"
        inputMode="email"
        large
        {...form.field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        large
        hint="At least 8 characters. Longer is better than complicated."
        {...form.field('password')}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Registering…'}>
        Register
      </Button>
      <div className="ll-auth-below">
        <Link to="/register" className="ll-link">
          Back to the company
        </Link>
      </div>
    </AuthPage>
  );
}
