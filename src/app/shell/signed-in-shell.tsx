// The shell of people with a session and a company: bar, rail and sheet; on phones sheet and bottom navigation.
import { type ReactNode, Suspense, useEffect } from 'react';
import { rememberBoot } from '#src/boot/boot-record.ts';
import { OfflineBanner } from '#src/kit/ui/feedback/offline-banner.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useOfWaiting } from '#src/realtime/hooks.ts';
import { navItems } from '../nav-items.ts';
import { SearchHost } from '../search/search.tsx';
import { type AppCompany, useApp } from '../state/app-state.ts';
import { queuedIn } from '../state/waiting.ts';
import { BottomNav } from './bottom-nav.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

const Notices = lazyPart(() => import('./notices.tsx'), 'Notices');
const Shortcuts = lazyPart(() => import('./shortcuts/shortcuts.tsx'), 'Shortcuts');
const OnDevice = lazyPart(() => import('../state/on-device.tsx'), 'OnDevice');
const TooltipHost = lazyPart(() => import('#src/kit/ui/overlay/tooltip-host.tsx'), 'TooltipHost');

export interface SignedInShellProps {
  company: AppCompany;
  /** A full-screen task on phones: no bottom navigation. */
  task: boolean;
  children: ReactNode;
}

export function SignedInShell({ company, task, children }: SignedInShellProps) {
  const { state, features } = useApp();
  const items = navItems(features, { modules: state.modules, permissions: state.session?.permissions ?? [] });
  useEffect(() => rememberBoot({ signed_in: true }), []);
  return (
    <div className="ll-shell" data-task={task ? '' : undefined}>
      <a className="ll-skip" href="#main">
        Skip to content
      </a>
      <TopBar company={company} state={state} items={items} />
      <Rail items={items} />
      <main id="main" className="ll-sheet" tabIndex={-1}>
        <Suspense>
          <Notices />
        </Suspense>
        {state.connection === 'offline' ? <Offline onRetry={state.actions.retryConnection} /> : null}
        <div className="ll-content">{children}</div>
      </main>
      <BottomNav items={items} me={state.me} />
      <SearchHost />
      <Suspense>
        <Shortcuts />
        <TooltipHost />
        <OnDevice items={items} />
      </Suspense>
    </div>
  );
}

function Offline({ onRetry }: { onRetry: () => void }) {
  return <OfflineBanner queued={useOfWaiting(queuedIn)} onRetry={onRetry} />;
}
