// Tells assistive tools politely what came in, several messages at once: "3 new messages from Amara".
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { labelOf } from '#contract/chat/attachment.ts';
import { plainText } from '#contract/rich-text.ts';
import type { ShownMessage } from '../components/rows/rows.ts';

const GATHER_MS = 1_000;
/** What comes all the time is not waited for any longer. */
const MOST_MS = 4_000;

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
  const [said, setSaid] = useState({ count: 0, text: '' });
  const heard = useRef<number>(undefined);
  /** When the first of those came that are not said yet, in milliseconds since 1970. */
  const since = useRef<number>(undefined);
  // What waits here has no place yet, only one after the last: the next message of somebody else may get it.
  const last = shown.findLast(({ delivery }) => delivery === 'sent' || delivery === 'seen')?.message.seq ?? 0;
  const say = useEffectEvent(() => {
    const fresh = shown.filter(({ message }) => message.seq > (heard.current ?? 0) && message.sender_id !== self_id);
    heard.current = last;
    since.current = undefined;
    const [one] = fresh;
    if (!one) return;
    const from = [...new Set(fresh.map(({ message }) => nameOf(message.sender_id)))].join(', ');
    const text =
      fresh.length === 1 && one.message.body
        ? `${from}: ${plainText(one.message.body) || labelOf(one.message.attachments)}`
        : `${fresh.length} new messages from ${from}`;
    setSaid(({ count }) => ({ count: count + 1, text }));
  });
  // Only what is new starts it: a reaction or an edit would put off what waits to be said.
  useEffect(() => {
    if (!known) return;
    // What was there when the conversation was opened is read, not announced.
    heard.current ??= last;
    if (last <= heard.current) return;
    since.current ??= Date.now();
    const timer = setTimeout(() => say(), Math.min(GATHER_MS, since.current + MOST_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [last, known]);
  return (
    <div className="ll-hidden-text" aria-live="polite">
      {/* A new element each time: the same words again would be no change, and nobody would hear them. */}
      <span key={said.count}>{said.text}</span>
    </div>
  );
}
