// What was written in a conversation that the person is no longer in: it is nowhere else, and nobody can send it any more.
import { useMemo } from 'react';
import { edit, type Message, send } from '#contract/chat.ts';
import { isBlank, plainText } from '#contract/rich-text.ts';
import { RichTextView } from '#src/kit/editor/view/render.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { useClient, useWaiting } from '#src/realtime/hooks.ts';
import { Attachments } from '../../message-parts/attachments/attachments.tsx';
import { isInPlace } from './in-place.ts';
import './unsent-here.css';

export interface UnsentHereProps {
  /** `space/ID`: with all its sub-spaces; `space/ID/SUB`, `thread/ROOT`. */
  place: string;
}

export function UnsentHere({ place }: UnsentHereProps) {
  const waiting = useWaiting();
  const items = useMemo(() => {
    const written = waiting.filter(({ path }) => path === send.path || path === edit.path);
    const refused = written.filter(({ scope, state }) => state === 'failed' && isInPlace(scope, place));
    const ids = new Set(refused.map(({ id }) => id));
    // What is about one of them, an answer or a change, can never be sent either, and goes with it.
    return written.filter(({ id, target }) => ids.has(id) || (target && ids.has(target)));
  }, [waiting, place]);
  if (!items.length) return null;
  return (
    <section className="ll-unsent-here" aria-label="Not sent">
      <h2 className="ll-section">Not sent</h2>
      <p className="ll-muted">What you wrote here stands on this device only.</p>
      <ul>
        {items.map((item) => (
          <Written key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Written({ item }: { item: OutboxItem }) {
  const { outbox } = useClient();
  const { body, attachments } = (item.predicted[0]?.payload ?? {}) as Partial<Message>;
  const doc = body && !isBlank(body) ? body : null;
  return (
    <li>
      {attachments?.length ? <Attachments files={attachments} /> : null}
      {doc ? <RichTextView doc={doc} ground="sheet" /> : null}
      <div>
        {doc ? (
          <Button size="small" onClick={() => void copyText(plainText(doc), 'Text copied')}>
            Copy text
          </Button>
        ) : null}
        <Button size="small" onClick={() => void outbox.discard(item.id)}>
          Discard
        </Button>
      </div>
    </li>
  );
}
