// What the server refused of what is not work (a mark, a draft) waits for nobody: it is said, where that helps, and taken back. What
// somebody typed stays on this device; that an edit did, beside its message, is said.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Scheduled, sendScheduled, unschedule } from '#contract/chat/scheduled.ts';
import { edit, type Message, remove } from '#contract/chat.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { useClient, useWaiting } from '#src/realtime/hooks.ts';
import { messageLink } from '../../address.ts';
import { typedQuery } from '../../live/drafts.ts';
import { scheduledKey } from '../../live/keys.ts';
import type { Kept } from '../../live/live-later.ts';
import { messageErrorText } from '../../messages.ts';
import { keepHere } from '../drafts/refused-drafts.ts';
import { addressIn } from '../places.ts';

const MARKS = /^\/chat\/((saved|draft|preview|reaction|pin|read|entry|seen)\/|thread\/follow$|message\/delete$)/;
/** Nobody asked for these, or what was asked for is seen all the same. */
const QUIET = /^\/chat\/(draft\/|preview\/|read\/update$)/;

/** What was said in this tab: until the disk has taken it back, it is still there. */
const said = new Set<string>();

export function useRefused(): void {
  const client = useClient();
  const navigate = useNavigate();
  // What was typed has to be read from the disk before something is put beside it.
  const isRead = useQuery(typedQuery).data !== undefined;
  const listed = useQuery<Kept<Scheduled>>({ queryKey: scheduledKey }).data?.items;
  const waiting = useWaiting();
  useEffect(() => {
    if (!isRead) return;
    const refused = waiting.filter((item) => item.state === 'failed' && isSaid(item, listed));
    for (const item of refused) {
      if (item.path === edit.path && !isReplaced(item, waiting)) continue;
      if (item.path.startsWith('/chat/draft/')) keepHere(client, item);
      void client.outbox.discard(item.id);
    }
    const fresh = refused.filter((item) => !said.has(item.id) && !QUIET.test(item.path) && !isReplaced(item, waiting));
    for (const { id } of refused) said.add(id);
    // There is one toast at a time.
    const text = [...new Set(fresh.map(textOf))].join(' ');
    const kept = fresh.findLast(({ path }) => path === edit.path);
    const show = kept && { label: 'Show', run: () => void navigate(placeOf(kept)) };
    if (text) showToast({ text, ...(show && { action: show }) });
  }, [waiting, listed, client, isRead, navigate]);
}

/** Deleting or sending a scheduled message, where no line of the list is left that would say why not: most often it was being sent. */
function isNowhere({ path, error_code, target }: OutboxItem, listed: readonly Scheduled[] | undefined): boolean {
  if (path !== unschedule.path && path !== sendScheduled.path) return false;
  const isListed = listed?.some(({ message_id }) => message_id === target) ?? true;
  return error_code === 'SCHEDULED_NOT_FOUND' || !isListed;
}

/** Of an edit, too: what was typed stays beside its message, which may be far away. */
const isSaid = (item: OutboxItem, listed: readonly Scheduled[] | undefined): boolean =>
  MARKS.test(item.path) || item.path === edit.path || isNowhere(item, listed);

/** An edit after which the same message was changed once more: that has the newer words. */
const isReplaced = ({ path, target, seq }: OutboxItem, all: readonly OutboxItem[]): boolean =>
  path === edit.path && all.some((one) => one.path === path && one.target === target && one.seq > seq);

const placeOf = ({ scope, predicted }: OutboxItem) =>
  messageLink(addressIn(scope), predicted[0]?.payload as Pick<Message, 'message_id' | 'seq'>);

const WHAT: Readonly<Record<string, string>> = { [remove.path]: 'Not deleted. ', [edit.path]: 'Not changed. ' };
const textOf = ({ path, error_code }: OutboxItem): string => (WHAT[path] ?? '') + messageErrorText(error_code);
