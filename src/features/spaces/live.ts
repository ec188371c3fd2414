// What follows for the list of spaces and for invitations from events: they are read anew. Space topics are heard by members
// only, so what others do in the rest shows with the next reading.
import * as chat from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import { listInvitations } from '#contract/spaces/invitations.ts';
import { invitationsKey } from '#src/kit/spaces/keys.ts';
import type { Effect, LiveQuery } from '#src/realtime/live-query.ts';
import { spaceKey, spacesKey } from './keys.ts';

export type Invitations = ResponseOf<typeof listInvitations>;

/** Follows no topic: what is told of it only says that it is to be read anew. */
export const invitations: LiveQuery<Invitations> = {
  prefix: invitationsKey,
  fetch: (_key, { call, signal }) => call(listInvitations, {}, { signal }),
  topics: () => [],
  reduce: (data) => data,
};

const names = [
  chat.entryAdded.name,
  chat.entryRemoved.name,
  spaceEvents.spaceUpdated.name,
  spaceEvents.memberChanged.name,
  spaceEvents.statusChanged.name,
] as const;

/** Joining a space with many others is a burst of events, and one reading. Milliseconds. */
const TOGETHER_MS = 400;
let waiting: ReturnType<typeof setTimeout> | undefined;

export const effects: readonly Effect[] = names.map((event) => ({
  event,
  run: (_frame, { queryClient }) => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      for (const queryKey of [spacesKey, spaceKey, invitationsKey]) void queryClient.invalidateQueries({ queryKey });
    }, TOGETHER_MS);
  },
}));
