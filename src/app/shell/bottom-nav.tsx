// Navigation of phones and portrait tablets: thumbs reach it. Me holds everything that is not in it.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import type { NavItem } from '#src/kit/ui/navigation.ts';
import type { NavItems } from '../nav-items.ts';
import { NavLink } from './nav-link.tsx';

export interface BottomNavProps {
  items: NavItems;
  /** One's own, and the address of one's own picture. */
  name: string | undefined;
  src: string | null | undefined;
}

export const BottomNav = memo(function BottomNav({ items, name = '', src }: BottomNavProps) {
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
              <Avatar name={name} src={src} size={26} />
            </span>
            <span className="ll-nav-label">Me</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
});

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
