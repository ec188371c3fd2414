// The first page of signing in as it looks. Asks for nothing, so that the build can write it into the page (src/app/shell/signed-out/first-form.tsx).
import { ArrowRight } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField, type TextFieldProps } from '#src/kit/ui/controls/text-field.tsx';
import { AuthPage } from './auth-page.tsx';

export interface FirstPageProps {
  /** The link to it: of the router, where there is one. */
  register: ReactNode;
  error?: string | undefined;
  busy?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  email: Omit<TextFieldProps, 'label'>;
  /** Above the field. */
  children?: ReactNode;
}

export function FirstPage({ register, error, busy, onSubmit, email, children }: FirstPageProps) {
  return (
    <AuthPage
      title="Welcome back"
      lead="Use your work e-mail. We’ll find your company for you."
      aside={<>New company? {register}</>}
      {...(onSubmit && { onSubmit })}
      error={error}
    >
      {children}
      <TextField label="Work e-mail" type="email" autoComplete="username" inputMode="email" large {...email} />
      <Button kind="primary" size="large" wide type="submit" iconAfter={ArrowRight} busy={busy && BUSY}>
        Continue
      </Button>
      <p className="ll-meta">No work e-mail? Ask your manager for an invite link.</p>
    </AuthPage>
  );
}

const BUSY = 'One moment…';
