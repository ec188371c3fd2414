// The number on the app's icon: what the navigation counts, from the first moment that is known to be true. Until then the one
// that is there stays, perhaps from a push. Logging out takes it away (offline/device/leaving/traces.ts).
import { useEffect, useRef } from 'react';
import { setBadge } from '#src/offline/badge.ts';
import { useConnection } from '#src/realtime/hooks.ts';
import type { NavItems } from '../nav-items.ts';

export function AppBadge({ items }: { items: NavItems }) {
  const { lastSyncedAt } = useConnection();
  const isSynced = lastSyncedAt !== null && lastSyncedAt >= performance.timeOrigin;
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (!isSynced) return;
    const badges = [items.main, items.more, items.foot].flat().flatMap(({ badge }) => badge ?? []);
    const show = () => {
      if (badges.some((badge) => badge.isKnown?.() === false)) return;
      const count = badges.reduce((sum, badge) => sum + badge.read(), 0);
      if (count !== shown.current) void setBadge(count);
      shown.current = count;
    };
    show();
    const ends = badges.map((badge) => badge.subscribe(show));
    return () => {
      for (const end of ends) end();
    };
  }, [isSynced, items]);
  return null;
}
