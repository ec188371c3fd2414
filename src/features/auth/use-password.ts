// Coming in by password, from either page that asks for it.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '#src/api/errors.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { type Form, useForm } from '#src/kit/ui/form/use-form.ts';
import { inLine } from './in-line.ts';
import { authTexts } from './messages.ts';
import { login } from './requests.ts';
import { rememberChallenge, signingIn } from './store.ts';

export type Choices = Extract<Awaited<ReturnType<typeof login>>, { companies: unknown }>['companies'];

export interface PasswordEntry {
  readonly form: Form<{ password: string }>;
  /** Not empty: the password fits all of these, and one is to be chosen. */
  readonly choices: Choices;
  choose(company_id: string): Promise<unknown>;
  /** Many log in at the same time: seconds until it is this one's turn. */
  readonly turn: number | undefined;
}

export function usePassword(): PasswordEntry {
  const { email } = useSnapshot(signingIn);
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Choices>([]);
  const [turn, setTurn] = useState<number>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);
  const enter = async (password: string, company_id?: string) => {
    try {
      const input = { email_id: email, password, ...(company_id ? { company_id } : {}) };
      const more = await inLine(() => login(input, leaving.current.signal), setTurn, leaving.current.signal);
      if (more && 'challenge_id' in more) {
        rememberChallenge(more.challenge_id, more.to_set_up, more.ways);
        return navigate({ to: '/sign-in/second-factor', search: true });
      }
      setChoices(more?.companies ?? []);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'AUTH_EMAIL_VERIFICATION_PENDING')
        return navigate({ to: '/sign-in/verify', search: true });
      if (error instanceof ApiError && error.code === 'ACCOUNT_INACTIVE') {
        const { company_name: paused } = (error.data ?? {}) as { company_name?: string };
        return navigate({ to: '/inactive', state: { paused } });
      }
      throw error;
    }
  };
  const form = useForm({ password: '' }, { password: required }, ({ password }) => enter(password), authTexts);
  return { form, choices, choose: (company_id) => enter(form.values.password, company_id), turn };
}
