// The pane beside a conversation: about the space, or about the colleague. Its parts stand beside this file.
import { X } from 'lucide-react';
import { useRef } from 'react';
import type { Address, Entry } from '#contract/chat.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { closesByEscape, useFocusInside, useGivesWay } from '../hooks/use-side-pane.ts';
import { Lists } from './lists/lists.tsx';
import { GroupAbout } from './what/group-about.tsx';
import { PersonAbout } from './what/person-about.tsx';
import { SpaceAbout } from './what/space-about.tsx';
import { Wishes } from './wishes.tsx';
import './about-pane.css';

export interface AboutPaneProps {
  /** Undefined while two people have not written yet, and `conversation_id` with it. */
  entry: Entry | undefined;
  /** The conversation that is open. */
  address: Address;
  conversation_id: string | undefined;
  onClose: () => void;
}

export function AboutPane({ entry: known, address, conversation_id, onClose }: AboutPaneProps) {
  const entry = known ?? emptyEntry(address.entity_id);
  const { desktop } = useMediaRange();
  const pane = useRef<HTMLDivElement>(null);
  useFocusInside(pane, !desktop);
  useGivesWay(pane, !desktop, onClose);
  return (
    <div ref={pane} className="ll-about" onKeyDown={closesByEscape(onClose)}>
      <header className="ll-about-head">
        <h2 className="ll-section" tabIndex={-1}>
          {titleOf(entry)}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      <div className="ll-about-body" data-scroller="">
        <What entry={entry} />
        <Wishes entry={entry} address={address} />
        {conversation_id ? (
          <Lists
            entry={entry}
            address={address}
            conversation_id={conversation_id}
            onLeave={desktop ? undefined : onClose}
          />
        ) : null}
      </div>
    </div>
  );
}

function titleOf({ space, group, read_only }: Entry): string {
  if (space) return 'About this space';
  if (read_only) return 'About this campaign';
  return group ? 'About this group' : 'About';
}

function What({ entry: { space, group, read_only, entity_id } }: { entry: Entry }) {
  if (space) return <SpaceAbout space={space} />;
  if (read_only)
    return <p className="ll-muted">Announcements for you and others. Only those who run this campaign write here.</p>;
  return group ? <GroupAbout conversation_id={entity_id} group={group} /> : <PersonAbout employee_id={entity_id} />;
}

/** Two people who have not written yet. */
const emptyEntry = (entity_id: string): Entry => ({
  entity_type: 'employee',
  entity_id,
  space: null,
  conversations: [],
  latest_message: '',
  latest_message_type: 'text',
  latest_message_time: null,
  unread_message_count: 0,
  mention_count: 0,
  muted: false,
  pinned: false,
});
