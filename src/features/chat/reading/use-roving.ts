// The list of messages as one tab stop: the focus comes to one message, J and K go on from there, Tab leads into what can be
// done with it and then out of the list.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import type { Row } from '../components/rows/rows.ts';

const STOPS =
  'a[href], button:not([disabled]), input, textarea, select, audio[controls], video[controls], [contenteditable=true], [tabindex="0"]';
/** A row that has to be drawn first is there after some frames. */
const FRAMES = 20;

export interface RovingInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  /** Indexes of the first and last row on the screen, and whether that is the end of all. */
  readonly view: { readonly top: number; readonly bottom: number; readonly atEnd: boolean };
  /** True at the end. Known before the view is, which is looked at only once the list has come to rest. */
  readonly stick: { readonly current: boolean };
  /** The row of this key stays in the document wherever one scrolls. */
  readonly keep: (key: string | undefined) => void;
  /** The message that a link has led to. */
  readonly lit: string | undefined;
  /** The message that is being changed. */
  readonly edited: string | undefined;
}

/** Give what it returns to an element right behind the list: from there Tab goes on. */
export function useRoving(props: RovingInput): RefObject<HTMLSpanElement | null> {
  const { scroller, list, rows, view, stick, keep, lit, edited } = props;
  const end = useRef<HTMLSpanElement>(null);
  /** The message that has the focus, or had it last. */
  const active = useRef<string>(undefined);
  /** Tab moves the focus right now; and out of the list. */
  const tabbing = useRef(false);
  const leaving = useRef(false);
  /** Gets the focus as soon as it is drawn. */
  const arriving = useRef<string>(undefined);
  useEffect(() => {
    if (lit !== undefined) active.current = lit;
  }, [lit]);
  const articleOf = (key: string | undefined) =>
    key === undefined
      ? null
      : (scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(key)}"]`) ?? null);
  // Its field takes the focus by itself, but not while its row, come from beyond the screen, is not measured yet.
  const intoField = useEffectEvent(() => {
    const arrive = (frames: number) => {
      const article = articleOf(edited);
      if (!frames || article?.contains(document.activeElement)) return;
      article?.querySelector<HTMLElement>('textarea, [contenteditable=true]')?.focus({ preventScroll: true });
      requestAnimationFrame(() => arrive(frames - 1));
    };
    if (edited) arrive(FRAMES);
  });
  useEffect(() => intoField(), [edited]);
  const indexOf = (key: string | undefined) => rows.findIndex((row) => row.key === key);
  const messageFrom = (from: number, step: 1 | -1): number => {
    for (let at = from; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'message') return at;
    return -1;
  };
  /** The active one if it is on the screen, else the one that stands lowest there. */
  const current = (): number => {
    const at = indexOf(active.current);
    const bottom = stick.current ? rows.length - 1 : view.bottom;
    return at >= view.top && at <= bottom ? at : messageFrom(bottom, -1);
  };
  const focusOn = (at: number) => {
    const row: Row | undefined = rows[at];
    if (row?.kind !== 'message') return;
    active.current = row.key;
    keep(row.key);
    arriving.current = row.key;
    // The list scrolls to an index for some frames, and rows that come in front meanwhile make it the index of another one:
    // it is asked only for what is not drawn.
    if (!articleOf(row.key)) list.current?.scrollToIndex(at, { align: 'nearest' });
    const arrive = (frames: number) => {
      // Another key has been pressed meanwhile.
      if (arriving.current !== row.key) return;
      const article = articleOf(row.key);
      article?.focus({ preventScroll: true });
      article?.scrollIntoView({ block: 'nearest' });
      // What is not measured yet is hidden, and takes no focus.
      if (article !== document.activeElement && frames) return requestAnimationFrame(() => arrive(frames - 1));
      arriving.current = undefined;
    };
    arrive(FRAMES);
  };
  const step = (by: 1 | -1) => {
    const now = document.activeElement;
    const inside = arriving.current !== undefined || (scroller.current?.contains(now) && now !== scroller.current);
    const from = inside ? indexOf(active.current) + by : by > 0 ? messageFrom(view.top, 1) : current();
    focusOn(messageFrom(from, by));
  };
  // Beside a conversation its thread may be open: each has its keys while the focus is in it, the conversation besides.
  const paneOf = (element: Element | null | undefined) => element?.closest('.ll-thread') ?? null;
  const when = () => paneOf(document.activeElement) === paneOf(scroller.current);
  useShortcut('j', () => step(1), { when });
  useShortcut('k', () => step(-1), { when });
  const openThread = () => {
    const article = articleOf(rows[current()]?.key);
    // Its tools come with the focus, some frames later on a busy machine.
    article?.focus({ preventScroll: true });
    const press = (frames: number) => {
      const button = article?.querySelector<HTMLElement>('[data-thread]');
      if (button) button.click();
      else if (article && frames && document.activeElement === article) requestAnimationFrame(() => press(frames - 1));
    };
    press(FRAMES);
  };
  useShortcut('t', openThread, { when });

  const tab = useEffectEvent((event: KeyboardEvent) => {
    const { target, shiftKey } = event;
    const element = scroller.current;
    if (!element || !(target instanceof HTMLElement) || event.defaultPrevented || target.closest('[popover]')) return;
    const article = target.closest<HTMLElement>('[data-message]');
    if (!article) {
      if (target !== element || shiftKey || current() < 0) return;
      event.preventDefault();
      return focusOn(current());
    }
    const stops = [...article.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }),
    );
    if (!shiftKey) {
      if (target === stops.at(-1) || !stops.length) end.current?.focus({ preventScroll: true });
    } else if (target === article) {
      leaving.current = true;
      element.focus({ preventScroll: true });
    } else if (target === stops[0]) {
      event.preventDefault();
      article.focus({ preventScroll: true });
    }
  });
  const focused = useEffectEvent(({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !scroller.current?.contains(target)) return;
    const article = target.closest<HTMLElement>('[data-message]');
    const held = articleOf(active.current);
    const inside = relatedTarget instanceof Node && scroller.current?.contains(relatedTarget);
    if (leaving.current) leaving.current = false;
    else if (tabbing.current && !(inside && held?.contains(target))) focusOn(current());
    else if (article) {
      active.current = article.dataset['message'];
      keep(active.current);
    }
  });
  const left = useEffectEvent(({ target, relatedTarget }: FocusEvent) => {
    const isIn = (one: EventTarget | null) => one instanceof Node && scroller.current?.contains(one);
    // While another window has the focus, what had it here has it still.
    if (isIn(target) && !isIn(relatedTarget) && target !== document.activeElement) keep(undefined);
  });
  useEffect(() => {
    const element = scroller.current;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return;
      tabbing.current = true;
      // The browser moves the focus in this very task.
      setTimeout(() => (tabbing.current = false));
    };
    const onTab = (event: KeyboardEvent) => event.key === 'Tab' && tab(event);
    const onFocus = (event: FocusEvent) => focused(event);
    const onLeave = (event: FocusEvent) => left(event);
    // One key moves it once.
    const arrived = () => (tabbing.current = false);
    addEventListener('keydown', pressed, { capture: true });
    addEventListener('focusin', arrived);
    element?.addEventListener('keydown', onTab);
    // Behind React's own listener: who looks after the focus of a row has to hear of the first stop before the second, and that
    // the focus has left it before it goes from the document, or the focus is taken back from where it was going.
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onLeave);
    return () => {
      removeEventListener('keydown', pressed, { capture: true });
      removeEventListener('focusin', arrived);
      element?.removeEventListener('keydown', onTab);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onLeave);
    };
  }, [scroller]);
  return end;
}
