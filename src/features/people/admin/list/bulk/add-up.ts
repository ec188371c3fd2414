// What several who leave together do, as if it were one. Pure.
import type { LeavingEffects } from '#contract/people/leaving.ts';

type Several = LeavingEffects['hand_over']['spaces'];

/** Undefined for nobody. What two of them share is named once, and counted once where all of it is named. */
export function addUp(all: readonly LeavingEffects[]): LeavingEffects | undefined {
  if (!all.length) return undefined;
  const sum = (of: (one: LeavingEffects) => number): number => all.reduce((total, one) => total + of(one), 0);
  const ends = (name: 'sessions' | 'devices' | 'scheduled_messages' | 'views' | 'links' | 'sign_on') =>
    sum((one) => one.ends[name]);
  return {
    spaces: sum(({ spaces }) => spaces),
    hand_over: {
      spaces: together(all.map(({ hand_over }) => hand_over.spaces)),
      departments: together(all.map(({ hand_over }) => hand_over.departments)),
      reports: together(all.map(({ hand_over }) => hand_over.reports)),
    },
    needs_heir: false,
    ends: {
      sessions: ends('sessions'),
      devices: ends('devices'),
      scheduled_messages: ends('scheduled_messages'),
      views: ends('views'),
      links: ends('links'),
      sign_on: ends('sign_on'),
      provisioned: all.some((one) => one.ends.provisioned),
      groups: together(all.map((one) => one.ends.groups)),
      roles: together(all.map((one) => one.ends.roles)),
      emptied: together(all.map((one) => one.ends.emptied)),
      joining: {
        requests: sum((one) => one.ends.joining.requests),
        invited: sum((one) => one.ends.joining.invited),
        inviting: sum((one) => one.ends.joining.inviting),
      },
    },
    stays: { conversations: sum(({ stays }) => stays.conversations), tokens: sum(({ stays }) => stays.tokens) },
  };
}

function together(lists: readonly Several[]): Several {
  const items = new Map(lists.flatMap((list) => list.items.map((item) => [item.id, item])));
  const unnamed = lists.reduce((total, { count, items: named }) => total + count - named.length, 0);
  return { count: items.size + unnamed, items: [...items.values()] };
}
