// Reading: the list of conversations, runs of messages, and the marker of how far one has read.
import { seen } from '#contract/chat/seen.ts';
import {
  type Address,
  type Entry,
  type listConversations as listConversationsEndpoint,
  type listMessages as listMessagesEndpoint,
  type Message,
  type markRead as markReadEndpoint,
  read,
} from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, revisionOf } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { askRead } from '../../notifications/service.ts';
import { listGroups } from '../groups/groups-repo.ts';
import { listWishes } from '../marks/marks-repo.ts';
import { isShown } from '../marks/seen-repo.ts';
import { placeOf } from '../place.ts';
import {
  campaignEntry,
  colleagueEntry,
  compareEntries,
  groupEntry,
  presentMessage,
  presentState,
  spaceEntry,
} from '../present.ts';
import { findConversation, isInSpace, listStates, moveMarker } from '../repo/conversation-repo.ts';
import { findReadable, findSeqAt, listRun } from '../repo/message-repo.ts';
import { inItsThread, requireRoot } from '../threads/threads.ts';
import { ownEvents, requireReachable } from './reachable.ts';
import { runOf } from './run.ts';
import type { SpacePort } from './space-port.ts';

const MAX_ENTRIES = 2_000;
const DEFAULT_RUN = 50;
/** The largest seq there can be. */
const MAX_SEQ = 2_147_483_647;

/** Everything of the caller. Needs a snapshot, so that all of it is of one moment. */
export async function listConversations(
  tx: Tx,
  { employee_id }: Actor,
  port: SpacePort,
): Promise<ResponseOf<typeof listConversationsEndpoint>> {
  const [rows, groups, spaces, wishes, shows_seen, revision] = await Promise.all([
    listStates(tx, employee_id),
    listGroups(tx, employee_id),
    port.spacesOf(tx, employee_id),
    listWishes(tx, employee_id),
    isShown(tx, employee_id),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  const inSpaces = new Map(
    rows.filter((row) => row.space_id !== null).map((row) => [row.conversation_id, presentState(row)]),
  );
  const inGroups = new Map(groups.map((group) => [group.conversation_id, group]));
  const items: Entry[] = [
    ...rows
      .filter((row) => row.space_id === null)
      .map((row) => {
        if (row.kind === 'campaign') return campaignEntry(row, presentState(row), wishes.get(row.conversation_id));
        const group = inGroups.get(row.conversation_id);
        if (group) return groupEntry(group, presentState(row), wishes.get(row.conversation_id));
        return colleagueEntry(row.other_id, presentState(row), wishes.get(row.other_id));
      }),
    ...spaces.map((space) => spaceEntry(space, inSpaces, wishes.get(space.space_id))),
  ];
  return { items: items.sort(compareEntries).slice(0, MAX_ENTRIES), shows_seen, revision };
}

/** Needs a snapshot. With a colleague to whom nothing was written yet: no conversation, and none is made. */
export async function listMessages(
  tx: Tx,
  { employee_id }: Actor,
  {
    before_seq,
    after_seq,
    around_seq,
    at_time,
    limit = DEFAULT_RUN,
    ...address
  }: ParsedOf<typeof listMessagesEndpoint>,
): Promise<ResponseOf<typeof listMessagesEndpoint>> {
  const conversation = await findConversation(tx, employee_id, placeOf(employee_id, address));
  const root = address.entity_type === 'thread' ? await loadRoot(tx, employee_id, address.entity_id) : null;
  if (!conversation) {
    await requireAddress(tx, employee_id, address);
    return { conversation_id: null, root, revision: 0, items: [], has_before: false, has_after: false };
  }
  const { conversation_id, last_seq, revision } = conversation;
  const around = at_time === undefined ? around_seq : await findSeqAt(tx, conversation_id, last_seq, at_time);
  const { from, to, has_before, has_after } = runOf(conversation, {
    before_seq,
    after_seq,
    around_seq: around,
    limit,
  });
  const rows = from <= to ? await listRun(tx, conversation_id, from, to) : [];
  return { conversation_id, root, revision, items: rows.map(presentMessage), has_before, has_after };
}

async function loadRoot(tx: Tx, employee_id: string, message_id: string): Promise<Message> {
  const row = await findReadable(tx, employee_id, message_id);
  if (!row) throw new AppError('MESSAGE_NOT_FOUND');
  return inItsThread(presentMessage(row));
}

/** Not found, unless it is a colleague with whom a conversation could be begun, or a message of which there could be a thread. */
export async function requireAddress(tx: Tx, employee_id: string, { entity_type, entity_id }: Address): Promise<void> {
  if (entity_type === 'employee') return requireReachable(tx, [entity_id]);
  if (entity_type === 'thread') return void (await requireRoot(tx, employee_id, entity_id));
  if (entity_type === 'group') throw new AppError('GROUP_NOT_FOUND');
  if (entity_type === 'campaign') throw new AppError('CAMPAIGN_NOT_FOUND');
  throw new AppError((await isInSpace(tx, employee_id, entity_id)) ? 'SUB_SPACE_NOT_FOUND' : 'SPACE_NOT_FOUND');
}

/** Forward only. Told to the caller's devices and, where two people show each other what they have seen, to the other one. */
export async function markRead(
  tx: Tx,
  actor: Actor,
  { conversation_id, read_seq: wanted }: ParsedOf<typeof markReadEndpoint>,
): Promise<ResponseOf<typeof markReadEndpoint>> {
  const marked = await moveMarker(tx, actor.employee_id, conversation_id, Math.min(wanted, MAX_SEQ));
  if (!marked) throw new AppError('CONVERSATION_NOT_FOUND');
  const { read_seq, other_id, moved, shown_seq } = marked;
  if (!moved) return { read_seq, events: [] };
  askRead(tx, actor.employee_id, conversation_id, read_seq);
  // In one packet, the conversation first: whoever tells both takes their topics in the same order.
  const shown = other_id && shown_seq !== null ? [{ employee_id: other_id, seen_seq: shown_seq }] : null;
  await Promise.all([
    shown && emit(tx, seen, `conversation:${conversation_id}`, { seen: shown }),
    emit(tx, read, `employee:${actor.employee_id}`, { conversation_id, read_seq }),
  ]);
  return { read_seq, events: ownEvents(tx, actor) };
}
