// A page inside the shell: its heading, its scrolling, its measure. One h1 a page, and the document's title with it.
import { createLink } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './page.css';

export interface PageHeaderProps {
  /** The h1 and, before " · Limelight", the document's title. */
  title: string;
  /** Shown right of the title: a count, a chip. */
  beside?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
  /** A `BackLink`; the heading is then the small one of a page below another. */
  back?: ReactNode;
  /** `title` 28 px (default), `pane` 22 px: the head of a list beside others. */
  size?: 'title' | 'pane';
}

/** 56 px high on phones. Route changes move focus to its h1 (src/app/routing/route-focus.ts). */
export function PageHeader({ title, beside, actions, back, size = 'title' }: PageHeaderProps) {
  return (
    <header className="ll-page-header" data-size={size} data-below={back ? '' : undefined}>
      <title>{`${title} · Limelight`}</title>
      {back}
      <h1 className={classNames('ll-page-title', size === 'pane' ? 'll-heading' : 'll-title')} tabIndex={-1}>
        {title}
      </h1>
      {beside}
      {actions ? <div className="ll-page-actions">{actions}</div> : null}
    </header>
  );
}

export interface PageProps extends PageHeaderProps {
  children: ReactNode;
  /** Longest line: `reading` 760, `focus` 640, `page` 1320 px (default). */
  measure?: 'page' | 'reading' | 'focus';
}

/** A whole page in one pane: scrolls by itself. */
export function Page({ children, measure = 'page', ...header }: PageProps) {
  return (
    <div className="ll-page" data-scroller="">
      <div className="ll-page-inner" data-measure={measure}>
        <PageHeader {...header} />
        {children}
      </div>
    </div>
  );
}

function BackAnchor({ children = 'Back', ...anchor }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...anchor} className="ll-back">
      <ChevronLeft size={22} strokeWidth={1.9} aria-hidden="true" />
      <span className="ll-hidden-text">{children}</span>
    </a>
  );
}

/** The way up, as a typed router link: `<BackLink to="/people" />`. Its children are its name, "Back" if there are none. */
export const BackLink = createLink(BackAnchor);
