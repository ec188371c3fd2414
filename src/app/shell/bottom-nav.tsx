// Navigation of phones and portrait tablets: thumbs reach it. Me holds everything that is not in it.
import { Link } from '@tanstack/react-router';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { NavItem } from '#src/kit/ui/navigation.ts';
import type { NavItems } from '../nav-items.ts';
import type { AppPerson } from '../state/app-state.ts';
import { NavLink } from './nav-link.tsx';

export function BottomNav({ items, me }: { items: NavItems; me: AppPerson | undefined }) {
  const half = Math.ceil((items.bar.length + 1) / 2);
  const { action } = items;
  return (
    <nav className="ll-bottom" aria-label="Main">
      <ul>
        {items.bar.slice(0, half).map((item) => (
          <li key={item.label}>
            <NavLink item={item} />
          </li>
        ))}
        {action ? (
          <li>
            <ActionLink item={action} />
          </li>
        ) : null}
        {items.bar.slice(half).map((item) => (
          <li key={item.label}>
            <NavLink item={item} />
          </li>
        ))}
        <li>
          <Link to="/me" className="ll-nav-item">
            <span className="ll-nav-pill">
              <Avatar name={me ? fullName(me) : ''} src={me?.profile_url} size={26} />
            </span>
            <span className="ll-nav-label">Me</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}

function ActionLink({ item }: { item: NavItem }) {
  return (
    <Link to={item.to} className="ll-nav-item ll-nav-action">
      <span className="ll-nav-raised">
        <item.icon size={26} strokeWidth={2.2} aria-hidden="true" />
      </span>
      <span className="ll-nav-label">{item.label}</span>
    </Link>
  );
}
