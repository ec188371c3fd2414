// What stands around every page of a signed-in operator: where one can go, who one is, and the way out.
import { Link, useLocation } from '@tanstack/react-router';
import { Activity, Building2, ListChecks, LogOut, type LucideIcon, Mail, Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Operator } from '#contract/operator.ts';
import { errorText } from '#src/api/error-text.ts';
import { LogoName } from '#src/kit/ui/art/logo.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { signOut } from './data.ts';
import { OperatorLink } from './parts/link.tsx';

const pages: readonly { at: string; label: string; icon: LucideIcon }[] = [
  { at: 'companies', label: 'Companies', icon: Building2 },
  { at: 'jobs', label: 'Jobs', icon: ListChecks },
  { at: 'mail', label: 'Mail', icon: Mail },
  { at: 'health', label: 'Health', icon: Activity },
  { at: 'operators', label: 'Operators', icon: Users },
];

export function Frame({ me, children }: { me: Operator; children: ReactNode }) {
  const [leaving, setLeaving] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const nav = useRef<HTMLElement>(null);
  // On a phone not all of them are in sight: the one that is open is.
  useEffect(() => {
    const here = path && nav.current?.querySelector('[aria-current]');
    if (here) here.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  const leave = async () => {
    setLeaving(true);
    await signOut().catch((error: unknown) => showToast({ text: errorText(error) }));
    setLeaving(false);
  };
  return (
    <div className="op-frame">
      <header className="op-top">
        <LogoName />
        <span className="op-who">
          <span className="ll-hidden-text">Signed in as </span>
          <OperatorLink at="account">{me.name}</OperatorLink>
        </span>
        <Button kind="ghost" size="small" icon={LogOut} busy={leaving && 'Signing out…'} onClick={() => void leave()}>
          Sign out
        </Button>
      </header>
      <nav ref={nav} className="op-nav" aria-label="Operator">
        {pages.map(({ at, label, icon: Icon }) => (
          <Link
            key={at}
            to="/backadmin/$"
            params={{ _splat: at }}
            className="op-nav-link"
            activeOptions={{ exact: false }}
          >
            <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
      <main id="main" className="op-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
