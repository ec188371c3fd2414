// Registering a company: its name, then the person, then the code from the mail.
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { emailAddress, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { zoneHere, zoneOptions } from '#src/kit/ui/format/zones.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { firstPassword, passwordTexts } from '../password-checks.ts';
import { register } from '../requests.ts';
import { rememberEmail } from '../store.ts';

export const Route = createFileRoute('/register')({ staticData: { access: 'signed-out' }, component: Register });

interface Company {
  company_name: string;
  time_zone: string;
}

function Register() {
  const [company, setCompany] = useState<Company>({ company_name: '', time_zone: zoneHere });
  const [step, setStep] = useState<1 | 2>(1);
  if (step === 1) {
    return (
      <CompanyStep
        given={company}
        onDone={(given) => {
          setCompany(given);
          setStep(2);
        }}
      />
    );
  }
  return <PersonStep company={company} onBack={() => setStep(1)} />;
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

function CompanyStep({ given, onDone }: { given: Company; onDone: (company: Company) => void }) {
  const form = useForm({ ...given }, { company_name: required }, async (values) => onDone(values));
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

function PersonStep({ company, onBack }: { company: Company; onBack: () => void }) {
  const navigate = useNavigate();
  const form = useForm(
    { first_name: '', last_name: '', email: '', password: '' },
    { first_name: required, last_name: required, email: emailAddress, password: firstPassword },
    async ({ first_name, last_name, email, password }) => {
      await register({ ...company, first_name, last_name, email_id: email.trim(), password });
      rememberEmail(email);
      await navigate({ to: '/sign-in/verify' });
    },
    passwordTexts,
  );
  return (
    <AuthPage
      title="And you?"
      lead={`You will be the owner of ${company.company_name}.`}
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
        <button type="button" className="ll-link" onClick={onBack}>
          Back to the company
        </button>
      </div>
    </AuthPage>
  );
}
