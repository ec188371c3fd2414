// What was written in a conversation that the person is no longer in: it is nowhere else, and nobody can send it any more.
import { useId, useMemo, useRef, useState } from 'react';
import { edit, type Message, send } from '#contract/chat.ts';
import { isBlank, plainText } from '#contract/rich-text.ts';
import { RichTextView } from '#src/kit/editor/view/render.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
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
  const { outbox } = useClient();
  const waiting = useWaiting();
  /** Taken out of the list, and for a moment not yet from the device. */
  const [away, setAway] = useState<readonly string[]>([]);
  const items = useMemo(() => {
    const written = waiting.filter(({ path }) => path === send.path || path === edit.path);
    const refused = written.filter(({ scope, state }) => state === 'failed' && isInPlace(scope, place));
    const ids = new Set(refused.map(({ id }) => id));
    // What is about one of them, an answer or a change, can never be sent either, and goes with it.
    return written.filter(({ id, target }) => ids.has(id) || (target && ids.has(target)));
  }, [waiting, place]);
  // What hangs on it goes with it, and comes back with it.
  const gone = new Set(away);
  for (const { id, target } of items) if (target && gone.has(target)) gone.add(id);
  const shown = items.filter(({ id }) => !gone.has(id));
  const discard = (id: string) => {
    setAway((ids) => [...ids, id]);
    const again = () => setAway((ids) => ids.filter((one) => one !== id));
    showToast({
      text: 'Message discarded',
      action: { label: 'Undo', run: again },
      onEnd: (end) => end !== 'action' && void outbox.discard(id),
    });
  };
  return shown.length ? <List items={shown} onDiscard={discard} /> : null;
}

function List({ items, onDiscard }: { items: readonly OutboxItem[]; onDiscard: (id: string) => void }) {
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const focus = useFocusKept({
    next: () => title.current,
    left: () =>
      (section.current?.parentElement?.closest('section') ?? document).querySelector<HTMLElement>(
        '.ll-lost a, [aria-label^="Close"]',
      ),
  });
  return (
    <section className="ll-unsent-here" aria-label="Not sent" ref={section} {...focus}>
      <h2 className="ll-section" tabIndex={-1} ref={title}>
        Not sent
      </h2>
      <p className="ll-muted">What you wrote here stands on this device only.</p>
      <ul>
        {items.map((item) => (
          <Written key={item.id} item={item} onDiscard={() => onDiscard(item.id)} />
        ))}
      </ul>
    </section>
  );
}

function Written({ item, onDiscard }: { item: OutboxItem; onDiscard: () => void }) {
  const id = useId();
  const { body, attachments } = (item.predicted[0]?.payload ?? {}) as Partial<Message>;
  const doc = body && !isBlank(body) ? body : null;
  return (
    <li>
      <div className="ll-unsent-here-words" id={id}>
        {attachments?.length ? <Attachments files={attachments} /> : null}
        {doc ? <RichTextView doc={doc} ground="sheet" /> : null}
      </div>
      <div>
        {doc ? (
          <Button size="small" aria-describedby={id} onClick={() => void copyText(plainText(doc), 'Text copied')}>
            Copy text
          </Button>
        ) : null}
        <Button size="small" aria-describedby={id} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}
