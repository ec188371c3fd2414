// The first page of signing in: the work e-mail.
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { errorText } from '#src/api/error-text.ts';
import { emailAddress } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { isTypedBefore, useTypedBefore } from '#src/kit/ui/form/use-typed-before.ts';
import { keepSentTo } from '#src/offline/device/kept-registration.ts';
import { app } from '#src/realtime/app.ts';
import { ToRegister } from '../components/auth-page.tsx';
import { ContinueTo } from '../components/continue-to.tsx';
import { FirstPage } from '../components/first-page.tsx';
import { authTexts } from '../messages.ts';
import { companyOf } from '../requests.ts';
import { rememberEmail, signingIn } from '../store.ts';

export const Route = createFileRoute('/sign-in')({
  staticData: { access: 'signed-out' },
  // Coming back from the company's sign-on without being let in: the code of the reason.
  validateSearch: ({ error, next }: Record<string, unknown>): { error?: string; next?: string } => ({
    ...(typeof error === 'string' && { error }),
    ...(typeof next === 'string' && { next }),
  }),
  // The way in was right, and there is a screen for each; as after a password.
  beforeLoad: ({ search }) => {
    // Whoever is signed in did not come from there.
    if (app.session.read()) return;
    if (search.error === 'ACCOUNT_INACTIVE') throw redirect({ to: '/inactive', replace: true });
    if (search.error === 'COMPANY_SUSPENDED')
      throw redirect({ to: '/inactive', replace: true, state: { paused: 'Your company' } });
  },
  component: SignIn,
});

function SignIn() {
  const { email } = useSnapshot(signingIn);
  const navigate = useNavigate();
  const { error } = Route.useSearch();
  const form = useForm({ email }, { email: emailAddress }, async (values) => {
    const company = await companyOf(values.email);
    rememberEmail(values.email, company);
    // Should a code be asked for, it is by this one.
    keepSentTo('');
    const to = company ? '/sign-in/sso' : '/sign-in/password';
    await navigate({ to, search: (all) => ({ ...all, error: undefined }) });
  });
  const [autoFocus] = useState(() => !isTypedBefore());
  useTypedBefore(form, 'email');
  return (
    <FirstPage
      register={<ToRegister />}
      error={form.error ?? (error && errorText(error, authTexts))}
      busy={form.busy}
      onSubmit={form.submit}
      email={{ autoFocus, ...form.field('email') }}
    >
      <ContinueTo />
    </FirstPage>
  );
}
