// What the server refused of what is not work (a mark, a draft) waits for nobody: it is said, where that helps, and taken back. What
// somebody typed stays on this device; that an edit did, beside its message, is said.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Scheduled, sendScheduled, unschedule } from '#contract/chat/scheduled.ts';
import { type Entry, edit, type Message, remove, send } from '#contract/chat.ts';
import { setLevel, updateSettings } from '#contract/notifications/writes.ts';
import { update as setStatus } from '#contract/people/profile.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { showToast, type ToastOptions } from '#src/kit/ui/feedback/toast-store.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { Client } from '#src/realtime/client.ts';
import { useClient, useWaiting } from '#src/realtime/hooks.ts';
import { isVisible } from '#src/realtime/page/page-events.ts';
import { messageLink } from '../../address.ts';
import { typedQuery } from '../../live/drafts.ts';
import { conversationsKey, scheduledKey } from '../../live/keys.ts';
import type { Kept } from '../../live/live-later.ts';
import type { Conversations } from '../../live/live-list.ts';
import { messageErrorText } from '../../messages.ts';
import { keepHere } from '../drafts/refused-drafts.ts';
import { addressIn, placeLink } from '../places.ts';
import { isInPlace } from './in-place.ts';

const MARKS = /^\/chat\/((saved|draft|preview|reaction|pin|read|entry|seen)\/|thread\/follow$|message\/delete$)/;
/** What waits of other features is choices, the old one of which holds again. */
const CHOICES = /^\/(notification\/|user-management\/employee\/meta\/update$)/;
/** Nobody asked for these, or what was asked for is seen all the same. */
const QUIET = /^\/(chat\/(draft\/|preview\/|read\/update$)|notification\/read$)/;

/** The conversation of a thread, or the thread itself, is closed to the person. */
const OUTSIDE = /^(?:SPACE|SUB_SPACE|GROUP|CAMPAIGN|THREAD|CONVERSATION|MESSAGE)_NOT_FOUND$/;

/** What was said in this tab: until the disk has taken it back, it is still there. */
const said = new Set<string>();

/** The toast of this that stands: what is refused a moment later is said with it. */
let saying: Saying = { texts: [] };
interface Saying {
  readonly texts: readonly string[];
  readonly action?: ToastOptions['action'] | undefined;
  /** The conversation that its action leads to. */
  readonly scope?: string | undefined;
}

function onVisibility(look: () => void): () => void {
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

export function useRefused(): void {
  const client = useClient();
  const navigate = useNavigate();
  // What was typed has to be read from the disk before something is put beside it.
  const isRead = useQuery(typedQuery).data !== undefined;
  const listed = useQuery<Kept<Scheduled>>({ queryKey: scheduledKey }).data?.items;
  const entries = useQuery<Conversations>({ queryKey: conversationsKey }).data?.items;
  const waiting = useWaiting();
  const isSeen = useSyncExternalStore(onVisibility, isVisible);
  // What was said in one toast is over: what leads elsewhere is said in the next.
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    if (!isRead) return;
    const isQuiet = (item: OutboxItem) => QUIET.test(item.path) || isReplaced(item, waiting);
    // What is to be said waits for somebody who looks.
    const refused = waiting.filter(
      (item) => item.state === 'failed' && isSaid(item, { listed, entries }) && (isSeen || isQuiet(item)),
    );
    for (const item of refused) {
      if (isTyped(item) && !isReplaced(item, waiting)) continue;
      if (item.path.startsWith('/chat/draft/')) keepHere(client, item);
      void client.outbox.discard(item.id);
    }
    const fresh = refused.filter((item) => !said.has(item.id) && !isQuiet(item));
    const scope = saying.scope ?? fresh.find(isTyped)?.scope;
    const now = fresh.filter((item) => !isTyped(item) || item.scope === scope);
    for (const { id } of now) said.add(id);
    const kept = now.findLast(isTyped);
    const action = kept && actionOf(kept, client, (to) => void navigate(to));
    say(now, { scope, action: action ?? saying.action, onEnd: () => setEnded((times) => times + 1) });
  }, [waiting, listed, entries, client, isRead, isSeen, navigate, ended]);
}

