// The frame of the pages before signing in.
import type { FormEvent, ReactNode } from 'react';
import { LogoName } from '#src/kit/ui/art/logo.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';

interface OutsideProps {
  title: string;
  lead?: string;
  error?: string | undefined;
  /** Left out where there is nothing to fill in. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

export function Outside({ title, lead, error, onSubmit, children }: OutsideProps) {
  const inside = (
    <>
      <h1 className="ll-title" tabIndex={-1}>
        {title}
      </h1>
      {lead ? <p className="ll-muted">{lead}</p> : null}
      {error ? <ErrorNote text={error} /> : null}
      {children}
    </>
  );
  return (
    <main id="main" className="op-outside" tabIndex={-1}>
      <title>{`${title} · Limelight`}</title>
      <LogoName />
      {onSubmit ? (
        <form className="op-outside-body" onSubmit={onSubmit} noValidate>
          {inside}
        </form>
      ) : (
        <div className="op-outside-body">{inside}</div>
      )}
    </main>
  );
}
