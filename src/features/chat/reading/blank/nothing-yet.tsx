// In the place of the list of conversations while there is none, and beside it before one is open.
import { MessageCircle } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';

export function NothingYet({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      icon={MessageCircle}
      title="No conversations yet"
      text="Write to a colleague, or open a space for your team."
      action={
        <Button kind="primary" onClick={onNew}>
          New message
        </Button>
      }
    />
  );
}

export function NothingOpen() {
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
