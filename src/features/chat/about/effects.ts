// What else follows from events of spaces and of what is said: the lists in the pane beside a conversation are read anew
// (lists/told.ts). The space itself (name, number of members, sub-spaces) follows its events in ../live-list.ts.

import { messagePinned } from '#contract/chat/marks/events.ts';
import * as chat from '#contract/chat.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import type { Effect } from '#src/realtime/live-query.ts';

const toLists: Effect['run'] = (frame, tools) =>
  void import('./lists/told.ts').then(
    (part) => part.followLists(frame, tools),
    // They are read anew with the next connection anyway.
    () => undefined,
  );

export const spaceEffects: readonly Effect[] = [
  // What was said in a sub-space that one is no longer in goes from the device.
  { event: spaceEvents.subSpaceClosed.name, run: (_frame, { recheck }) => recheck() },
  ...[
    messagePinned,
    chat.messageCreated,
    chat.messageDeleted,
    chat.messageUpdated,
    chat.entryRemoved,
    spaceEvents.subSpaceOpened,
    spaceEvents.subSpaceClosed,
    spaceEvents.subSpaceMembersChanged,
    spaceEvents.requestsChanged,
    spaceEvents.roleChanged,
    spaceEvents.roleRemoved,
    spaceEvents.memberChanged,
  ].map(({ name }) => ({ event: name, run: toLists })),
];
