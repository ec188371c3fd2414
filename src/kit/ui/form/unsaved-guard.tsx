// Nobody leaves by a slip what they have written and not saved: within the app they are asked here, out of it by the browser.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { LEAVING } from '../overlay/leave-question.tsx';

/** Says whether it may be left. */
type Answer = (leave: boolean) => void;

export interface UnsavedGuardProps {
  unsaved: boolean;
  /** "2 unsaved changes to Ben Driver": what would be lost, where that can be said. */
  what?: string;
  /** False where nothing could be saved any more: then nobody is asked. */
  mayStay: () => boolean;
}

export function UnsavedGuard({ unsaved, what, mayStay }: UnsavedGuardProps) {
  const { history } = useRouter();
  const [asks, setAsks] = useState<{ answer: Answer }>();
  useEffect(() => {
    if (!unsaved) return;
    let open: { answer: Answer; pops: boolean } | undefined;
    const end = history.block({
      enableBeforeUnload: mayStay,
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        const pops = action !== 'PUSH' && action !== 'REPLACE';
        // A press of Back has moved the browser already, and how far is counted from this page each time: of several only the
        // last is taken back or gone on with.
        const goesOn = pops && open?.pops === true;
        if (!mayStay() || nextLocation.pathname === currentLocation.pathname) {
          // Back here by itself.
          if (goesOn) forget();
          return false;
        }
        // Whoever goes another way meanwhile is asked about that one.
        if (!goesOn) open?.answer(false);
        return new Promise((decide) => {
          const answer: Answer = (leave) => {
            forget();
            decide(!leave);
          };
          open = { answer, pops };
          setAsks({ answer });
        });
      },
    });
    const forget = () => {
      open = undefined;
      setAsks(undefined);
    };
    return () => {
      end();
      // Saved meanwhile, by a press that was under way.
      open?.answer(true);
    };
  }, [history, unsaved, mayStay]);
  return (
    <ConfirmDialog
      open={asks !== undefined}
      title={LEAVING.title}
      action={LEAVING.leave}
      cancel={LEAVING.stay}
      danger
      onConfirm={() => asks?.answer(true)}
      onCancel={() => asks?.answer(false)}
    >
      {LEAVING.lost(what)}
    </ConfirmDialog>
  );
}
