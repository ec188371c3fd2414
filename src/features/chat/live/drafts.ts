// What is being written and not sent, by conversation. Kept with the account's cached data, so a reload finds it again and
// logging out takes it away.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isBlank, plainText, type RichText } from '#contract/rich-text.ts';
import { app } from '#src/realtime/app.ts';

type Drafts = Readonly<Record<string, RichText>>;

const none: Drafts = {};
/** Nobody but this device knows drafts yet: there is nothing to read, only what was kept. */
const draftsQuery = queryOptions({
  queryKey: ['chat', 'drafts'],
  queryFn: (): Drafts => none,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Keys are `addressKey`s. */
export const useDrafts = (): Drafts => useQuery(draftsQuery).data ?? none;

/** Keeping draws the list and writes to the disk: not at every key, while each has 16 ms. */
const PAUSE_MS = 300;
let waiting: { readonly key: string; readonly doc: RichText; readonly timer: number } | undefined;

/** What was typed and is not kept yet is kept now: before the page is left, or another conversation is opened. */
export function flushDraft(): void {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  const { key, doc } = waiting;
  waiting = undefined;
  keep(key, doc);
}

/** Soon, or at once if there is nothing left to type: a blank document takes the draft away. */
export function keepDraft(key: string, doc: RichText): void {
  if (waiting?.key !== key) flushDraft();
  clearTimeout(waiting?.timer);
  waiting = { key, doc, timer: window.setTimeout(flushDraft, PAUSE_MS) };
  if (isBlank(doc)) flushDraft();
}

function keep(key: string, doc: RichText): void {
  app.queryClient.setQueryData(draftsQuery.queryKey, (drafts = none) => {
    const { [key]: before, ...others } = drafts;
    if (isBlank(doc)) return before ? others : drafts;
    return { ...others, [key]: doc };
  });
}

/** One line of each draft, by `employee/ID` or `space/ID`, for the conversation list. */
export function draftLines(drafts: Drafts): Map<string, string> {
  return new Map(Object.entries(drafts).map(([key, doc]) => [key.split('/').slice(0, 2).join('/'), plainText(doc)]));
}
