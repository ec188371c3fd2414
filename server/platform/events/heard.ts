// From where on somebody hears a topic: what was said in it before they came may be hidden from them.
import type { EventFrame } from '#contract/kernel/endpoint.ts';

/** From where on somebody hears a topic: what stands up to this seq is hidden from them, and what they had before this revision is of another time. */
export interface Since {
  readonly since_seq: number;
  readonly since_revision: number;
}

/** A topic that somebody may see: all of it, or from somewhere on. */
export type Heard = string | readonly [topic: string, since: Since];

const BEGINNING: Since = { since_seq: 0, since_revision: 0 };

export const sinceOf = (heard: Heard): readonly [topic: string, since: Since] =>
  typeof heard === 'string' ? [heard, BEGINNING] : heard;

/** What is told instead of what somebody may not know: that something happened, so that their revisions follow one another. */
export const HIDDEN = 'hidden';

/** The seq that an event is about; undefined if it is about none. */
export function seqOf({ payload }: Pick<EventFrame, 'payload'>): number | undefined {
  const seq = typeof payload === 'object' && payload && 'seq' in payload ? payload.seq : undefined;
  return typeof seq === 'number' ? seq : undefined;
}

/** That a message is gone says nothing of it, and what quotes it has to hear that. */
const TOLD_TO_ALL: ReadonlySet<string> = new Set(['chat.message_deleted']);

/** The event as it is told to somebody from whom everything up to `since_seq` is hidden. */
export function asHeard<F extends EventFrame>(frame: F, since_seq: number): F | EventFrame {
  const seq = since_seq ? seqOf(frame) : undefined;
  if (seq === undefined || seq > since_seq || TOLD_TO_ALL.has(frame.name)) return frame;
  return { topic: frame.topic, revision: frame.revision, name: HIDDEN, payload: {} };
}
