// What the list of conversations has besides its rows: above them the ways across all of them, how old they are without a connection,
// what waits for an answer, and what whoever is alone does first; and the keys of chat.
import type { ListRow } from '../../components/rows/list-rows.ts';
import { ListPlaces } from '../../later/list-places.tsx';
import { ChatKeys } from '../chat-keys.tsx';
import { InvitationNote } from '../invitation-note.tsx';
import { FirstSteps } from './first-steps-card.tsx';
import { SavedCopy } from './saved-copy.tsx';

export interface BesideListProps {
  rows: readonly ListRow[];
  /** Unread ones alone are shown, and this ends it. */
  onAll: (() => void) | undefined;
}

export function BesideList({ rows, onAll }: BesideListProps) {
  return (
    <>
      <ListPlaces onAll={onAll} />
      <SavedCopy />
      <InvitationNote />
      <FirstSteps />
      <ChatKeys rows={rows} />
    </>
  );
}
