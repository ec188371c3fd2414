// Over the field: what is scheduled for this conversation, and the message that is being answered.
import { X } from 'lucide-react';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { Quote } from '../../components/message/quote.tsx';
import { ScheduledLine } from '../../later/scheduled/scheduled-line.tsx';
import { type Answering, useAnswered } from './use-answered.ts';

export interface AboveFieldProps extends Answering {
  readonly onReplyEnd: () => void;
  readonly nameOf: (employee_id: string) => string;
}

export function AboveField(props: AboveFieldProps) {
  const { address, onReplyEnd, nameOf } = props;
  const { context } = useClient();
  const reply = useAnswered(props);
  return (
    <>
      <ScheduledLine address={address} />
      {reply ? (
        <div className="ll-reply">
          <Quote
            quote={reply}
            name={`Reply to ${reply.sender_id === context.self ? 'yourself' : nameOf(reply.sender_id)}`}
          />
          <IconButton icon={X} label="Don’t reply to it" size="small" onClick={onReplyEnd} />
        </div>
      ) : null}
    </>
  );
}
