// What events of spaces do to the sub-spaces of an entry and their conversations. Pure.
import * as chat from '#contract/chat.ts';
import type { EventFrame, PayloadOf } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';

type Sub = chat.SubSpace;

/** With what follows from its conversations. What is archived counts no more. */
export const derived = (entry: chat.Entry): chat.Entry => ({
  ...entry,
  ...chat.summarise(chat.inUse(entry.space, entry.conversations)),
});

/** The entry after an event about one or several of its sub-spaces, whatever topic told it; the same entry after any other. */
export function inSubSpaces(entry: chat.Entry, { name, payload }: Pick<EventFrame, 'name' | 'payload'>): chat.Entry {
  const { space } = entry;
  if (!space) return entry;
  switch (name) {
    case spaceEvents.subSpaceCreated.name:
    case spaceEvents.subSpaceOpened.name: {
      const { sub_space, conversation } = payload as PayloadOf<typeof spaceEvents.subSpaceOpened>;
      if (sub_space.space_id !== space.space_id) return entry;
      const without = removed(entry, sub_space.sub_space_id);
      const conversations = [...without.conversations, conversation];
      return arranged({ ...without, conversations }, [...(without.space?.sub_spaces ?? []), sub_space]);
    }
    case spaceEvents.subSpaceClosed.name:
      return withoutSubSpace(entry, (payload as PayloadOf<typeof spaceEvents.subSpaceClosed>).sub_space_id);
    case spaceEvents.subSpaceUpdated.name:
    case spaceEvents.privateSubSpaceUpdated.name: {
      const changed = payload as PayloadOf<typeof spaceEvents.subSpaceUpdated>;
      // Whether it is archived is told with its conversation, in another order than this perhaps.
      return changedIn(entry, changed.sub_space_id, ({ archived_at }) => ({ ...changed, archived_at }));
    }
    case spaceEvents.subSpaceArchived.name: {
      const { sub_space_id, archived_at } = payload as PayloadOf<typeof spaceEvents.subSpaceArchived>;
      return changedIn(entry, sub_space_id, (sub) => ({ ...sub, archived_at }));
    }
    case spaceEvents.subSpacesMoved.name: {
      const { positions } = payload as PayloadOf<typeof spaceEvents.subSpacesMoved>;
      const places = new Map(positions.map((one) => [one.sub_space_id, one.position]));
      return arranged(
        entry,
        space.sub_spaces.map((sub) => ({ ...sub, position: places.get(sub.sub_space_id) ?? sub.position })),
      );
    }
    default:
      return entry;
  }
}

/** One that may no longer be seen is gone, with what was said in it. */
export function withoutSubSpace(entry: chat.Entry, sub_space_id: string): chat.Entry {
  const without = removed(entry, sub_space_id);
  return without === entry ? entry : derived(without);
}

function removed(entry: chat.Entry, sub_space_id: string): chat.Entry {
  const other = (one: { readonly sub_space_id: string | null }) => one.sub_space_id !== sub_space_id;
  if (!entry.space || entry.space.sub_spaces.every(other)) return entry;
  const space = { ...entry.space, sub_spaces: entry.space.sub_spaces.filter(other) };
  return { ...entry, space, conversations: entry.conversations.filter(other) };
}

function changedIn(entry: chat.Entry, sub_space_id: string, change: (sub: Sub) => Sub): chat.Entry {
  const subs = entry.space?.sub_spaces ?? [];
  if (!subs.some((sub) => sub.sub_space_id === sub_space_id)) return entry;
  return arranged(
    entry,
    subs.map((sub) => (sub.sub_space_id === sub_space_id ? change(sub) : sub)),
  );
}

/** In the server's order: sub-spaces by position, conversations as their sub-spaces. */
function arranged(entry: chat.Entry, subs: readonly Sub[]): chat.Entry {
  if (!entry.space) return entry;
  const sub_spaces = subs.toSorted((a, b) => a.position - b.position || 0);
  const states = new Map(entry.conversations.map((state) => [state.sub_space_id, state]));
  const conversations = sub_spaces.flatMap(({ sub_space_id }) => states.get(sub_space_id) ?? []);
  return derived({ ...entry, space: { ...entry.space, sub_spaces }, conversations });
}
