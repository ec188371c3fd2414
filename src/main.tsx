// The browser's start: styles, the data layer, the router, and everything rendered.
import './kit/ui/theme/styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, use, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { subscribe } from 'valtio/vanilla';
import { listConversations } from '#contract/chat.ts';
import { directory } from '#contract/people/directory.ts';
import { errorText } from './api/error-text.ts';
import { LimelightApp } from './app/limelight-app.tsx';
import { preloadShell } from './app/root.tsx';
import { createAppRouter } from './app/routing/router.ts';
import { catchOffer } from './app/settings/install/offer.ts';
import { type App, type AppState, type Shell, shellOf } from './app/state/app-state.ts';
import { prepareCompany, useAppState } from './app/state/use-app-state.ts';
import { installChunkGuard } from './app/update/chunk-error.ts';
import { companyState } from './features/company/store.ts';
import { showToast } from './kit/ui/feedback/toast-store.ts';
import { readLocal, takeNotice } from './offline/storage.ts';
import { app } from './realtime/app.ts';
import { features } from './registry.ts';

/**
 * Milliseconds: for what is on the device; and for what only a spinner could be drawn without, but for a few pages. By then whoever waits is
 * to be told so, which takes the app (src/app/shell/delayed-helper.tsx).
 */
const DISK_MS = 500;
const KNOWN_MS = 3_000;
const PAGE_MS = 500;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

installChunkGuard();
catchOffer();

// Boot queries are there when this returns; what is on disk follows.
const started = app.start({
  registry: async () => (await import('./live-registry.ts')).registry,
  first: [listConversations, directory],
  version: __APP_VERSION__,
  prove: async (reads) => (await import('./app/settings/security/proof/ask.tsx')).askForProof(reads),
  onBroken: (error, frame) => console.error(frame.name, error),
});
prepareCompany();
const notice = takeNotice();
if (notice) showToast({ text: errorText(notice) });
subscribe(app.session.state, prepareCompany);

const { router, hold } = createHeldRouter();

/**
 * The router's guards run outside of rendering: they are given the state of the last render. A page that is on its way out, because the
 * session has ended here or in another tab, stays as it is until it goes: no form is shown that would go with it.
 */
function createHeldRouter() {
  let latest: App | undefined;
  const current = (): App => {
    if (!latest) throw new Error('Nothing was rendered yet');
    return latest;
  };
  return {
    router: createAppRouter({ queryClient: app.queryClient, app: current }),
    hold: (now: App): App => {
      if (!latest || !app.leaving.aborted) latest = now;
      return latest;
    },
  };
}

interface FirstPage {
  /** What its guards were told. */
  readonly shell: Shell;
  readonly ready: Promise<unknown>;
  /** To be called when the router's own part of the picture listens to the history. */
  readonly drawn: () => void;
}
let first: FirstPage | undefined;

/**
 * Ready when there is something to draw. Drawn then, the first picture is one, in slices between which a tap is heard; what the router
 * puts into one that stands already is drawn without a pause. A slow line is not waited for, nor a page that cannot be known yet.
 */
function firstPage(state: AppState): FirstPage {
  const code = preloadShell(state);
  const load = (shell: Shell): FirstPage => {
    if (shell === 'loading') return { shell, ready: Promise.resolve(), drawn: () => {} };
    // A function of its own: the router's own part listens with the other, and each listens once.
    const drawn = router.history.subscribe((change) => void router.load(change));
    const loaded = Promise.race([Promise.allSettled([code, router.load()]), pause(PAGE_MS)]);
    // Of what is on its way out nothing is drawn.
    const ready = loaded.then(() => (app.leaving.aborted ? new Promise(() => {}) : undefined));
    return { shell, ready, drawn };
  };
  first ??= load(shellOf(state));
  return first;
}

function Limelight() {
  'use memo';
  const state = useAppState();
  const now = hold({ state, features });
  const { shell, ready, drawn } = firstPage(state);
  use(ready);
  useEffect(() => drawn(), [drawn]);
  return <LimelightApp router={router} app={now} guarded={shell} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
// As a transition: drawn in slices, between which a tap is heard. Not while somebody is leaving: the page is on its way out.
const show = () =>
  app.leaving.aborted ||
  startTransition(() =>
    createRoot(root).render(
      <QueryClientProvider client={app.queryClient}>
        <Limelight />
      </QueryClientProvider>,
    ),
  );
/** Resolves when there are what a signed-in page needs, and whose company it is of, or when they will not come. */
const known = new Promise<void>((done) => {
  const look = () => {
    if (app.state.failed || !app.session.read() || (app.state.client && !companyState.loading)) done();
  };
  subscribe(app.session.state, look);
  subscribe(app.state, look);
  subscribe(companyState, look);
  look();
});
// What is on the device comes with the first picture: drawn once, not three times. A slow or broken disk is not waited for.
// Who starts while somebody's leaving goes on, from before or in another tab, is shown nothing until that is over.
const waits =
  readLocal('leaving') === true
    ? started
    : app.session.read() &&
      Promise.all([Promise.race([started, pause(DISK_MS)]), Promise.race([known, pause(KNOWN_MS)])]);
if (waits) void waits.then(show, show);
else show();

function register(): void {
  import('./app/update/worker.ts').then(
    ({ registerWorker }) =>
      registerWorker((message) => {
        const { type, url } = (message ?? {}) as { type?: unknown; url?: unknown };
        if (type === 'open' && typeof url === 'string') void router.navigate({ href: url });
      }),
    // The next load tries again.
    () => undefined,
  );
}
// In development there is none. Where the app was not wanted at once, the page has loaded before it (src/boot/start.inline.ts): what keeps
// it up to date leaves the first picture its time.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  if (document.readyState === 'complete') void pause(PAGE_MS).then(register);
  else addEventListener('load', register);
}
