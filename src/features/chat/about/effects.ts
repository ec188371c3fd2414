// What else follows from events of spaces and people: the lists in the pane beside a conversation are read anew. The space
// itself (name, number of members, sub-spaces) follows its events in ../live-list.ts.

import { messagePinned } from '#contract/chat/marks/events.ts';
import * as chat from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { membersKey, pinsKey, requestsKey, rolesKey, subSpaceMembersKey } from './keys.ts';

/** Adding many people is as many events, and one list. Milliseconds. */
const TOGETHER_MS = 250;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Edits and deletions of what is pinned show in the list as well. */
const pinEffects = [messagePinned, chat.messageDeleted, chat.messageUpdated].map(
  ({ name }): Effect => ({
    event: name,
    run: ({ topic }, { queryClient }) =>
      void queryClient.invalidateQueries({ queryKey: pinsKey(topic.slice('conversation:'.length)) }),
  }),
);

/** Who had a role that is gone is plain again in the list of members. */
const roleEffects = [spaceEvents.roleChanged, spaceEvents.roleRemoved].map(
  ({ name }): Effect => ({
    event: name,
    run: ({ topic }, { queryClient }) => {
      const space_id = topic.slice('space:'.length);
      void queryClient.invalidateQueries({ queryKey: rolesKey(space_id) });
      if (name === spaceEvents.roleRemoved.name) void queryClient.invalidateQueries({ queryKey: membersKey(space_id) });
    },
  }),
);

export const spaceEffects: readonly Effect[] = [
  // What was said in a sub-space that one is no longer in goes from the device.
  { event: spaceEvents.subSpaceClosed.name, run: (_frame, { recheck }) => recheck() },
  {
    event: spaceEvents.subSpaceMembersChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { sub_space_id } = payload as PayloadOf<typeof spaceEvents.subSpaceMembersChanged>;
      void queryClient.invalidateQueries({ queryKey: subSpaceMembersKey(sub_space_id) });
    },
  },
  {
    event: spaceEvents.requestsChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { space_id } = payload as PayloadOf<typeof spaceEvents.requestsChanged>;
      void queryClient.invalidateQueries({ queryKey: requestsKey(space_id) });
    },
  },
  ...pinEffects,
  ...roleEffects,
  {
    event: spaceEvents.memberChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { space_id } = payload as PayloadOf<typeof spaceEvents.memberChanged>;
      if (waiting.has(space_id)) return;
      const read = () => {
        waiting.delete(space_id);
        void queryClient.invalidateQueries({ queryKey: membersKey(space_id) });
      };
      waiting.set(space_id, setTimeout(read, TOGETHER_MS));
    },
  },
];
