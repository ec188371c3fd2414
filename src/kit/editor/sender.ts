// Sends what stands in a field, one at a time, and takes it out of the field only once it cannot be lost any more.
import { isBlank, type RichText, richTextLimits, sizeOf } from '#contract/rich-text.ts';
import type { Field, Held, SendResult } from './types.ts';

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

interface Message {
  readonly doc: RichText;
  readonly held: Held;
  readonly submit: (doc: RichText) => Promise<void>;
}

/** One sender a composer. `keep`: the text stays in the field after sending (editing). */
export function createSender() {
  let running: Promise<unknown> | null = null;
  /** What is on its way and what was sent meanwhile, in order: all of it still stands in the field. */
  let queue: Message[] = [];

  async function deliver(keep: boolean) {
    let stored: Held | undefined;
    // The last to come may come while the one before is being stored.
    for (let next = queue[0]; next; next = queue[0]) {
      try {
        await next.submit(next.doc);
      } catch {
        for (const { held } of queue) held.release();
        stored?.remove();
        return 'failed' as const;
      }
      stored?.release();
      stored = next.held;
      queue.shift();
    }
    if (keep) stored?.release();
    else stored?.remove();
    return 'sent' as const;
  }

  async function send(
    field: Field,
    submit: (doc: RichText) => Promise<void>,
    keep: boolean,
    loaded = false,
  ): Promise<SendResult> {
    const before = queue.at(-1);
    if (before && keep) return 'waits';
    // What comes after this press is another message.
    const doc = before ? before.held.since() : field.read();
    if (isBlank(doc) && (before || !loaded)) return before ? 'waits' : 'blank';
    if (tooLarge(doc)) return 'oversize';
    queue.push({ doc, held: field.hold(), submit });
    if (before) return 'waits';
    running = deliver(keep);
    try {
      return await (running as ReturnType<typeof deliver>);
    } finally {
      running = null;
      queue = [];
    }
  }

  return {
    send,
    /** Resolves when nothing is on its way; null if nothing is. */
    busy: (): Promise<unknown> | null => running,
  };
}
