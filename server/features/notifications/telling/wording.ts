// What pushes say. Pure. Besides, what they say where the lock screen is to say nothing: only that there is something. Which of the
// two is asked when a push is sent (devices/wanted.ts).
import { labelOf } from '#contract/chat/attachment.ts';
import type { PushData } from '#contract/notifications/push.ts';
import type { EntryRow } from '../list/list-repo.ts';
import { messagePath } from '../list/present.ts';
import type { MessageRow } from './pushing-repo.ts';

/** Of a NewPush, what is said and where it leads. */
export interface Said {
  readonly kind: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly hidden: { readonly title: string; readonly body: string };
  readonly path: string;
  readonly message_id?: string;
  readonly message?: NonNullable<PushData['message']>;
  /** Of the list's entry that it is about. */
  readonly notification_id?: string;
}

/** The tag of what quiet hours are told of at their end. */
export const SUMMARY = 's';

/** More is never shown, and the rest of a push needs room, too. */
const MOST = 500;
const cut = (text: string): string => {
  const points = [...text];
  return points.length > MOST ? `${points.slice(0, MOST - 1).join('')}…` : text;
};

const nothingBut = (body: string) => ({ title: 'Limelight', body });

export function sayMessage(row: MessageRow): Said {
  const { kind, called, sender, conversation_id, message_id, seq, notification_id } = row;
  return {
    kind: kind === 'sub_space' ? 'space' : kind,
    tag: `c:${conversation_id}`,
    title: titleOf(row, sender),
    body: cut(row.text) || labelOf(row.attachments),
    hidden: nothingBut(called ? 'You were mentioned' : 'New message'),
    path: messagePath(row),
    message_id,
    // Without it there is no Reply: workers offer that with whatever can be marked as read.
    ...(kind !== 'campaign' && { message: { message_id, conversation_id, seq, address: addressOf(row) } }),
    ...(notification_id && { notification_id }),
  };
}

function titleOf(row: MessageRow, sender: string): string {
  if (row.kind === 'thread') return `${sender} answered in a thread`;
  return row.kind === 'direct' ? sender : `${sender} in ${placeName(row)}`;
}

/** Where it was written, by name; of threads where the root stands. */
export function placeName({
  space_name,
  sub_space_name,
  group_id,
  campaign_id,
  group_name,
}: Pick<MessageRow, 'space_name' | 'sub_space_name' | 'group_id' | 'campaign_id' | 'group_name'>): string {
  if (campaign_id) return group_name;
  if (group_id) return group_name || 'a group';
  return sub_space_name ? `${space_name}, ${sub_space_name}` : (space_name ?? '');
}

function addressOf({
  root_id,
  space_id,
  sub_space_id,
  group_id,
  other_id,
}: MessageRow): NonNullable<PushData['message']>['address'] {
  if (root_id) return { entity_type: 'thread', entity_id: root_id };
  if (space_id) return { entity_type: 'space', entity_id: space_id, ...(sub_space_id && { sub_space_id }) };
  return group_id
    ? { entity_type: 'group', entity_id: group_id }
    : { entity_type: 'employee', entity_id: other_id ?? '' };
}

const HIDDEN = { invitation: 'New invitation', join_request: 'New request', joined: 'You were let in' } as const;

/** `who`: the name of whose doing it is. */
export function sayEntry(row: EntryRow, who: string, path: string): Said {
  const { kind, emoji, message_id, space_id, notification_id } = row;
  const space = row.space_name ?? '';
  if (kind === 'reaction') {
    const body = row.text || labelOf(row.attachments);
    return {
      kind,
      tag: `r:${message_id}`,
      title: `${who} reacted ${emoji}`,
      body: cut(body),
      hidden: nothingBut('New reaction'),
      path,
      notification_id,
    };
  }
  const hidden = nothingBut(HIDDEN[kind as keyof typeof HIDDEN]);
  const about = { kind: 'invitation', tag: `i:${space_id}`, path, notification_id, hidden };
  if (kind === 'join_request')
    return { ...about, title: `${who} asks to join ${space}`, body: 'Let them in, or decline.' };
  return kind === 'joined'
    ? { ...about, title: `You are in ${space}`, body: `${who} let you in.` }
    : { ...about, title: `${who} invites you to ${space}`, body: 'Come in, or decline.' };
}

/** What waits unread, each message in one of them. */
export interface Tally {
  readonly direct: number;
  readonly mentions: number;
  readonly answers: number;
  readonly others: number;
  readonly announcements: number;
  readonly reactions: number;
  readonly invitations: number;
}

const WORDS: readonly (readonly [keyof Tally, string, string])[] = [
  ['direct', 'direct message', 'direct messages'],
  ['mentions', 'mention', 'mentions'],
  ['answers', 'answer in a thread', 'answers in threads'],
  ['others', 'message in a group or space', 'messages in groups and spaces'],
  ['announcements', 'announcement', 'announcements'],
  ['reactions', 'reaction', 'reactions'],
  ['invitations', 'invitation or request', 'invitations and requests'],
];

/** "3 direct messages, 2 mentions"; empty if nothing waits. */
export const sayTally = (tally: Tally): string =>
  WORDS.flatMap(([key, one, more]) => (tally[key] ? [`${tally[key]} ${tally[key] === 1 ? one : more}`] : [])).join(
    ', ',
  );
