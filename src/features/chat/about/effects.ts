// What else follows from events of spaces and people: the lists in the pane beside a conversation are read anew. The space
// itself (name, number of members, sub-spaces) follows its events in ../live-list.ts.

import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { membersKey, personMoreKey } from './queries.ts';

/** Adding many people is as many events, and one list. Milliseconds. */
const TOGETHER_MS = 250;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export const spaceEffects: readonly Effect[] = [
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
