// The shell of everybody who is not signed in.
import { useEffect } from 'react';
import { rememberBoot } from '#src/boot/boot-record.ts';
import { OfflineBanner } from '#src/kit/ui/feedback/offline-banner.tsx';
import { useApp } from '../../state/app-state.ts';
import { Welcome, type WelcomeProps } from './welcome.tsx';

export function SignedOutShell({ first, children }: WelcomeProps) {
  const { state } = useApp();
  useEffect(() => rememberBoot({ signed_in: false }), []);
  return (
    <Welcome first={first}>
      {state.connection === 'offline' ? (
        <OfflineBanner queued={0} onRetry={state.actions.retryConnection} text="Signing in needs a connection." />
      ) : null}
      {children}
    </Welcome>
  );
}
