// The bar of wide windows: whose company this is, the search, whether we are connected, and one's own picture.
import { Link } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import type { NavItems } from '../nav-items.ts';
import { SearchButton } from '../search/search.tsx';
import type { AppCompany, AppState } from '../state/app-state.ts';
import { AvatarMenu } from './account/avatar-menu.tsx';
import { NavBadge } from './nav-badge.tsx';

export function TopBar({ company, state, items }: { company: AppCompany; state: AppState; items: NavItems }) {
  return (
    <header className="ll-top">
      <Link to="/" className="ll-company">
        <Avatar name={company.company_name} src={company.company_logo} size={36} />
        <span className="ll-section ll-ellipsis">{company.company_name}</span>
        <span className="ll-hidden-text">Home</span>
      </Link>
      <SearchButton />
      <div className="ll-top-end">
        {state.connection === 'offline' ? (
          <Chip tone="warn">
            <CloudOff size={16} strokeWidth={1.9} aria-hidden="true" />
            Offline
          </Chip>
        ) : null}
        {items.top.map((item) => (
          <Link
            key={item.label}
            to={item.to}
            className="ll-icon-button ll-top-item"
            data-kind="ghost"
            data-tip={item.label}
          >
            <item.icon size={20} strokeWidth={1.9} aria-hidden="true" />
            <span className="ll-hidden-text">{item.label}</span>
            {item.badge ? <NavBadge badge={item.badge} /> : null}
          </Link>
        ))}
        {state.me ? <AvatarMenu me={state.me} /> : null}
      </div>
    </header>
  );
}
