// A part of the kit that is loaded when it is needed, and may be out of reach for a while (offline before it was stored).
import { useEffect, useState } from 'react';

export interface Part<T> {
  /** The part if it is there. */
  ready: () => T | undefined;
  /** Loads it; asks again after a failure. Rejects while it is out of reach. */
  load: () => Promise<T>;
}

/** Unlike React's `lazy`, a failure is not kept for ever and reaches no error boundary. */
export function createPart<T>(fetchPart: () => Promise<T>): Part<T> {
  let part: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    ready: () => part,
    load: () => {
      loading ??= fetchPart().then(
        (got) => {
          part = got;
          return got;
        },
        (problem: unknown) => {
          loading = undefined;
          throw problem;
        },
      );
      return loading;
    },
  };
}

/** The part for rendering: the part itself, `loading`, or `failed` with `retry` to ask again. */
export function usePart<T>(part: Part<T>): {
  part: T | undefined;
  failed: boolean;
  retry: () => void;
} {
  const [state, setState] = useState<{ part: T | undefined; failed: boolean }>(() => ({
    part: part.ready(),
    failed: false,
  }));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    part.load().then(
      (got) => wanted && setState({ part: got, failed: false }),
      () => wanted && setState({ part: undefined, failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, [part, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
