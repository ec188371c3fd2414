// A new message, as a dialog over the list: it has an address, so that a shortcut of the installed app can lead here.
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { NewConversation } from '../new-conversation.tsx';

export const Route = createFileRoute('/connect/new')({
  staticData: { module: 'chat', dialog: true },
  component: NewMessage,
});

function NewMessage() {
  const navigate = useNavigate();
  return <NewConversation open onClose={() => void navigate({ to: '/connect', replace: true })} />;
}
