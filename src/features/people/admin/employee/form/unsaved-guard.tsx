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
    let open: Answer | undefined;
    const end = history.block({
      enableBeforeUnload: stays,
      blockerFn: ({ currentLocation, nextLocation }) => {
        if (!stays() || nextLocation.pathname === currentLocation.pathname) return false;
        // Whoever goes another way meanwhile is asked about that one.
        open?.(false);
        return new Promise((decide) => {
          open = (leave) => decide(!leave);
          setAsks({ answer: open });
        });
      },
    });
    return () => {
      end();
      // Saved meanwhile, by a press that was under way.
      open?.(true);
      setAsks(undefined);
    };
  }, [history, unsaved]);
  const answer: Answer = (leave) => {
    asks?.answer(leave);
    setAsks(undefined);
  };
  return (
    <ConfirmDialog
      open={asks !== undefined}
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {`${changesText(changes)} to ${name} would be lost.`}
    </ConfirmDialog>
  );
}
