// A dialog on the platform's own <dialog>: it traps focus, makes the rest inert, closes on Esc and gives focus back to the
// opener by itself. On a phone it is a sheet from below.
import { X } from 'lucide-react';
import {
  type FocusEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useUnsaved } from '../form/unsaved.ts';
import type { Answer } from './back-guard.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import './dialog.css';

/** Comes with the first dialog in which something can be typed. Where it cannot be fetched, Back is as it was without it. */
const BackGuard = lazy(() =>
  import('./back-guard.tsx').then(
    (part) => ({ default: part.BackGuard }),
    () => ({ default: () => null }),
  ),
);

export interface DialogProps {
  open: boolean;
  /** Asked for by Esc, the cross, a click beside it, or the browser itself. */
  onClose: () => void;
  title: string;
  /** The title is for assistive tools only; the content has a heading of its own. */
  titleHidden?: boolean;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  children?: ReactNode;
  /** `normal` 480 px, `wide` 720 px. */
  size?: 'normal' | 'wide';
  /** `auto` (default): centred, from below on phones. `sheet`: always from below. `center`: never. */
  place?: 'auto' | 'sheet' | 'center';
  /** False for what must be answered: no cross, no Esc, no click beside it. Default true. */
  dismissible?: boolean;
  /** Something stands in it that nobody has saved: whoever presses Esc, the cross, beside it or Back is asked first. */
  unsaved?: boolean;
  className?: string;
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

/** A component of its own, so that its effect ends before its element leaves the page: only then does focus go back. */
function OpenDialog(props: DialogProps) {
  const { onClose, title, titleHidden, actions, children, size = 'normal', place = 'auto', dismissible = true } = props;
  const { unsaved = false } = props;
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { asks, placeRef, dismiss, answer, ask } = useLeaving(unsaved, onClose);
  // It goes by itself, or is hidden while what comes next is being fetched (Suspense): nobody has closed it.
  const going = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    going.current = false;
    dialog?.showModal();
    return () => {
      going.current = true;
      dialog?.close();
    };
  }, []);
  const cancel = (event: SyntheticEvent) => {
    // A file input inside has a `cancel` of its own, which bubbles. One that nothing prevents is followed by `close`.
    if (event.target !== element.current || !event.cancelable) return;
    event.preventDefault();
    if (dismissible) dismiss();
  };
  /** Chromium closes it at the second Esc whatever was said to the first one. */
  const closed = () => {
    if (going.current || element.current?.open) return;
    if (dismissible && !unsaved) return onClose();
    // It stands up again, and whoever was in it is where they were.
    const before = placeRef.current;
    element.current?.showModal();
    before?.focus();
    placeRef.current = before;
    if (dismissible) dismiss();
  };
  const press = (event: MouseEvent<HTMLDialogElement>) => {
    if (!dismissible || event.target !== element.current) return;
    // Only the backdrop is the dialog itself: its content fills the box. A press there takes the focus from nobody.
    event.preventDefault();
    dismiss();
  };
  const keepPlace = ({ target }: FocusEvent<HTMLElement>) => {
    placeRef.current = target;
  };
  return (
    <dialog
      ref={element}
      className={classNames('ll-dialog', props.className)}
      data-size={size}
      data-place={place}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={closed}
      onMouseDown={press}
    >
      <div className="ll-dialog-box">
        <div className={titleHidden ? 'll-hidden-text' : 'll-dialog-head'} inert={asks}>
          <h2 id={id} className="ll-heading">
            {title}
          </h2>
          {dismissible && !titleHidden ? <IconButton icon={X} label="Close" onClick={dismiss} /> : null}
        </div>
        <div className="ll-dialog-body" inert={asks} onFocus={keepPlace}>
          {children}
        </div>
        {asks ? <LeaveQuestion placeRef={placeRef} onLeave={() => answer(true)} onStay={() => answer(false)} /> : null}
        {props.unsaved === undefined ? null : (
          <Suspense>
            <BackGuard unsaved={unsaved} ask={ask} />
          </Suspense>
        )}
        {actions && !asks ? <div className="ll-dialog-actions">{actions}</div> : null}
      </div>
    </dialog>
  );
}

/** Leaving it by a slip: with something unsaved in it that is asked first, and asked again it means to stay. */
function useLeaving(unsaved: boolean, onClose: () => void) {
  const [asked, setAsked] = useState(false);
  /** Where somebody was in it last. */
  const placeRef = useRef<HTMLElement>(null);
  /** Who waits for the answer: a step back, or nobody but the dialog itself. */
  const waitsRef = useRef<Answer>(undefined);
  useUnsaved(unsaved);
  // Saved meanwhile: what is typed next is asked about anew.
  if (asked && !unsaved) setAsked(false);
  const asks = asked && unsaved;
  const answer: Answer = (leave) => {
    const waits = waitsRef.current;
    waitsRef.current = undefined;
    setAsked(false);
    if (waits) waits(leave);
    else if (leave) onClose();
  };
  const ask = useCallback((waits: Answer) => {
    // Pressed again before it was answered: the browser counts each step from here, so only the last is taken back or gone on with.
    waitsRef.current = waits;
    setAsked(true);
  }, []);
  return { asks, placeRef, answer, ask, dismiss: () => (!unsaved ? onClose() : asks ? answer(false) : setAsked(true)) };
}

/** A dialog that always comes from below: choices, the tools of a message. @public */
export function Sheet(props: Omit<DialogProps, 'place' | 'size'>) {
  return <Dialog {...props} place="sheet" />;
}
