// What is being written and not sent, by conversation: what the server knows of it, and over that what was typed here since.
// What is typed is kept with the account's cached data at once, so a reload finds it again and logging out takes it away; from
// there it goes to the other devices (later/drafts/use-draft-sync.ts).
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Draft } from '#contract/chat/drafts.ts';
import { isBlank, plainText, type RichText } from '#contract/rich-text.ts';
import { ownWordsKey } from '#src/offline/cache/own-words.ts';
import { app } from '#src/realtime/app.ts';
import { usePredicted } from '#src/realtime/hooks.ts';
import { addressKey } from '../address.ts';
import { draftsKey } from './keys.ts';
import { drafts, type Kept } from './live-later.ts';

/** The message that is being answered. */
export type Reply = Draft['reply_to'];
/** `doc` null: it was sent or taken away. */
export interface Typed {
  readonly doc: RichText | null;
  /** Left out by what kept it before there was such a thing. */
  readonly reply_to?: Reply | undefined;
  readonly typed_at: string;
  /** The server did not take it: it stays on this device. */
  readonly refused?: true;
}
/** Keys are `addressKey`s. */
type Drafts = ReadonlyMap<string, Typed>;
type TypedHere = Readonly<Record<string, Typed>>;

const none: TypedHere = {};
/** What was typed here and is not in the outbox yet. There is nothing to read, only what was kept. */
export const typedQuery = queryOptions({
  queryKey: ownWordsKey,
  queryFn: (): TypedHere => none,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
const unknown: Kept<Draft> = { items: [], revision: 0 };

export function useDrafts(): Drafts {
  const here = useQuery(typedQuery).data;
  const { data = unknown } = useQuery<Kept<Draft>>({ queryKey: draftsKey });
  const { items } = usePredicted(drafts, draftsKey, data);
  return useMemo(() => {
    const all = new Map(items.map((one): [string, Typed] => [addressKey(one.address), { ...one, doc: one.body }]));
    for (const [key, typed] of Object.entries(here ?? none))
      if (!(typed.typed_at < (all.get(key)?.typed_at ?? ''))) all.set(key, typed);
    return all;
  }, [items, here]);
}

/** When something was last typed in this tab, by conversation. */
export const lastTyped = new Map<string, string>();
let typedAt = Number.NEGATIVE_INFINITY;

/** Milliseconds since the last key anywhere in this tab. */
export const sinceTyped = (): number => performance.now() - typedAt;

/** The draft of one conversation, for its composer: stays as it is until another one was typed later elsewhere. */
export function useDraft(key: string): Typed | undefined {
  const draft = useDrafts().get(key);
  const [held, setHeld] = useState(draft);
  if (draft && draft.typed_at !== held?.typed_at && draft.typed_at > (lastTyped.get(key) ?? '')) setHeld(draft);
  return held;
}

/** Keeping draws the list and writes to the disk: not at every key, while each has 16 ms. */
const PAUSE_MS = 300;
let waiting: { readonly key: string; readonly doc: RichText; readonly timer: number } | undefined;

/** What is being answered in this tab, by conversation. */
const replies = new Map<string, Reply>();

/** It is kept with the text, from the next time on that the text is kept; alone it is no draft. */
export const keepReply = (key: string, reply: Reply = null): unknown => replies.set(key, reply);

/** What was typed and is not kept yet is kept now: before the page is left, or another conversation is opened. */
export function flushDraft(): void {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  const { key, doc } = waiting;
  waiting = undefined;
  const typed = {
    ...(isBlank(doc) ? { doc: null } : { doc, reply_to: replies.get(key) }),
    typed_at: lastTyped.get(key) ?? '',
  };
  app.queryClient.setQueryData(typedQuery.queryKey, (here = none) => ({ ...here, [key]: typed }));
}

/** Now; but after what is known to be typed already, whatever the clocks say: whoever goes on writing has seen that. */
function later(key: string): string {
  const now = new Date().toISOString();
  const known = app.queryClient.getQueryData<Kept<Draft>>(draftsKey)?.items;
  const there = known?.find(({ address }) => addressKey(address) === key)?.typed_at ?? '';
  const here = lastTyped.get(key) ?? '';
  const last = here > there ? here : there;
  return now > last ? now : new Date(Date.parse(last) + 1).toISOString();
}

/**
 * Soon, or at once if there is nothing left to type: a blank document takes the draft away. `left`: of a field that is gone, when
 * something was last typed as it went. If that is no longer so, what stands there by now is newer, and stays.
 */
export function keepDraft(key: string, doc: RichText, left?: string): void {
  if (left && left !== lastTyped.get(key)) return;
  if (waiting?.key !== key) flushDraft();
  clearTimeout(waiting?.timer);
  lastTyped.set(key, later(key));
  typedAt = performance.now();
  waiting = { key, doc, timer: window.setTimeout(flushDraft, PAUSE_MS) };
  if (left || isBlank(doc)) flushDraft();
  // Nobody has typed it: the field that stands there by now takes it as it takes what comes from elsewhere.
  if (left) lastTyped.set(key, left);
}

/** One line of each draft, by `employee/ID` or `space/ID`, for the conversation list. */
export function draftLines(drafts: Drafts): Map<string, string> {
  return new Map(
    [...drafts].flatMap(([key, { doc }]) => (doc ? [[key.split('/').slice(0, 2).join('/'), plainText(doc)]] : [])),
  );
}
