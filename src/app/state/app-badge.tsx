// The number on the app's icon: what the navigation counts, from the first moment that is known to be true. Until then the one
// that is there stays, perhaps from a push. Logging out takes it away (offline/device/leaving/traces.ts).
import { useEffect, useRef } from 'react';
import { useClient } from '#src/realtime/hooks.ts';
import type { NavItems } from '../nav-items.ts';
import { keepIconNumber, type Told } from './icon-number.ts';

export function AppBadge({ items }: { items: NavItems }) {
  const client = useClient();
  const told = useRef<Told>({ doubtedAt: performance.timeOrigin });
  useEffect(() => {
    const numbers = [items.main, items.more, items.foot].flat().flatMap(({ badge }) => badge ?? []);
    return keepIconNumber(client, numbers, told.current);
  }, [client, items]);
  return null;
}
