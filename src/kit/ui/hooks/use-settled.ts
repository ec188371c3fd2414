// What somebody types, once they pause: not every letter is a question to the server.
import { useEffect, useState } from 'react';

/** The value as it was when it last stayed the same for `ms` milliseconds; at first the first one. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
