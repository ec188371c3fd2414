// Sends what stands in a field, one at a time, and takes it out of the field only once it cannot be lost any more.
import { isBlank, type RichText, richTextLimits, sizeOf } from '#contract/rich-text.ts';
import type { Field, SendResult } from './types.ts';

// A request has 128 KiB. Only hundreds of mentions or of long addresses come near it, but a message that the server
// refuses for its size would wait in the outbox for nothing. Leaves room for three bytes a character of text.
const MOST_JSON = 100_000;

/** Why a document is too large to be sent, in words for the person who wrote it; null if it is not. */
export function tooLarge(doc: RichText): string | null {
  const { text, nodes, depth } = sizeOf(doc);
  const over = text - richTextLimits.text;
  if (over > 0) return `${over.toLocaleString('en')} ${over === 1 ? 'character' : 'characters'} too many`;
  if (nodes > richTextLimits.nodes || depth > richTextLimits.depth || JSON.stringify(doc).length > MOST_JSON) {
    return 'Too much for one message. Send it in parts.';
  }
  return null;
}

/** One sender a composer. `keep`: the text stays in the field after sending (editing). */
export function createSender() {
  let running: Promise<unknown> | null = null;
  let again = false;

  async function deliver(field: Field, doc: RichText, submit: (doc: RichText) => Promise<void>, keep: boolean) {
    const held = field.hold();
    try {
      await submit(doc);
    } catch {
      held.release();
      return 'failed' as const;
    }
    if (keep) held.release();
    else held.remove();
    return 'sent' as const;
  }

  async function send(
    field: Field,
    submit: (doc: RichText) => Promise<void>,
    keep: boolean,
    loaded = false,
  ): Promise<SendResult> {
    if (running) {
      again = true;
      return 'waits';
    }
    const doc = field.read();
    if (isBlank(doc) && !loaded) return 'blank';
    if (tooLarge(doc)) return 'oversize';
    const delivery = deliver(field, doc, submit, keep);
    running = delivery;
    const result = await delivery;
    running = null;
    const pressedAgain = again;
    again = false;
    if (pressedAgain && result === 'sent' && !keep) return send(field, submit, keep);
    return result;
  }

  return {
    send,
    /** Resolves when nothing is on its way; null if nothing is. */
    busy: (): Promise<unknown> | null => running,
  };
}
