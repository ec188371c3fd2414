// Going back in the browser would take a dialog with something unsaved in it along: whoever does is asked first. A file of its own,
// fetched when such a dialog opens (dialog.tsx). Closing the tab is asked about by the browser (realtime/page/page-events.ts).
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Says whether it may be left. */
export type Answer = (leave: boolean) => void;

export interface BackGuardProps {
  unsaved: boolean;
  /** Stays the same. Called at each step back or forward with who waits for the answer, in the place of who waited before. */
  ask: (answer: Answer) => void;
}

export function BackGuard({ unsaved, ask }: BackGuardProps) {
  const { history } = useRouter();
  useEffect(() => {
    if (!unsaved) return;
    let open: Answer | undefined;
    const end = history.block({
      enableBeforeUnload: false,
      // What the dialog itself does, once it is stored, goes forward.
      blockerFn: ({ action }: { readonly action: string }) =>
        action === 'PUSH' || action === 'REPLACE'
          ? false
          : new Promise((decide) => {
              open = (leave) => decide(!leave);
              ask(open);
            }),
    });
    return () => {
      end();
      // Saved meanwhile, by a press that was under way.
      open?.(true);
    };
  }, [history, unsaved, ask]);
  return null;
}
