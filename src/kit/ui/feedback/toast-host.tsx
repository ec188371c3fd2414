// Draws the toast of toast-store.ts, above everything, dialogs too.
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useFocusKept } from '../hooks/use-focus-kept.ts';
import { endToast, pauseToast, resumeToast, toasts } from './toast-store.ts';
import './toast.css';

/** To be rendered once, inside the theme root. */
export function ToastHost() {
  const { toast } = useSnapshot(toasts);
  const host = useRef<HTMLDivElement>(null);
  // Its button goes when it is pressed.
  const focus = useFocusKept({ returns: true });
  const shown = toast?.id;
  useEffect(() => {
    const element = host.current;
    if (!element || shown === undefined) return;
    // Opened anew for each toast: the top layer is a pile, and a dialog may have come in between.
    element.showPopover();
    return () => element.hidePopover();
  }, [shown]);
  return (
    <div ref={host} {...focus} popover="manual" className="ll-toast-host" role="status">
      {toast ? (
        <div
          key={toast.id}
          className="ll-toast"
          onPointerEnter={pauseToast}
          onPointerLeave={resumeToast}
          onFocus={pauseToast}
          onBlur={resumeToast}
        >
          <span>{toast.text}</span>
          {toast.action ? (
            <button type="button" onClick={() => endToast('action')}>
              {toast.action.label}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
