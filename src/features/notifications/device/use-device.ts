// How things stand with pushes on this device, looked at anew as often as somebody looks at it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isKnown, type Known } from './address.ts';
import { address, askServer, obstacle, permission, repair, subscription } from './pushing.ts';
import { thisDevice } from './this-device.ts';

export type DeviceState =
  /** Only the installed app can (iOS), or this browser cannot at all, or it was told not to. */
  | { readonly is: 'install' | 'unsupported' | 'denied' | 'off' }
  /** `since`: ISO 8601; null where the server could not be asked. */
  | { readonly is: 'on'; readonly since: string | null }
  /** It should, but something is missing between the browser and the server. */
  | { readonly is: 'broken' };

const deviceQuery = {
  queryKey: ['notifications', 'device'],
  queryFn: look,
  networkMode: 'always',
  gcTime: 0,
  staleTime: 0,
  retry: false,
  meta: { keep: false },
} as const;

async function look(): Promise<DeviceState> {
  const stop = obstacle();
  if (stop) return { is: stop };
  if (permission() === 'denied') return { is: 'denied' };
  if (permission() !== 'granted' || thisDevice().off) return { is: 'off' };
  await repair();
  const known = await askServer().catch(() => undefined);
  return (await works(known).catch(() => false)) ? { is: 'on', since: known?.device?.since ?? null } : { is: 'broken' };
}

/** Where the server cannot be asked, what the browser has will do. */
async function works(known: Known | undefined): Promise<boolean> {
  if (!known) return (await subscription()) !== null;
  const has = await address(known);
  return has !== null && isKnown(has, known);
}

/** Undefined while it is looked at for the first time. */
export function useDevice(): { readonly state: DeviceState | undefined; readonly lookAgain: () => Promise<void> } {
  const { data } = useQuery<DeviceState>(deviceQuery);
  const queryClient = useQueryClient();
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
  // Somebody may come back from the browser's own settings.
  useEffect(() => {
    let status: PermissionStatus | undefined;
    const look = () => void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
    const name = 'notifications' as const;
    void navigator.permissions?.query({ name }).then(
      (found) => {
        status = found;
        status.addEventListener('change', look);
      },
      () => undefined,
    );
    return () => status?.removeEventListener('change', look);
  }, [queryClient]);
  return { state: data, lookAgain };
}
