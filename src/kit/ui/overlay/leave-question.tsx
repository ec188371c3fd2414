// Whether what was written and not saved may be lost: the words of it, and how it is asked at the foot of a dialog.
import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../controls/button.tsx';

export const LEAVING = {
  title: 'Leave without saving?',
  leave: 'Leave',
  stay: 'Stay',
  /** `what`: see UnsavedGuard. */
  lost: (what = 'What you changed here'): string => `${what} would be lost.`,
} as const;

export interface LeaveQuestionProps {
  /** Where somebody was when they were asked, and is again if they stay. */
  placeRef: RefObject<HTMLElement | null>;
  onLeave: () => void;
  onStay: () => void;
}

/** In the dialog and not over it: a browser that closes the dialog all the same would take one over it along. */
export function LeaveQuestion({ placeRef, onLeave, onStay }: LeaveQuestionProps) {
  const id = useId();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const place = placeRef.current;
    stay.current?.focus();
    // After the rest of the dialog can have it again.
    return () => place?.focus();
  }, [placeRef]);
  return (
    <div className="ll-dialog-question" role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-lost`}>
      <p>
        <strong id={id}>{LEAVING.title}</strong> <span id={`${id}-lost`}>{LEAVING.lost()}</span>
      </p>
      <div className="ll-dialog-actions">
        <Button kind="ghost" ref={stay} onClick={onStay}>
          {LEAVING.stay}
        </Button>
        <Button kind="danger" onClick={onLeave}>
          {LEAVING.leave}
        </Button>
      </div>
    </div>
  );
}
