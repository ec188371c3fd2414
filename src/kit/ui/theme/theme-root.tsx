// The element that Radix' styles hang on. It carries what Radix' own <Theme> would write; that component also brings the
// tooltip provider with its positioning library into the entry, which nothing here needs. (Radix components that open
// portals want the original: this kit has its own on the platform's dialog and popover.)
import type { ReactNode } from 'react';
import type { Accent } from '#src/boot/boot-record.ts';

export function ThemeRoot({ accent, children }: { accent: Accent; children: ReactNode }) {
  return (
    <div
      className="radix-themes"
      data-is-root-theme="true"
      data-accent-color={accent}
      data-gray-color="olive"
      data-has-background="false"
      data-panel-background="solid"
      data-radius="large"
      data-scaling="100%"
    >
      {children}
    </div>
  );
}
