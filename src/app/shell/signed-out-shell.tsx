// The shell of everybody else: the light on three colleagues, and a form beside it; on phones below it.
import { type ReactNode, useEffect } from 'react';
import { rememberBoot } from '#src/boot/boot-record.ts';
import { Logo } from '#src/kit/ui/art/logo.tsx';
import { PeopleInTheLight } from '#src/kit/ui/art/people.tsx';
import { OfflineBanner } from '#src/kit/ui/feedback/offline-banner.tsx';
import { useApp } from '../state/app-state.ts';
import './signed-out.css';

export interface SignedOutShellProps {
  /** The page one comes to first: phones give the light more room than on the pages behind it. */
  first: boolean;
  children: ReactNode;
}

export function SignedOutShell({ first, children }: SignedOutShellProps) {
  const { state } = useApp();
  useEffect(() => rememberBoot({ signed_in: false }), []);
  return (
    <div className="ll-welcome" data-first={first ? '' : undefined}>
      <div className="ll-stage" aria-hidden="true">
        <div className="ll-stage-light">
          <div className="ll-stage-beam" />
          <PeopleInTheLight className="ll-stage-people" />
          <Logo size={52} />
        </div>
        <p className="ll-stage-text">Good work deserves the limelight</p>
      </div>
      <main id="main" className="ll-welcome-main" tabIndex={-1}>
        {state.connection === 'offline' ? (
          <OfflineBanner queued={0} onRetry={state.actions.retryConnection} text="Signing in needs a connection." />
        ) : null}
        {children}
      </main>
    </div>
  );
}
