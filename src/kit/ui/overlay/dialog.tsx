// A dialog on the platform's own <dialog>: it traps focus, makes the rest inert, closes on Esc and gives focus back to the
// opener by itself. On a phone it is a sheet from below.
import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import './dialog.css';

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
  className?: string;
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

/** A component of its own, so that its effect ends before its element leaves the page: only then does focus go back. */
function OpenDialog(props: DialogProps) {
  const { onClose, title, titleHidden, actions, children, size = 'normal', place = 'auto', dismissible = true } = props;
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
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
    // A file input inside has a `cancel` of its own, which bubbles.
    if (event.target !== element.current) return;
    event.preventDefault();
    if (dismissible) onClose();
  };
  const press = (event: MouseEvent<HTMLDialogElement>) => {
    // Only the backdrop is the dialog itself: its content fills the box.
    if (dismissible && event.target === element.current) onClose();
  };
  return (
    <dialog
      ref={element}
      className={classNames('ll-dialog', props.className)}
      data-size={size}
      data-place={place}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={() => going.current || onClose()}
      onMouseDown={press}
    >
      <div className="ll-dialog-box">
        <div className={titleHidden ? 'll-hidden-text' : 'll-dialog-head'}>
          <h2 id={id} className="ll-heading">
            {title}
          </h2>
          {dismissible && !titleHidden ? <IconButton icon={X} label="Close" onClick={onClose} /> : null}
        </div>
        <div className="ll-dialog-body">{children}</div>
        {actions ? <div className="ll-dialog-actions">{actions}</div> : null}
      </div>
    </dialog>
  );
}

/** A dialog that always comes from below: choices, the tools of a message. @public */
export function Sheet(props: Omit<DialogProps, 'place' | 'size'>) {
  return <Dialog {...props} place="sheet" />;
}
