// One item of the rail or of the bottom navigation: icon over label, ink pill with a light when it is where you are.
import { Link, useMatchRoute } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { NavItem } from '#src/kit/ui/navigation.ts';
import { NavBadge } from './nav-badge.tsx';

/** Tapping where one already is goes back to the top. */
function toTop(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.currentTarget.getAttribute('aria-current') !== 'page') return;
  for (const scroller of document.querySelectorAll('main [data-scroller]'))
    scroller.scrollTo({ top: 0, behavior: 'smooth' });
}

export interface NavLinkProps {
  item: NavItem;
  /** In a group with arrow keys only one item is a tab stop. */
  tabStop?: boolean;
}

export function NavLink({ item, tabStop = true }: NavLinkProps) {
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      className="ll-nav-item"
      activeOptions={{ exact: item.to === '/' }}
      tabIndex={tabStop ? undefined : -1}
      onClick={toTop}
    >
      <span className="ll-nav-pill">
        <Icon size={21} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <span className="ll-nav-label">{item.label}</span>
      {item.badge ? <NavBadge badge={item.badge} /> : null}
    </Link>
  );
}

/** The item that leads to where we are, if one of them does. */
export function useActiveItem(items: readonly NavItem[]): NavItem | undefined {
  const matches = useMatchRoute();
  return items.find((item) => matches({ to: item.to, fuzzy: item.to !== '/' }) !== false);
}
