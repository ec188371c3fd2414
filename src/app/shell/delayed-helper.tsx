// The delayed helper of the specification (3000 ms, section 2): when something is still on its way after three seconds, it
// says so and offers the one thing that helps. Beside both shells, so that it is there whatever fails to arrive.
import { useState } from 'react';
import { useDelayed } from '#src/kit/ui/hooks/use-delayed.ts';
import './shell.css';

export const HELPER_MS = 3000;

export interface DelayedHelperProps {
  /** Something that the person waits for has not come yet. */
  waiting: boolean;
}

const began = performance.now();

export function DelayedHelper({ waiting }: DelayedHelperProps) {
  // Who sees the app at last has waited since it began (src/main.tsx).
  const [ms, setMs] = useState(() => Math.max(0, HELPER_MS - performance.now() + began));
  if (!waiting && ms < HELPER_MS) setMs(HELPER_MS);
  const late = useDelayed(waiting, ms);
  return (
    <div className="ll-helper" role="status">
      {late ? (
        <div className="ll-helper-box">
          <span>Still loading? Check your connection.</span>
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </div>
      ) : null}
    </div>
  );
}
