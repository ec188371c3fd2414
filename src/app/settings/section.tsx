// The frame of one section: heading, the way back to the list where the list is not beside it.
import type { ReactNode } from 'react';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} measure="reading" back={<BackLink to="/settings">Settings</BackLink>}>
      <div className="ll-settings-section">{children}</div>
    </Page>
  );
}

export interface FactProps {
  term: string;
  /** One line below the term. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A row of a list of facts: what on the left, how much on the right. Goes into `<dl className="ll-settings-facts">`. */
export function Fact({ term, hint, children }: FactProps) {
  return (
    <div className="ll-settings-fact">
      <dt>
        {term}
        {hint ? <span className="ll-meta">{hint}</span> : null}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
