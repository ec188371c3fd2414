// The endpoints of chat → its rules. Nothing is decided here.
import * as contract from '#contract/chat.ts';
import { implement, type Route } from '../../platform/feature.ts';
import { edit, react, remove, unreact } from './messages.ts';
import { listConversations, listMessages, markRead } from './reading.ts';
import { send } from './send.ts';
import type { SpacePort } from './service.ts';

export const chatRoutes = (spaces: SpacePort): Route[] =>
  implement(contract, {
    listConversations: ({ tx, actor }) => listConversations(tx, actor, spaces),
    listMessages: ({ tx, actor }, input) => listMessages(tx, actor, input),
    send: ({ tx, actor }, input) => send(tx, actor, input),
    edit: ({ tx, actor }, input) => edit(tx, actor, input),
    remove: ({ tx, actor }, input) => remove(tx, actor, spaces, input),
    react: ({ tx, actor }, input) => react(tx, actor, input),
    unreact: ({ tx, actor }, input) => unreact(tx, actor, input),
    markRead: ({ tx, actor }, input) => markRead(tx, actor, input),
  });
