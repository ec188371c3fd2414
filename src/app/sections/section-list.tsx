// The list beside the sections of the settings and of the administration: links in named groups, with one tab stop.
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';

export interface SectionItem {
  label: string;
  icon: LucideIcon;
  to: NonNullable<LinkProps['to']>;
  params?: Record<string, string>;
  /** Words for what is on it, besides its name: the search leads there by them, too. */
  also?: string;
}

export interface SectionGroup {
  label: string;
  items: readonly SectionItem[];
}

interface SectionListProps {
  title: string;
  groups: readonly SectionGroup[];
  /** What wide windows show while nothing is chosen. */
  first?: SectionItem | undefined;
}

export function SectionList({ title, groups, first }: SectionListProps) {
  const shown = groups.filter(({ items }) => items.length > 0);
  const matches = useMatchRoute();
  // It is the list's tab stop.
  const open = shown.flatMap(({ items }) => items).find(({ to }) => matches({ to, fuzzy: true }) !== false) ?? first;
  return (
    <div className="ll-pane-scroll ll-sections" data-scroller="">
      <header className="ll-page-header" data-size="pane">
        <h1 className="ll-page-title ll-heading" tabIndex={-1}>
          {title}
        </h1>
      </header>
      <nav aria-label={title} onKeyDown={(event) => moveFocus(event, 'a', 'column')}>
        {shown.map((group) => (
          <Group key={group.label} group={group} open={open} />
        ))}
      </nav>
    </div>
  );
}

function Group({ group: { label, items }, open }: { group: SectionGroup; open: SectionItem | undefined }) {
  const id = `sections-${label.replaceAll(/\W+/g, '-').toLowerCase()}`;
  return (
    <>
      <h2 id={id}>{label}</h2>
      <ul aria-labelledby={id}>
        {items.map((item) => (
          <li key={item.label}>
            <Link
              to={item.to}
              {...(item.params && { params: item.params })}
              className="ll-section-item"
              aria-current={item === open ? 'page' : undefined}
              tabIndex={item === open ? 0 : -1}
            >
              <item.icon size={20} strokeWidth={1.9} aria-hidden="true" />
              <span>{item.label}</span>
              <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
