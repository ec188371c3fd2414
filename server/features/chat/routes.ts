// The endpoints of chat → its rules. Nothing is decided here.

import * as marking from '#contract/chat/marks.ts';
import * as contract from '#contract/chat.ts';
import { implement, type Route } from '../../platform/feature.ts';
import * as marks from './marks/marks.ts';
import { edit, react, remove, unreact } from './messages.ts';
import { listConversations, listMessages, markRead } from './reading.ts';
import { send } from './send.ts';
import type { SpacePort } from './service.ts';

export const chatRoutes = (spaces: SpacePort): Route[] => [
  ...implement(contract, {
    listConversations: ({ tx, actor }) => listConversations(tx, actor, spaces),
    listMessages: ({ tx, actor }, input) => listMessages(tx, actor, input),
    send: ({ tx, actor }, input) => send(tx, actor, input),
    edit: ({ tx, actor }, input) => edit(tx, actor, input),
    remove: ({ tx, actor }, input) => remove(tx, actor, spaces, input),
    react: ({ tx, actor }, input) => react(tx, actor, input),
    unreact: ({ tx, actor }, input) => unreact(tx, actor, input),
    markRead: ({ tx, actor }, input) => markRead(tx, actor, input),
  }),
  ...implement(marking, {
    history: ({ tx, actor }, input) => marks.history(tx, actor, input),
    pin: ({ tx, actor }, input) => marks.pin(tx, actor, input),
    unpin: ({ tx, actor }, input) => marks.unpin(tx, actor, input),
    listPins: ({ tx, actor }, input) => marks.listPins(tx, actor, input),
    markUnread: ({ tx, actor }, input) => marks.markUnread(tx, actor, input),
    updateEntry: ({ tx, actor }, input) => marks.updateEntry(tx, actor, input),
  }),
];
