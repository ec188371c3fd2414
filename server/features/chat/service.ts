// What other features ask of chat: that who is in a space is in its conversations, and is told so. The rules of chat's own
// endpoints stand in messages/.
import { type ConversationState, entryAdded, entryRemoved, type Space } from '#contract/chat.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit, subscribe } from '../../platform/events/emit.ts';
import { askLeft } from '../notifications/service.ts';
import { forgetWishes } from './marks/marks-repo.ts';
import { newState, presentState, spaceEntry } from './present.ts';
import { findStates, heardOf, insertMembers, insertSubSpace } from './repo/conversation-repo.ts';
import { enter, exit, exitOne, holdConversations, setArchived } from './repo/membership-repo.ts';

export { filesReadBy, filesSent } from './attachments/attachments-repo.ts';
export { openCampaign, postToCampaign } from './groups/campaigns.ts';
export { countConversations, dropScheduled, forgetOwn, relabelling } from './later/forgetting-repo.ts';
export { countScheduled } from './later/scheduled-repo.ts';
export { holdReachable, ownEvents } from './messages/reachable.ts';
export { seesAll } from './repo/conversation-repo.ts';
export { searchMessages } from './search/searching.ts';

export interface NewSubSpace {
  readonly sub_space_id: string;
  readonly space_id: string;
  /** The space's default one. */
  readonly is_default: boolean;
}

/**
 * Opens the conversation of a new sub-space to the members of its space and has them hear it. Answers its state as
 * everybody has it; undefined if the id is taken.
 */
export async function openSubSpace(
  tx: Tx,
  { sub_space_id, space_id, is_default }: NewSubSpace,
  employee_ids: readonly string[],
): Promise<ConversationState | undefined> {
  if (!(await insertSubSpace(tx, { conversation_id: sub_space_id, space_id, is_main: is_default }))) return undefined;
  await insertMembers(tx, sub_space_id, employee_ids);
  for (const employee_id of employee_ids) subscribe(tx, { employee_id, add: [`conversation:${sub_space_id}`] });
  return newState(sub_space_id, sub_space_id);
}

/**
 * Lets people who were not in them into conversations of a space and has them hear these: none of the past is unread, and with
 * the history `joined` none of it can be read. Answers the conversations as each of them has them.
 */
export async function admit(
  tx: Tx,
  conversation_ids: readonly string[],
  employee_ids: readonly [string, ...string[]],
  history: Space['history'],
): Promise<ConversationState[]> {
  await holdConversations(tx, conversation_ids);
  const heard = await enter(tx, conversation_ids, employee_ids, history === 'joined');
  const add = heard.map(heardOf);
  for (const employee_id of employee_ids) subscribe(tx, { employee_id, add });
  return (await findStates(tx, employee_ids[0], conversation_ids)).map(presentState);
}

/** Takes somebody out of all conversations of the space; from the commit on they hear none of them. */
export async function dismiss(tx: Tx, space_id: string, employee_id: string): Promise<void> {
  const [conversation_ids] = await Promise.all([
    exit(tx, space_id, employee_id),
    // Whoever comes back finds the space as everybody finds it.
    forgetWishes(tx, employee_id, { entity_type: 'space', entity_id: space_id }),
  ]);
  askLeft(tx, employee_id);
  subscribe(tx, { employee_id, remove: conversation_ids.map((id) => `conversation:${id}`) });
}

/** Takes somebody out of one conversation of a space; from the commit on they do not hear it. */
export async function dismissFrom(tx: Tx, conversation_id: string, employee_id: string): Promise<void> {
  const conversation_ids = await exitOne(tx, conversation_id, employee_id);
  askLeft(tx, employee_id);
  subscribe(tx, { employee_id, remove: conversation_ids.map((id) => `conversation:${id}`) });
}

/** Ends writing in a conversation of a space, or allows it again (null). */
export const archive = async (tx: Tx, conversation_id: string, archived_at: string | null): Promise<void> => {
  await setArchived(tx, conversation_id, archived_at);
};

/** Tells people that the space is in their list now, each with the space as they see it. */
export async function tellAdded(
  tx: Tx,
  members: readonly { readonly employee_id: string; readonly space: Space }[],
  conversations: readonly ConversationState[],
): Promise<void> {
  const states = new Map(conversations.map((state) => [state.conversation_id, state]));
  const ordered = members.toSorted((a, b) => (a.employee_id < b.employee_id ? -1 : 1));
  await Promise.all(
    ordered.map(({ employee_id, space }) => emit(tx, entryAdded, `employee:${employee_id}`, spaceEntry(space, states))),
  );
}

/** Tells somebody that the space is in their list no longer. */
export async function tellRemoved(tx: Tx, employee_id: string, space_id: string): Promise<void> {
  await emit(tx, entryRemoved, `employee:${employee_id}`, { entity_type: 'space', entity_id: space_id });
}
