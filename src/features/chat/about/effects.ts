// What else follows from events of spaces and people: the lists in the pane beside a conversation are read anew. The space
// itself (name, number of members, sub-spaces) follows its events in ../live-list.ts.

import { messagePinned } from '#contract/chat/marks.ts';
import * as chat from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { membersKey, personMoreKey, pinsKey, requestsKey, subSpaceMembersKey } from './keys.ts';

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

export const spaceEffects: readonly Effect[] = [
  // What was said in a sub-space that one is no longer in goes from the device.
  { event: spaces.subSpaceClosed.name, run: (_frame, { recheck }) => recheck() },
  {
    event: spaces.subSpaceMembersChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { sub_space_id } = payload as PayloadOf<typeof spaces.subSpaceMembersChanged>;
      void queryClient.invalidateQueries({ queryKey: subSpaceMembersKey(sub_space_id) });
    },
  },
  {
    event: joining.requestsChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { space_id } = payload as PayloadOf<typeof joining.requestsChanged>;
      void queryClient.invalidateQueries({ queryKey: requestsKey(space_id) });
    },
  },
  ...pinEffects,
  {
    event: spaces.memberChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { space_id } = payload as PayloadOf<typeof spaces.memberChanged>;
      if (waiting.has(space_id)) return;
      const read = () => {
        waiting.delete(space_id);
        void queryClient.invalidateQueries({ queryKey: membersKey(space_id) });
      };
      waiting.set(space_id, setTimeout(read, TOGETHER_MS));
    },
  },
  {
    event: people.changed.name,
    run: ({ payload }, { queryClient }) => {
      const { employee_id } = payload as PayloadOf<typeof people.changed>;
      void queryClient.invalidateQueries({ queryKey: personMoreKey(employee_id) });
    },
  },
];
