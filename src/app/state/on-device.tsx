// What the signed-in app does outside of its window: its name and icon, the number on that, the
// invitation to have it, pushes, and the screen that its next start begins with.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { keepScreens } from '#src/boot/keep-screen.ts';
import { configQuery } from '#src/features/company/queries.ts';
import { companyState } from '#src/features/company/store.ts';
import { accountOf } from '#src/offline/databases.ts';
import { app } from '#src/realtime/app.ts';
import type { NavItems } from '../nav-items.ts';
import { Invitation } from '../settings/install/invitation.tsx';
import { nameApp } from '../settings/install/name-app.ts';
import { AppBadge } from './app-badge.tsx';
import { followShown } from './shown.ts';

/** Long after the first screen. */
const REPAIR_MS = 5_000;
/** One message is pushed to all that are in a space. */
const SPREAD_MS = 10_000;

export function OnDevice({ items }: { items: NavItems }) {
  useEffect(repairPushes, []);
  useEffect(() => followShown(takeDownSoon), []);
  useEffect(() => {
    const who = app.session.read();
    return who ? keepScreens(accountOf(who)) : undefined;
  }, []);
  const icon = useQuery(configQuery).data?.settings.app_icon;
  useEffect(() => {
    const brand = () => nameApp(companyState.company, icon);
    brand();
    return subscribe(companyState, brand);
  }, [icon]);
  return (
    <>
      <AppBadge items={items} />
      <Invitation />
    </>
  );
}

/** What this device is, and what the browser has lost of its pushes since: nobody else would notice. */
function repairPushes(): () => void {
  const later = setTimeout(() => {
    import('#src/features/notifications/device/pushing.ts').then(
      ({ repair }) => repair(),
      // The next start tries again.
      () => undefined,
    );
  }, REPAIR_MS);
  return () => clearTimeout(later);
}

/** It may have been read while the push was on its way: of that nobody will hear any more. */
function takeDownSoon(tag: string): void {
  // What tries whether pushes arrive, tells of nothing (features/notifications/device/self-test.ts).
  if (tag.startsWith('t:') || globalThis.Notification?.permission !== 'granted') return;
  import('#src/features/notifications/device/take-down.ts').then(
    ({ lookSoon }) => lookSoon(SPREAD_MS),
    // The next start does it.
    () => undefined,
  );
}
