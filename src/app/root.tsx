// The root of all routes: who may see what, which shell, and what is shown when something breaks.
import {
  createRootRouteWithContext,
  type ErrorComponentProps,
  Outlet,
  redirect,
  useLocation,
  useMatches,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { endSplash } from '#src/boot/splash.ts';
import { ToastHost } from '#src/kit/ui/feedback/toast-host.tsx';
import { forgetFailedParts, lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { accentOf, isThemeName } from '#src/kit/ui/theme/accents.ts';
import { rememberAccent } from '#src/kit/ui/theme/appearance.ts';
import { ThemeRoot } from '#src/kit/ui/theme/theme-root.tsx';
import { isOn } from './nav-items.ts';
import { elsewhere } from './routing/access.ts';
import type { RouterContext } from './routing/router-context.ts';
import { ErrorScreen } from './screens/error-screen.tsx';
import { LoadingScreen } from './screens/loading-screen.tsx';
import { UpdateScreen } from './screens/update-screen.tsx';
import { DelayedHelper } from './shell/delayed-helper.tsx';
import { type AppState, shellOf, useApp } from './state/app-state.ts';
import { notice } from './state/version-notice.ts';
import { isChunkError, newBuild } from './update/chunk-error.ts';

const SignedInShell = lazyPart(() => import('./shell/signed-in-shell.tsx'), 'SignedInShell');
const SignedOutShell = lazyPart(() => import('./shell/signed-out/signed-out-shell.tsx'), 'SignedOutShell');
const InactiveScreen = lazyPart(() => import('./screens/inactive-screen.tsx'), 'InactiveScreen');
const VersionNotice = lazyPart(notice, 'NoticeOverPage');
const NotFoundScreen = lazyPart(() => import('./screens/not-found-screen.tsx'), 'NotFoundScreen');
const ModuleOffScreen = lazyPart(() => import('./screens/not-found-screen.tsx'), 'ModuleOffScreen');

/** A company's own accent, or off with it. Without a connection what was worn at the last start stays. */
const putOn = (theme: string) =>
  import('#src/kit/ui/theme/own-accent.ts').then(
    ({ wear }) => {
      wear(theme);
      rememberAccent(accentOf(theme), true);
    },
    () => {},
  );

/** Starts fetching the shell that will be needed, beside the route's own code. */
export function preloadShell(state: AppState): Promise<void> {
  return (shellOf(state) === 'signed-out' ? SignedOutShell : SignedInShell).preload();
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location, matches }) => {
    const access = matches.at(-1)?.staticData.access ?? 'signed-in';
    const next = 'next' in location.search ? location.search.next : undefined;
    const target = elsewhere(shellOf(context.app().state), access, { href: location.href, next });
    if (!target) return;
    if (target.to === 'next') throw redirect({ href: target.next, replace: true });
    throw redirect({ to: target.to, search: target.next === undefined ? {} : { next: target.next }, replace: true });
  },
  component: Root,
  errorComponent: RootError,
  notFoundComponent: NotFoundScreen,
});

function Root() {
  const { state } = useApp();
  const accent = accentOf(state.theme);
  useEffect(() => void endSplash(), []);
  useEffect(() => {
    if (state.theme === undefined) return;
    rememberAccent(accent);
    if (!isThemeName(state.theme) || document.adoptedStyleSheets.length) void putOn(state.theme);
  }, [state.theme, accent]);
  return (
    <ThemeRoot accent={accent}>
      <Suspense fallback={<LoadingScreen />}>
        <Content state={state} />
      </Suspense>
      {state.versionChanged && !state.inactive ? (
        <Suspense>
          <VersionNotice onSignIn={state.actions.signInAgain} onDismiss={state.actions.dismissVersionNotice} />
        </Suspense>
      ) : null}
      <Waiting known={shellOf(state) !== 'loading'} />
      <ToastHost />
    </ThemeRoot>
  );
}

/** Follows the router's every step, which the shell does not have to be drawn for. */
function Waiting({ known }: { known: boolean }) {
  const busy = useRouterState({ select: (router) => router.isLoading });
  return <DelayedHelper waiting={busy || !known} />;
}

/** The same element: a shell is not drawn anew for the page in it. */
const outlet = <Outlet />;

function Content({ state }: { state: AppState }) {
  const leaf = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const href = useLocation({ select: (location) => location.href });
  const shell = shellOf(state);
  const { actions } = state;
  // Such a page needs neither session nor company, and stands whatever becomes of them.
  if (leaf?.bare) return outlet;
  if (state.failed) throw state.failed;
  if (state.session && state.inactive) {
    return <InactiveScreen who={state.inactive} companyName={state.company?.company_name} onLogOut={actions.logOut} />;
  }
  // While the guard leads elsewhere the old page must not stand in the new shell.
  const leaving = elsewhere(shell, leaf?.access ?? 'signed-in', { href, next: undefined }) !== undefined;
  if (shell === 'loading' || leaving) return <LoadingScreen />;
  if (shell === 'signed-out' || !state.company) {
    return (
      <SignedOutShell first={href.startsWith('/sign-in') && !href.startsWith('/sign-in/')}>{outlet}</SignedOutShell>
    );
  }
  return (
    <SignedInShell company={state.company} task={leaf?.task === true}>
      {isOn(leaf?.module, state.modules) ? outlet : <ModuleOffScreen companyName={state.company.company_name} />}
    </SignedInShell>
  );
}

/** Whatever was thrown below, and not caught: the shell is gone with it, so these screens stand alone. */
function RootError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { actions } = useApp().state;
  const [reportId] = useState(() => crypto.randomUUID().slice(0, 8).toUpperCase());
  if (!isChunkError(error)) return <ErrorScreen reportId={reportId} />;
  const again = async () => {
    const inTheWay = newBuild().then(({ isPageInTheWay }) => isPageInTheWay(error.message));
    if (await inTheWay.catch(() => false)) return;
    forgetFailedParts();
    actions.retryConnection();
    // The lazy route remembers its error until the route is loaded again: both are needed.
    reset();
    void router.invalidate();
  };
  return <UpdateScreen error={error} reset={() => void again()} />;
}
