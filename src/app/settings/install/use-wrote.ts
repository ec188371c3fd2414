// Whether a message was written here since this page was loaded: then is the time to ask for what makes sense after one.
import { useState } from 'react';
import { send } from '#contract/chat.ts';
import { useWaiting } from '#src/realtime/hooks.ts';

export function useWrote(): boolean {
  const [wrote, setWrote] = useState(false);
  const items = useWaiting();
  // What waits from before says nothing.
  const isNew = (at: string) => Date.parse(at) >= performance.timeOrigin;
  if (!wrote && items.some(({ path, created_at }) => path === send.path && isNew(created_at))) setWrote(true);
  return wrote;
}
