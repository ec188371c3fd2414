// Above the rows of the list of conversations: how old they are without a connection, what waits for an answer, and what whoever is alone
// does first. None of it is there on most days.
import { InvitationNote } from '../invitation-note.tsx';
import { FirstSteps } from './first-steps-card.tsx';
import { SavedCopy } from './saved-copy.tsx';

export function ListNotes() {
  return (
    <>
      <SavedCopy />
      <InvitationNote />
      <FirstSteps />
    </>
  );
}
