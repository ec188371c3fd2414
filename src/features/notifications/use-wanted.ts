// What one wants to be told of, as screens have it: server data with what waits on top of it.
import { useQuery } from '@tanstack/react-query';
import { settingsKey } from '#src/kit/notifications/keys.ts';
import { useOffline, usePredicted } from '#src/realtime/hooks.ts';
import { type Wanted, wanted } from './live.ts';

export interface WantedQuery {
  /** Undefined until it was read once. */
  readonly data: Wanted | undefined;
  /** It could not be read, and nothing of it is on the device. */
  readonly failed: boolean;
  /** The same, for want of a connection. */
  readonly missing: boolean;
  readonly fetching: boolean;
  readonly retry: () => void;
}

export function useWanted(): WantedQuery {
  const { data, isError, isFetching, refetch } = useQuery<Wanted>({ queryKey: settingsKey });
  const offline = useOffline();
  const shown = usePredicted(wanted, settingsKey, data as Wanted) as Wanted | undefined;
  return {
    data: shown,
    failed: isError && !data && !offline,
    missing: !data && offline,
    fetching: isFetching,
    retry: () => void refetch(),
  };
}
