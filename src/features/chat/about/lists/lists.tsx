// What was attached and what is pinned, in the pane: in a space that has several sub-spaces of all of them at first, or of the one that
// is open.
import { useState } from 'react';
import type { Address, Entry } from '#contract/chat.ts';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import { Files } from './files.tsx';
import type { ListPlace } from './lists-queries.ts';
import { Pinned } from './pinned.tsx';

export interface ListsProps {
  entry: Entry;
  /** The conversation that is open. */
  address: Address;
  conversation_id: string;
  /** Somebody goes to a message: where the pane covers the conversation, it gives way. */
  onLeave: (() => void) | undefined;
}

type Wanted = 'whole' | 'one';
const choices = [
  { value: 'whole', label: 'Whole space' },
  { value: 'one', label: 'This sub-space' },
] as const;

export function Lists({ entry: { space, read_only }, address, conversation_id, onLeave }: ListsProps) {
  const [wanted, setWanted] = useState<Wanted>('whole');
  const several = space && space.sub_spaces.length > 1 ? space : null;
  const shown = wanted === 'whole' ? several : null;
  const place: ListPlace = shown
    ? { address: { entity_type: 'space', entity_id: shown.space_id }, id: shown.space_id, isWhole: true }
    : { address, id: conversation_id, isWhole: false };
  return (
    <>
      {several ? (
        <Segments
          label="Where pinned messages and files are from"
          options={choices}
          value={wanted}
          onChange={setWanted}
        />
      ) : null}
      {read_only ? null : <Pinned key={`pinned ${place.id}`} place={place} space={shown} onLeave={onLeave} />}
      <Files key={`files ${place.id}`} place={place} space={shown} onLeave={onLeave} />
    </>
  );
}
