// Above the rows of the list of conversations: how old they are without a connection, what waits for an answer, and what whoever is alone
// does first. None of it is there on most days.
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useConnection } from '#src/realtime/hooks.ts';
import { InvitationNote } from '../invitation-note.tsx';
import { FirstSteps } from './first-steps-card.tsx';

export function ListNotes() {
  return (
    <>
      <SavedCopy />
      <InvitationNote />
      <FirstSteps />
    </>
  );
}

/** Shown while what stands here may be old. */
function SavedCopy() {
  const { state, lastSyncedAt } = useConnection();
  const now = useNow();
  if (state !== 'offline' || lastSyncedAt === null) return null;
  const age = relativeTime(lastSyncedAt, now);
  return <p className="ll-list-saved">{`Saved copy · updated ${age === 'Just now' ? 'just now' : age}`}</p>;
}
