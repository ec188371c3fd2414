// Everything that is rendered: the state for the shell, the router in it, and the last boundary around both.
import { RouterProvider } from '@tanstack/react-router';
import { Component, type ErrorInfo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { followSystemAppearance } from '#src/kit/ui/theme/appearance.ts';
import { focusAfterNavigation } from './routing/route-focus.ts';
import type { createAppRouter } from './routing/router.ts';
import { ErrorScreen } from './screens/error-screen.tsx';
import { type App, AppContext, type Shell, shellOf } from './state/app-state.ts';

export interface LimelightAppProps {
  router: ReturnType<typeof createAppRouter>;
  app: App;
  /** What the guards of the first page were told. */
  guarded: Shell;
}

export function LimelightApp({ router, app, guarded }: LimelightAppProps) {
  const shell = shellOf(app.state);
  const before = useRef(guarded);
  useEffect(() => {
    if (before.current === shell) return;
    before.current = shell;
    // Signing in or out: the guards decide anew.
    void router.invalidate();
  }, [router, shell]);
  useEffect(() => followSystemAppearance(), []);
  useEffect(() => focusAfterNavigation(router), [router]);
  // The same element: of what changes in the app's state only those are drawn who ask for it.
  const routed = useMemo(() => <RouterProvider router={router} />, [router]);
  return (
    <LastBoundary>
      <AppContext value={app}>{routed}</AppContext>
    </LastBoundary>
  );
}

/** The outer fallback of section 4: when even the root's own error screen cannot stand. */
class LastBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}
