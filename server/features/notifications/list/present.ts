// Rows of the list → the contract's shape. Pure.
import { labelOf } from '#contract/chat/attachment.ts';
import { previewOf } from '#contract/chat.ts';
import type { Notification } from '#contract/notifications.ts';
import type { EntryRow } from './list-repo.ts';

export const presentEntry = (row: EntryRow): Notification => ({
  notification_id: row.notification_id,
  kind: row.kind,
  actor_id: row.actor_id,
  count: row.people,
  text: row.message_id === null ? (row.space_name ?? '') : previewOf(row.text ?? '') || labelOf(row.attachments),
  emoji: row.emoji,
  place: row.space_name ?? row.group_name ?? '',
  path: pathOf(row),
  created_at: row.created_at,
  read: row.is_read,
});

export type Place = Pick<
  EntryRow,
  'message_id' | 'seq' | 'root_id' | 'space_id' | 'sub_space_id' | 'group_id' | 'campaign_id' | 'other_id'
>;

/** Below the origin: where it is opened. */
function pathOf(row: EntryRow): string {
  if (row.message_id !== null) return messagePath(row);
  return row.kind === 'invitation' ? `/spaces/${row.space_id}` : `/connect/space/${row.space_id}`;
}

/** As the client's own links of messages (src/features/chat/address.ts). */
export function messagePath(place: Place): string {
  const { message_id, seq, root_id, space_id, sub_space_id, group_id, campaign_id, other_id } = place;
  const at = `message=${message_id}&seq=${seq}`;
  if (root_id) return `/connect/threads?thread=${root_id}&${at}`;
  if (space_id) return `/connect/space/${space_id}${sub_space_id ? `/sub-space/${sub_space_id}` : ''}?${at}`;
  if (campaign_id) return `/connect/campaign/${campaign_id}?${at}`;
  return `/connect/${group_id ? `group/${group_id}` : `employee/${other_id}`}?${at}`;
}
