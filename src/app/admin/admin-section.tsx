// The frame of one section: heading, the way back to the list where the list is not beside it.
import type { ReactNode } from 'react';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';

export function AdminSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} measure="reading" back={<BackLink to="/admin">Admin</BackLink>}>
      <div className="ll-settings-section">{children}</div>
    </Page>
  );
}
