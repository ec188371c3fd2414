// Beside the list, before a conversation is open.
import { createFileRoute } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';

export const Route = createFileRoute('/connect/')({ component: Nothing });

function Nothing() {
  return (
    <div className="ll-lost">
      <EmptyState
        icon={MessageCircle}
        title="Pick a conversation"
        text="What you open here stays readable without a connection."
      />
    </div>
  );
}
