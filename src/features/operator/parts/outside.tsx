// The frame of the pages before signing in.
import type { FormEvent, ReactNode } from 'react';
import { LogoName } from '#src/kit/ui/art/logo.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';

interface OutsideProps {
  title: string;
  lead: string;
  error: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

export function Outside({ title, lead, error, onSubmit, children }: OutsideProps) {
  return (
    <main id="main" className="op-outside" tabIndex={-1}>
      <title>{`${title} · Limelight`}</title>
      <LogoName />
      <form onSubmit={onSubmit} noValidate>
        <h1 className="ll-title" tabIndex={-1}>
          {title}
        </h1>
        <p className="ll-muted">{lead}</p>
        {error ? <ErrorNote text={error} /> : null}
        {children}
      </form>
    </main>
  );
}
