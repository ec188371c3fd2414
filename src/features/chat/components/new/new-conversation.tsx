// Writing to somebody, or in a space: chosen in one dialog, and opened.
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { writeNext } from '#src/kit/ui/hooks/wants-to-write.ts';
import { useMay } from '#src/realtime/hooks.ts';
import { conversationLink } from '../../address.ts';
import { ChooseConversation } from './choose-conversation.tsx';
import { NewGroup } from './new-group.tsx';
import { addressOf } from './targets.ts';

export function NewConversation({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [grouping, setGrouping] = useState(false);
  if (grouping) return <NewGroup onClose={onClose} />;
  return (
    <ChooseConversation
      title="New message"
      onClose={onClose}
      onPick={(target) => {
        onClose();
        writeNext();
        void navigate(conversationLink(addressOf(target), false));
      }}
      foot={<Elsewhere onClose={onClose} onGroup={() => setGrouping(true)} />}
    />
  );
}

/** What is not in the list: a group of several, spaces that one is not in yet. */
function Elsewhere({ onClose, onGroup }: { onClose: () => void; onGroup: () => void }) {
  const creates = useMay('spaces.create');
  return (
    <footer className="ll-to-foot">
      <button type="button" className="ll-link" onClick={onGroup}>
        New group
      </button>
      <Link to="/spaces" className="ll-link" onClick={onClose}>
        Browse spaces
      </Link>
      {creates ? (
        <Link to="/spaces/new" className="ll-link" onClick={onClose}>
          New space
        </Link>
      ) : null}
    </footer>
  );
}
