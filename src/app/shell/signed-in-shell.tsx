// The shell of people with a session and a company: bar, rail and sheet; on phones sheet and bottom navigation.
import { memo, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { rememberBoot } from '#src/boot/boot-record.ts';
import { OfflineBanner } from '#src/kit/ui/feedback/offline-banner.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useIsNarrow } from '#src/kit/ui/hooks/media-range.ts';
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
const Further = lazyPart(() => import('./further.tsx'), 'Further');

export interface SignedInShellProps {
  company: AppCompany;
  /** A full-screen task on phones: no bottom navigation. */
  task: boolean;
  children: ReactNode;
}

export const SignedInShell = memo(function SignedInShell({ company, task, children }: SignedInShellProps) {
  const { state, features } = useApp();
  const { modules, session, me } = state;
  // Not hidden by CSS alone: each of the three is dear to draw. (Below a full-screen task the last one is: it is back at once.)
  const narrow = useIsNarrow();
  const permissions = session?.permissions;
  const items = useMemo(() => navItems(features, { modules, permissions }), [features, modules, permissions]);
  useEffect(() => rememberBoot({ signed_in: true }), []);
  return (
    <div className="ll-shell" data-task={task ? '' : undefined}>
      <a className="ll-skip" href="#main">
        Skip to content
      </a>
      {narrow ? null : (
        <>
          <TopBar company={company} state={state} items={items} />
          <Rail items={items} />
        </>
      )}
      <main id="main" className="ll-sheet" tabIndex={-1}>
        <Suspense>
          <Notices />
        </Suspense>
        {state.connection === 'offline' ? <Offline onRetry={state.actions.retryConnection} /> : null}
        <div className="ll-content">{children}</div>
      </main>
      {narrow ? <BottomNav items={items} name={me && fullName(me)} src={me?.profile_url} /> : null}
      <SearchHost />
      <Suspense>
        <Further items={items} />
      </Suspense>
    </div>
  );
});

function Offline({ onRetry }: { onRetry: () => void }) {
  return <OfflineBanner queued={useOfWaiting(queuedIn)} onRetry={onRetry} />;
}
