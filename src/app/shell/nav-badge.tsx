// The number at a navigation item, alive.
import { useSyncExternalStore } from 'react';
import { Count } from '#src/kit/ui/feedback/count.tsx';
import type { LiveNumber } from '#src/kit/ui/navigation.ts';

export function NavBadge({ badge }: { badge: LiveNumber }) {
  const value = useSyncExternalStore(badge.subscribe, badge.read);
  return <Count value={value} label={`${value} new`} />;
}