/** There is one toast at a time, which leads to one place. */
function say(
  now: readonly OutboxItem[],
  { scope, action, onEnd }: Omit<Saying, 'texts'> & { onEnd: () => void },
): void {
  if (!now.length) return;
  const mine: Saying = {
    texts: [...new Set([...saying.texts, ...now.map(textOf)])],
    scope,
    action,
  };
  const end = () => {
    if (saying !== mine) return;
    saying = { texts: [] };
    onEnd();
  };
  showToast({ text: mine.texts.join(' '), ...(action && { action }), onEnd: end });
  saying = mine;
}

/** To the words that were typed; those of an edit, which has no files, where its message is gone. */
function actionOf(item: OutboxItem, { outbox }: Client, go: (to: ReturnType<typeof placeLink>) => void) {
  const written = item.predicted[0]?.payload as Message;
  const address = addressIn(item.scope);
  if (item.path === send.path) return { label: 'Show', run: () => go(placeLink(address)) };
  if (item.error_code !== 'MESSAGE_NOT_FOUND') return { label: 'Show', run: () => go(messageLink(address, written)) };
  const take = async () => {
    if (await copyText(plainText(written.body ?? docOf('')), 'Text copied')) void outbox.discard(item.id);
  };
  return { label: 'Copy text', run: () => void take() };
}

/** Deleting or sending a scheduled message, where no line of the list is left that would say why not: most often it was being sent. */
function isNowhere({ path, error_code, target }: OutboxItem, listed: readonly Scheduled[] | undefined): boolean {
  if (path !== unschedule.path && path !== sendScheduled.path) return false;
  const isListed = listed?.some(({ message_id }) => message_id === target) ?? true;
  return error_code === 'SCHEDULED_NOT_FOUND' || !isListed;
}

interface Known {
  readonly listed: readonly Scheduled[] | undefined;
  readonly entries: readonly Entry[] | undefined;
}

/** Of what was typed, too: an edit stays beside its message, which may be far away, a message where nothing leads any more. */
const isSaid = (item: OutboxItem, { listed, entries }: Known): boolean =>
  MARKS.test(item.path) ||
  CHOICES.test(item.path) ||
  item.path === edit.path ||
  isOutside(item, entries) ||
  isNowhere(item, listed);

const isTyped = ({ path }: OutboxItem): boolean => path === edit.path || path === send.path;

/** A message to a conversation that is not in the list; the answer in a thread where there is no such thread any more. */
function isOutside({ path, scope, error_code }: OutboxItem, entries: readonly Entry[] | undefined): boolean {
  if (path !== send.path || !entries) return false;
  if (scope.startsWith('thread/')) return error_code !== null && OUTSIDE.test(error_code);
  const sub = addressIn(scope).sub_space_id;
  return !entries.some(
    ({ entity_type, entity_id, space }) =>
      isInPlace(scope, `${entity_type}/${entity_id}`) &&
      (!sub || space?.sub_spaces.some(({ sub_space_id }) => sub_space_id === sub)),
  );
}

/** An edit after which the same message was changed once more: that has the newer words. */
const isReplaced = ({ path, target, seq }: OutboxItem, all: readonly OutboxItem[]): boolean =>
  path === edit.path && all.some((one) => one.path === path && one.target === target && one.seq > seq);

const WHAT: Readonly<Record<string, string>> = {
  [remove.path]: 'Not deleted. ',
  [edit.path]: 'Not changed. ',
  [send.path]: 'Not sent. ',
  [setLevel.path]: 'Your notifications were not changed. ',
  [updateSettings.path]: 'Your notifications were not changed. ',
  [setStatus.path]: 'Your status was not changed. ',
};
const textOf = ({ path, error_code }: OutboxItem): string => (WHAT[path] ?? '') + messageErrorText(error_code);
