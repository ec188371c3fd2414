// What the server refused of what is not work (a mark, a draft) waits for nobody: it is said, where that helps, and taken back. What
// somebody typed stays on this device.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Scheduled, sendScheduled, unschedule } from '#contract/chat/scheduled.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { useClient, useWaiting } from '#src/realtime/hooks.ts';
import { typedQuery } from '../../live/drafts.ts';
import { scheduledKey } from '../../live/keys.ts';
import type { Kept } from '../../live/live-later.ts';
import { messageErrorText } from '../../messages.ts';
import { keepHere } from '../drafts/refused-drafts.ts';

const DELETE = '/chat/message/delete';
const MARKS = /^\/chat\/((saved|draft|preview|reaction|pin|read|entry|seen)\/|thread\/follow$|message\/delete$)/;
/** Nobody asked for these, or what was asked for is seen all the same. */
const QUIET = /^\/chat\/(draft\/|preview\/|read\/update$)/;

/** What was said in this tab: until the disk has taken it back, it is still there. */
const said = new Set<string>();

export function useRefused(): void {
  const client = useClient();
  // What was typed has to be read from the disk before something is put beside it.
  const isRead = useQuery(typedQuery).data !== undefined;
  const listed = useQuery<Kept<Scheduled>>({ queryKey: scheduledKey }).data?.items;
  const failed = useWaiting().filter(({ state }) => state === 'failed');
  useEffect(() => {
    if (!isRead) return;
    const refused = failed.filter((item) => MARKS.test(item.path) || isNowhere(item, listed));
    for (const item of refused) {
      if (item.path.startsWith('/chat/draft/')) keepHere(client, item);
      void client.outbox.discard(item.id);
    }
    const texts = refused.filter(({ id, path }) => !said.has(id) && !QUIET.test(path)).map(textOf);
    for (const { id } of refused) said.add(id);
    // There is one toast at a time.
    if (texts.length) showToast({ text: [...new Set(texts)].join(' ') });
  }, [failed, listed, client, isRead]);
}

/** Deleting or sending a scheduled message, where no line of the list is left that would say why not: most often it was being sent. */
function isNowhere({ path, error_code, target }: OutboxItem, listed: readonly Scheduled[] | undefined): boolean {
  if (path !== unschedule.path && path !== sendScheduled.path) return false;
  const isListed = listed?.some(({ message_id }) => message_id === target) ?? true;
  return error_code === 'SCHEDULED_NOT_FOUND' || !isListed;
}

const textOf = ({ path, error_code }: OutboxItem): string =>
  (path === DELETE ? 'Not deleted. ' : '') + messageErrorText(error_code);
