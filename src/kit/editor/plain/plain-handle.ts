// What the composer may do with the textarea of the first moment, and when it may be taken away from under the hands.
import { docOf, plainText, type RichText } from '#contract/rich-text.ts';
import { joined, textOf, typedSince } from '../document.ts';
import type { PlainHandle } from '../types.ts';

/** Grows the textarea with its text where the browser does not do it (`field-sizing`). */
export function grow(area: HTMLTextAreaElement): void {
  if (globalThis.CSS?.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}

/** The text of any document, a line a block. */
export const flatText = (doc: RichText): string =>
  doc.content.map((block) => plainText({ type: 'doc', content: [block] })).join('\n');

/** Counts what must not be interrupted: an input method composing, a pointer that is down. */
export function createCalm() {
  const busy = new Set<'composing' | 'pointer'>();
  let waiting: (() => void)[] = [];
  const end = (what: 'composing' | 'pointer') => {
    busy.delete(what);
    if (busy.size > 0) return;
    // After the event's own effects: the caret of a click, the last text of an input method.
    const told = waiting;
    waiting = [];
    setTimeout(() => told.forEach((tell) => tell()));
  };
  return {
    compose: () => busy.add('composing'),
    composed: () => end('composing'),
    press: () => {
      busy.add('pointer');
      const up = () => end('pointer');
      addEventListener('pointerup', up, { once: true });
      addEventListener('pointercancel', up, { once: true });
    },
    /** Nothing goes on in what is no longer there. */
    gone: () => {
      busy.clear();
      end('composing');
    },
    /** null when nothing is going on, else a promise of that moment. */
    wait: (): Promise<void> | null => (busy.size === 0 ? null : new Promise((resolve) => waiting.push(resolve))),
  };
}
export type Calm = ReturnType<typeof createCalm>;

interface Plain {
  area: HTMLTextAreaElement;
  /** What stands above the textarea. */
  fixed: RichText | null;
  calm: Calm;
  /** Shows another text and another fixed part. */
  show: (fixed: RichText | null, text: string) => void;
  /** Tells the composer what stands there now. */
  tell: (doc: RichText) => void;
}

/** The handle of the textarea. `find` answers null once it has gone. */
export function plainHandle(find: () => Plain | null): PlainHandle {
  const state = () => {
    const plain = find();
    return { fixed: plain?.fixed ?? null, text: plain?.area.value ?? '' };
  };
  const read = () => {
    const { fixed, text } = state();
    return joined(fixed, text);
  };
  return {
    read,
    focus: () => find()?.area.focus(),
    hasFocus: () => document.activeElement === find()?.area,
    insert: (text) => {
      const plain = find();
      if (!plain) return;
      plain.area.setRangeText(text, plain.area.selectionStart, plain.area.selectionEnd, 'end');
      plain.show(plain.fixed, plain.area.value);
      plain.tell(read());
      plain.area.focus();
    },
    replace: (doc) => {
      const text = textOf(doc);
      find()?.show(text === null ? doc : null, text ?? '');
    },
    hold: () => {
      // Whoever leaves meanwhile takes it off the page, with what stands in it.
      const plain = find();
      const sent = plain?.area.value ?? '';
      const left = () => typedSince(sent, plain?.area.value ?? '');
      return {
        since: () => docOf(left()),
        remove: () => {
          const text = left();
          plain?.show(null, text);
          plain?.tell(docOf(text));
        },
        release: () => undefined,
      };
    },
    calm: () => find()?.calm.wait() ?? null,
    handOver: () => {
      const plain = find();
      const { fixed, text } = state();
      const caret = plain && text ? { from: plain.area.selectionStart, to: plain.area.selectionEnd } : null;
      return {
        fixed,
        text,
        caret,
        focus: document.activeElement === plain?.area,
      };
    },
  };
}
