// What the shell has besides what is seen of it: its shortcuts, the tips of its buttons, and what it keeps up to date on the device.
import { TooltipHost } from '#src/kit/ui/overlay/tooltip-host.tsx';
import type { NavItems } from '../nav-items.ts';
import { OnDevice } from '../state/on-device.tsx';
import { Shortcuts } from './shortcuts/shortcuts.tsx';

export function Further({ items }: { items: NavItems }) {
  return (
    <>
      <Shortcuts />
      <TooltipHost />
      <OnDevice items={items} />
    </>
  );
}
