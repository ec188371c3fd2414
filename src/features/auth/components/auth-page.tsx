// The frame of every page before signing in: the way back or the name, the other way, heading, form.
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { LogoName } from '#src/kit/ui/art/logo.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import './auth.css';

export interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  /** Where "Back" leads; without it the product's name stands there. */
  back?: NonNullable<LinkProps['to']>;
  /** Right above: another way, such as to register. */
  aside?: ReactNode;
  /** Above the title: the steps of registering. */
  steps?: ReactNode;
  error?: string | undefined;
  /** The server is full: seconds until it is the turn of whoever waits here. */
  turn?: number | undefined;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

export function AuthPage({ title, lead, back, aside, steps, error, turn, onSubmit, children }: AuthPageProps) {
  return (
    <div className="ll-auth">
      <title>{`${title} · Limelight`}</title>
      <header className="ll-auth-top">
        {back ? (
          <Link to={back} className="ll-auth-back">
            <ArrowLeft size={18} strokeWidth={1.9} aria-hidden="true" /> Back
          </Link>
        ) : (
          <LogoName />
        )}
        {aside ? <p className="ll-meta">{aside}</p> : null}
      </header>
      <form className="ll-auth-form" onSubmit={onSubmit} noValidate>
        {steps}
        <h1 className="ll-display" tabIndex={-1}>
          {title}
        </h1>
        {lead ? <p className="ll-auth-lead">{lead}</p> : null}
        {error ? <ErrorNote text={error} /> : null}
        {turn === undefined ? null : <Turn seconds={turn} />}
        {children}
      </form>
    </div>
  );
}

/** The way for whoever has no company here yet. */
export function NewCompany() {
  return (
    <>
      New company? <ToRegister />
    </>
  );
}

export const ToRegister = () => (
  <Link to="/register" className="ll-link">
    Register
  </Link>
);

/** Said once to who listens; the clock beside it is for the eyes. */
function Turn({ seconds }: { seconds: number }) {
  return (
    <p className="ll-auth-turn">
      <span role="status">Many people are logging in right now. You keep your place and need to do nothing.</span>
      <span aria-hidden="true">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </p>
  );
}
