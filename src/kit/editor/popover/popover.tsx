// A small surface in the top layer beside something: emoji picker, menus of the toolbar, mention suggestions, reactions.
// Own and tiny, because Radix' popover would bring its positioning engine into the entry chunk (platform.md R7).
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { placeBeside } from '#src/kit/ui/overlay/place.ts';
import { onTouch } from '../keys.ts';
import './popover.css';

export interface PopoverProps {
  /** What it stands beside, in viewport coordinates, asked again on scrolling and resizing. */
  beside: () => DOMRect;
  /** Asked to close: Esc, a press outside. Whoever holds the open state closes it. Without it nothing closes it from outside. */
  onClose?: () => void;
  /** A press in here does not count as outside: the button that opened it. */
  within?: Element | undefined;
  /** Takes the focus on opening and gives it back on closing. Default true; false for suggestions while one types. */
  takesFocus?: boolean;
  role?: 'dialog' | 'menu' | 'presentation';
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Open as long as it is rendered. */
export function Popover(props: PopoverProps): ReactNode {
  const { within, takesFocus = true, role = 'dialog', label, className = '', children } = props;
  const surface = useRef<HTMLDivElement>(null);
  const place = useEffectEvent(() => {
    if (surface.current) placeBeside(surface.current, props.beside(), 'below');
  });
  const close = useEffectEvent(() => props.onClose?.());

  useLayoutEffect(() => {
    surface.current?.showPopover?.();
    place();
    const observer = new ResizeObserver(() => place());
    if (surface.current) observer.observe(surface.current);
    const moved = () => place();
    addEventListener('resize', moved);
    addEventListener('scroll', moved, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', moved);
      removeEventListener('scroll', moved, { capture: true });
    };
  }, []);

  useEffect(() => {
    const pressed = (event: PointerEvent) => {
      const path = event.composedPath();
      if (surface.current && !path.includes(surface.current) && !(within && path.includes(within))) close();
    };
    addEventListener('pointerdown', pressed, { capture: true });
    return () => removeEventListener('pointerdown', pressed, { capture: true });
  }, [within]);

  useEffect(() => {
    if (!takesFocus) return;
    const before = document.activeElement;
    const element = surface.current;
    // On a phone the surface itself, unless something asks for it: a field would raise the keyboard over it.
    const first = onTouch() ? (element?.querySelector<HTMLElement>('[data-autofocus]') ?? element) : firstStop(element);
    first?.focus({ preventScroll: true });
    return () => {
      // Only if the focus was still in here (or fell to the body with it): a press elsewhere has taken it already.
      const now = document.activeElement;
      const ours = now === null || now === document.body || (element?.contains(now) ?? false);
      if (ours && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [takesFocus]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !props.onClose) return;
    event.preventDefault();
    event.stopPropagation();
    props.onClose();
  };

  return (
    <div
      ref={surface}
      popover="manual"
      tabIndex={-1}
      role={role}
      aria-label={label}
      className={`ll-pop ${className}`}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

const STOPS = 'input,textarea,[role="menuitemradio"][aria-checked="true"],button,[tabindex="0"]';
const firstStop = (element: HTMLElement | null): HTMLElement | null =>
  element?.querySelector<HTMLElement>('[data-autofocus],[aria-checked="true"]') ??
  element?.querySelector<HTMLElement>(STOPS) ??
  null;
