// The address leads to nothing that the person may see (any more).
import { Link } from '@tanstack/react-router';
import { MessageCircleOff } from 'lucide-react';
import { Suspense } from 'react';
import type { Entry } from '#contract/chat.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { messageErrorText } from '../../messages.ts';

const UnsentHere = lazyPart(() => import('../../later/refused/unsent-here.tsx'), 'UnsentHere');

const CODES = {
  employee: 'EMPLOYEE_NOT_FOUND',
  group: 'GROUP_NOT_FOUND',
  campaign: 'CAMPAIGN_NOT_FOUND',
} as const;

export interface GoneConversationProps {
  entityType: Entry['entity_type'];
  entityId: string;
  /** What was written where is listed, as `UnsentHere` takes it. */
  place: string;
}

export function GoneConversation({ entityType, entityId, place }: GoneConversationProps) {
  return (
    <div className="ll-lost">
      <EmptyState
        level={1}
        icon={MessageCircleOff}
        title="Not here"
        text={
          entityType === 'space' ? (
            <>
              {messageErrorText('SPACE_NOT_FOUND')} {/* Who is not in it may perhaps join it. */}
              <Link className="ll-link" to="/spaces/$space_id" params={{ space_id: entityId }}>
                About this space
              </Link>
            </>
          ) : (
            messageErrorText(CODES[entityType])
          )
        }
        action={
          <Button asChild>
            <Link to="/connect">All conversations</Link>
          </Button>
        }
      />
      <Suspense>
        <UnsentHere place={place} />
      </Suspense>
    </div>
  );
}
