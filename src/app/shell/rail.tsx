// Navigation of wide windows: 88 px with icon and label, 224 px with labels beside on very wide ones. One tab stop, arrow
// keys inside.
import { useRouter } from '@tanstack/react-router';
import { LayoutGrid } from 'lucide-react';
import { memo } from 'react';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import type { NavItem } from '#src/kit/ui/navigation.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { NavItems } from '../nav-items.ts';
import { NavLink, useActiveItem } from './nav-link.tsx';

export const Rail = memo(function Rail({ items }: { items: NavItems }) {
  const all = [...items.main, ...items.foot];
  const stop = useActiveItem(all) ?? all[0];
  return (
    <nav className="ll-rail" aria-label="Main" onKeyDown={(event) => moveFocus(event, '.ll-nav-item', 'column')}>
      <ul>
        {items.main.map((item) => (
          <li key={item.label}>
            <NavLink item={item} tabStop={item === stop} />
          </li>
        ))}
        {items.more.length > 0 ? (
          <li>
            <More items={items.more} />
          </li>
        ) : null}
      </ul>
      <ul>
        {items.foot.map((item) => (
          <li key={item.label}>
            <NavLink item={item} tabStop={item === stop} />
          </li>
        ))}
      </ul>
    </nav>
  );
});

function More({ items }: { items: readonly NavItem[] }) {
  const router = useRouter();
  const active = useActiveItem(items);
  const group = {
    items: items.map((item) => ({
      label: item.label,
      icon: item.icon,
      onSelect: () => void router.navigate({ to: item.to }),
    })),
  };
  return (
    <Menu label="More" groups={[group]} side="right">
      {({ onKeyDown: _, ...trigger }) => (
        <button
          {...trigger}
          type="button"
          className="ll-nav-item"
          tabIndex={-1}
          aria-current={active ? 'page' : undefined}
        >
          <span className="ll-nav-pill">
            <LayoutGrid size={21} strokeWidth={1.9} aria-hidden="true" />
          </span>
          <span className="ll-nav-label">More</span>
        </button>
      )}
    </Menu>
  );
}
