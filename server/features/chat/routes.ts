// The endpoints of chat → its rules. Nothing is decided here.

import * as attaching from '#contract/chat/attachments.ts';
import * as drafting from '#contract/chat/drafts.ts';
import * as grouping from '#contract/chat/groups.ts';
import * as marking from '#contract/chat/marks/marks.ts';
import * as previewing from '#contract/chat/previews/previews.ts';
import * as saving from '#contract/chat/saved.ts';
import * as scheduling from '#contract/chat/scheduled.ts';
import * as seeing from '#contract/chat/seen.ts';
import * as following from '#contract/chat/threads.ts';
import * as contract from '#contract/chat.ts';
import { implement, type Route } from '../../platform/feature.ts';
import { attach, type FilePort, listFiles } from './attachments/attachments.ts';
import * as groups from './groups/groups.ts';
import * as drafts from './later/drafts.ts';
import * as saved from './later/saved.ts';
import * as scheduled from './later/scheduled.ts';
import * as marks from './marks/marks.ts';
import * as seen from './marks/seen.ts';
import { edit, react, remove, unreact } from './messages/messages.ts';
import { removePreview } from './messages/previews/previews.ts';
import { listConversations, listMessages, markRead } from './messages/reading.ts';
import { send } from './messages/send.ts';
import type { SpacePort } from './messages/space-port.ts';
import { follow, listThreads } from './threads/threads.ts';

export const chatRoutes = (spaces: SpacePort, files: FilePort): Route[] => [
  ...implement(contract, {
    listConversations: ({ tx, actor }) => listConversations(tx, actor, spaces),
    listMessages: ({ tx, actor }, input) => listMessages(tx, actor, input),
    send: async ({ tx, actor }, input) =>
      send(tx, actor, input, input.attachments && (await attach(tx, actor, files, input.attachments))),
    edit: ({ tx, actor }, input) => edit(tx, actor, input),
    remove: ({ tx, actor }, input) => remove(tx, actor, spaces, input),
    react: ({ tx, actor }, input) => react(tx, actor, input),
    unreact: ({ tx, actor }, input) => unreact(tx, actor, input),
    markRead: ({ tx, actor }, input) => markRead(tx, actor, input),
  }),
  ...implement(attaching, {
    listFiles: ({ tx, actor }, input) => listFiles(tx, actor, input),
  }),
  ...implement(marking, {
    history: ({ tx, actor }, input) => marks.history(tx, actor, input),
    pin: ({ tx, actor }, input) => marks.pin(tx, actor, input),
    unpin: ({ tx, actor }, input) => marks.unpin(tx, actor, input),
    listPins: ({ tx, actor }, input) => marks.listPins(tx, actor, input),
    markUnread: ({ tx, actor }, input) => marks.markUnread(tx, actor, input),
    updateEntry: ({ tx, actor }, input) => marks.updateEntry(tx, actor, input),
  }),
  ...implement(seeing, {
    listSeen: ({ tx, actor }, input) => seen.listSeen(tx, actor, input),
    showSeen: ({ tx, actor }, input) => seen.showSeen(tx, actor, input),
  }),
  ...implement(previewing, {
    removePreview: ({ tx, actor }, input) => removePreview(tx, actor, input),
  }),
  ...implement(grouping, {
    createGroup: ({ tx, actor }, input) => groups.createGroup(tx, actor, input),
    renameGroup: ({ tx, actor }, input) => groups.renameGroup(tx, actor, input),
    addToGroup: ({ tx, actor }, input) => groups.addToGroup(tx, actor, input),
    leaveGroup: ({ tx, actor }, input) => groups.leaveGroup(tx, actor, input),
  }),
  ...implement(following, {
    listThreads: ({ tx, actor }) => listThreads(tx, actor),
    follow: ({ tx, actor }, input) => follow(tx, actor, input),
  }),
  ...implement(saving, {
    save: ({ tx, actor }, input) => saved.save(tx, actor, input),
    unsave: ({ tx, actor }, input) => saved.unsave(tx, actor, input),
    listMarks: ({ tx, actor }) => saved.listMarks(tx, actor),
    listSaved: ({ tx, actor }, input) => saved.listSaved(tx, actor, input),
  }),
  ...implement(scheduling, {
    schedule: async ({ tx, actor }, input) => {
      const attached = input.attachments && (await attach(tx, actor, files, input.attachments));
      return scheduled.schedule(tx, actor, input, attached);
    },
    reschedule: ({ tx, actor }, input) => scheduled.reschedule(tx, actor, input),
    unschedule: ({ tx, actor }, input) => scheduled.unschedule(tx, actor, input),
    sendScheduled: ({ tx, actor }, input) => scheduled.sendScheduled(tx, actor, input),
    listScheduled: ({ tx, actor }) => scheduled.listScheduled(tx, actor),
  }),
  ...implement(drafting, {
    keepDraft: ({ tx, actor }, input) => drafts.keepDraft(tx, actor, input),
    listDrafts: ({ tx, actor }) => drafts.listDrafts(tx, actor),
  }),
];
