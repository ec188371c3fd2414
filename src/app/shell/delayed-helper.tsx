// The delayed helper of the specification (3000 ms, section 2): when something is still on its way after three seconds, it
// says so and offers the one thing that helps. Beside both shells, so that it is there whatever fails to arrive.
import { useDelayed } from '#src/kit/ui/hooks/use-delayed.ts';
import './shell.css';

export const HELPER_MS = 3000;

export interface DelayedHelperProps {
  /** Something that the person waits for has not come yet. */
  waiting: boolean;
}

export function DelayedHelper({ waiting }: DelayedHelperProps) {
  const late = useDelayed(waiting, HELPER_MS);
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
