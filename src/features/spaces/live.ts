// What follows for the list of spaces from events: it is read anew when it is looked at. Space topics are heard by members
// only, so what others do in the rest shows with the next reading.
import * as chat from '#contract/chat.ts';
import * as contract from '#contract/spaces.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { spacesKey } from './queries.ts';

const names = [
  chat.entryAdded.name,
  chat.entryRemoved.name,
  contract.spaceUpdated.name,
  contract.memberChanged.name,
] as const;

/** Joining a space with many others is a burst of events, and one reading. Milliseconds. */
const TOGETHER_MS = 400;
let waiting: ReturnType<typeof setTimeout> | undefined;

export const effects: readonly Effect[] = names.map((event) => ({
  event,
  run: (_frame, { queryClient }) => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      void queryClient.invalidateQueries({ queryKey: spacesKey });
    }, TOGETHER_MS);
  },
}));
