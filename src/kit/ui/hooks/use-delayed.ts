// Waiting that is short must not flash: a value that becomes true only after it has been asked for long enough.
import { useEffect, useState } from 'react';

/** True once `active` has been true for `delay` milliseconds without a break; false at once when it ends. */
export function useDelayed(active: boolean, delay: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, delay]);
  return active && late;
}
