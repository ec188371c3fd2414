// A page beside the list of conversations: its head, and what it scrolls.
import type { ReactNode } from 'react';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { BackLink, PageHeader } from '#src/kit/ui/layout/page.tsx';
import './later.css';

export function LaterPage({ title, children }: { title: string; children: ReactNode }) {
  const { tabletOrMobile } = useMediaRange();
  return (
    <section className="ll-later" aria-label={title}>
      <PageHeader
        title={title}
        size="pane"
        {...(tabletOrMobile && { back: <BackLink to="/connect">All conversations</BackLink> })}
      />
      <div className="ll-later-scroll" data-scroller="">
        <div className="ll-later-inner">{children}</div>
      </div>
    </section>
  );
}

/** What has the focus goes: the one after it gets it, or the one before, or the heading. */
export function focusBeside(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = beside?.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('.ll-later h1');
  next?.focus();
}
