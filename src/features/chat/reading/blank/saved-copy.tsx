// Above a list of chat that may be old.
import { savedCopy } from '#src/kit/ui/format/saved-copy.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useConnection } from '#src/realtime/hooks.ts';

/** Nothing while there is a connection. */
export function SavedCopy() {
  const { state, lastSyncedAt } = useConnection();
  const now = useNow();
  if (state !== 'offline' || lastSyncedAt === null) return null;
  return <p className="ll-list-saved">{savedCopy(lastSyncedAt, now)}</p>;
}
