// What the server refused of what is not work (a mark, a draft) waits for nobody: it is said, where that helps, and taken back. What
// somebody typed stays on this device.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useClient, useWaiting } from '#src/realtime/hooks.ts';
import { typedQuery } from '../live/drafts.ts';
import { messageErrorText } from '../messages.ts';
import { keepHere } from './drafts/refused-drafts.ts';

const QUIET = /^\/chat\/(saved|draft|preview)\//;

export function useRefused(): void {
  const client = useClient();
  // What was typed has to be read from the disk before something is put beside it.
  const isRead = useQuery(typedQuery).data !== undefined;
  const refused = useWaiting().filter(({ state, path }) => state === 'failed' && QUIET.test(path));
  useEffect(() => {
    for (const item of isRead ? refused : []) {
      const { id, path, error_code } = item;
      if (path.startsWith('/chat/saved/')) showToast({ text: messageErrorText(error_code) });
      if (path.startsWith('/chat/draft/')) keepHere(client, item);
      void client.outbox.discard(id);
    }
  }, [refused, client, isRead]);
}
