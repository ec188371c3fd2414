// Nobody leaves by a slip what they have written and not saved: within the app they are asked here, out of it by the browser.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { changesText } from './draft.ts';

/** Says whether it may be left. */
type Answer = (leave: boolean) => void;

/** @param changes how many would be lost. */
export function UnsavedGuard({ changes, name }: { changes: number; name: string }) {
  const { history } = useRouter();
  const [asks, setAsks] = useState<{ answer: Answer }>();
  const unsaved = changes > 0;
  useEffect(() => {
    if (!unsaved) return;
    // The session is over: nothing could be saved any more.
    const stays = () => !app.leaving.aborted && app.session.read() !== null;
    let open: { answer: Answer; pops: boolean } | undefined;
    const end = history.block({
      enableBeforeUnload: stays,
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        const pops = action !== 'PUSH' && action !== 'REPLACE';
        // A press of Back has moved the browser already, and how far is counted from this page each time: of several only the
        // last is taken back or gone on with.
        const goesOn = pops && open?.pops === true;
        if (!stays() || nextLocation.pathname === currentLocation.pathname) {
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
  }, [history, unsaved]);
  return (
    <ConfirmDialog
      open={asks !== undefined}
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      danger
      onConfirm={() => asks?.answer(true)}
      onCancel={() => asks?.answer(false)}
    >
      {`${changesText(changes)} to ${name} would be lost.`}
    </ConfirmDialog>
  );
}
