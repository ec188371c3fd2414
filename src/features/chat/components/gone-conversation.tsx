// The address leads to nothing that the person may see (any more).
import { Link } from '@tanstack/react-router';
import { MessageCircleOff } from 'lucide-react';
import type { Entry } from '#contract/chat.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { messageErrorText } from '../messages.ts';

export function GoneConversation({ entityType }: { entityType: Entry['entity_type'] }) {
  return (
    <div className="ll-lost">
      <EmptyState
        level={1}
        icon={MessageCircleOff}
        title="Not here"
        text={messageErrorText(entityType === 'space' ? 'SPACE_NOT_FOUND' : 'EMPLOYEE_NOT_FOUND')}
        action={
          <Button asChild>
            <Link to="/connect">All conversations</Link>
          </Button>
        }
      />
    </div>
  );
}
