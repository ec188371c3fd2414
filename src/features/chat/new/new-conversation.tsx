// Writing to somebody, or in a space: chosen in one dialog, and opened.
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '#src/realtime/hooks.ts';
import { ChooseConversation } from './choose-conversation.tsx';

export interface NewConversationProps {
  open: boolean;
  onClose: () => void;
}

export function NewConversation({ open, onClose }: NewConversationProps) {
  const navigate = useNavigate();
  if (!open) return null;
  return (
    <ChooseConversation
      title="New message"
      onClose={onClose}
      onPick={({ entity_type, entity_id }) => {
        onClose();
        void navigate({ to: '/connect/$entity_type/$entity_id', params: { entity_type, entity_id } });
      }}
      foot={<Elsewhere onClose={onClose} />}
    />
  );
}

/** What is not in the list: spaces that one is not in yet. */
function Elsewhere({ onClose }: { onClose: () => void }) {
  const creates = useMay('spaces.create');
  return (
    <footer className="ll-to-foot">
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
