// A form that stood in the page before the app was there (src/boot/first-form.inline.ts): what was typed into it goes on here.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Form } from './use-form.ts';

const FOCUSABLE = 'a[href], button, input';
const first = (): HTMLElement | null => document.getElementById('first-form');

/** The form is drawn in the place of that one: it does not take the focus by itself then. */
export const isTypedBefore = (): boolean => first() !== null;

/**
 * Takes that form's place in the frame in which this one is drawn; what was sent by then is sent. `name`: of the field, there and here.
 * Nobody loses the focus, nor the place in the page that a keyboard has left free.
 */
export function useTypedBefore<V extends Record<string, string>>(form: Form<V>, name: keyof V & string): void {
  const sent = useRef<string>(undefined);
  useLayoutEffect(() => {
    const before = first();
    const field = before?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!before || !field) return;
    form.set(name, field.value);
    if ('sent' in before.dataset) sent.current = field.value;
    const there = [...before.querySelectorAll(FOCUSABLE)];
    // It begins with the field, which it has not come to where the app was quicker than the splash.
    const active = before.className ? document.activeElement : field;
    const at = there.indexOf(active as Element);
    // Above it there may be more here: that there is no connection.
    const here = document.querySelectorAll<HTMLElement>(`#root main :is(${FOCUSABLE})`);
    if (at >= 0) here[here.length - there.length + at]?.focus({ preventScroll: true });
    document.documentElement.dataset['typed'] = location.pathname;
    before.remove();
  });
  // Drawn with what was typed by now.
  useEffect(() => {
    if (sent.current === undefined || form.values[name] !== sent.current) return;
    sent.current = undefined;
    form.submit();
  });
}
