// What the server refused of what is not work (a mark, a draft) waits for nobody: it is said, where that helps, and taken back.
import { useEffect } from 'react';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useClient, useWaiting } from '#src/realtime/hooks.ts';
import { messageErrorText } from '../messages.ts';

const QUIET = /^\/chat\/(saved|draft|preview)\//;

export function useRefused(): void {
  const { outbox } = useClient();
  const refused = useWaiting().filter(({ state, path }) => state === 'failed' && QUIET.test(path));
  useEffect(() => {
    for (const { id, path, error_code } of refused) {
      if (path.startsWith('/chat/saved/')) showToast({ text: messageErrorText(error_code) });
      void outbox.discard(id);
    }
  }, [refused, outbox]);
}
