/** Hears from the worker (sw/push.ts) that a push stands on the screen, with its tag. Returns the way to end it. */
export function followShown(hear: (tag: string) => void): () => void {
  const end = new AbortController();
  const listen = ({ data }: MessageEvent<{ readonly type?: unknown; readonly tag?: unknown } | null>) => {
    if (data?.type === 'shown' && typeof data.tag === 'string') hear(data.tag);
  };
  navigator.serviceWorker?.addEventListener('message', listen, { signal: end.signal });
  return () => end.abort();
}
