// Tells assistive tools politely what came in, several messages at once: "3 new messages from Amara".
import { useEffect, useRef, useState } from 'react';
import { labelOf } from '#contract/chat/attachment.ts';
import { plainText } from '#contract/rich-text.ts';
import type { ShownMessage } from '../components/rows/rows.ts';

const GATHER_MS = 1_000;

export function Announcer({
  shown,
  known,
  self_id,
  nameOf,
}: {
  shown: readonly ShownMessage[];
  /** The messages are there: until then all of them would be new. */
  known: boolean;
  self_id: string;
  nameOf: (id: string) => string;
}) {
  const [text, setText] = useState('');
  const heard = useRef<number>(undefined);
  // What waits here has no place yet, only one after the last: the next message of somebody else may get it.
  const last = shown.findLast(({ delivery }) => delivery === 'sent' || delivery === 'seen')?.message.seq ?? 0;
  useEffect(() => {
    if (!known) return;
    // What was there when the conversation was opened is read, not announced.
    if (heard.current === undefined) {
      heard.current = last;
      return;
    }
    const timer = setTimeout(() => {
      const fresh = shown.filter(({ message }) => message.seq > (heard.current ?? 0) && message.sender_id !== self_id);
      heard.current = last;
      const [one] = fresh;
      if (!one) return;
      const from = [...new Set(fresh.map(({ message }) => nameOf(message.sender_id)))].join(', ');
      setText(
        fresh.length === 1 && one.message.body
          ? `${from}: ${plainText(one.message.body) || labelOf(one.message.attachments)}`
          : `${fresh.length} new messages from ${from}`,
      );
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [shown, last, known, self_id, nameOf]);
  return (
    <div className="ll-hidden-text" aria-live="polite">
      {text}
    </div>
  );
}
