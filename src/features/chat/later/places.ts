// Where a message stands, in words and as a link. Pure.
import type { SavedItem } from '#contract/chat/saved.ts';
import type { Address, Entry, Message } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { groupName, personName } from '#src/kit/people/names.ts';
import { addressKey, conversationLink, messageLink, threadLink } from '../address.ts';

export interface Names {
  readonly people: ReadonlyMap<string, Person>;
  readonly entries: readonly Entry[];
  readonly self_id: string;
}

/** "Kwame Mensah", "Mill Lane crew › Ovens", "Your own notes". */
export function placeName({ entity_type, entity_id, sub_space_id }: Address, names: Names): string {
  if (entity_type === 'thread') return 'A thread';
  if (entity_type === 'employee')
    return entity_id === names.self_id ? 'Your own notes' : personName(names.people, entity_id);
  const { space, group } = names.entries.find((entry) => entry.entity_id === entity_id) ?? {};
  if (group) return groupName(group, names.people, names.self_id);
  if (entity_type === 'group' || entity_type === 'campaign') return entity_type === 'group' ? 'A group' : 'A campaign';
  const sub = space?.sub_spaces.find((one) => one.sub_space_id === sub_space_id && !one.is_default);
  return [space?.space_name ?? 'A space', sub?.sub_space_name].filter(Boolean).join(' › ');
}

/** To the message in its place. */
export const savedLink = ({ address, thread_id, message }: Pick<SavedItem, 'address' | 'thread_id' | 'message'>) =>
  thread_id ? threadLink(thread_id, message) : messageLink(address, message);

export const placeLink = ({ entity_type, ...address }: Address) =>
  entity_type === 'thread'
    ? threadLink(address.entity_id)
    : { ...conversationLink({ entity_type, ...address }, false), search: {} };

/** Where a message of the device stands, as far as the list of conversations tells; undefined for one of a thread. */
export function placeOf({ conversation_id }: Message, entries: readonly Entry[]): SavedItem['address'] | undefined {
  for (const { entity_type, entity_id, space, conversations } of entries) {
    const state = conversations.find((one) => one.conversation_id === conversation_id);
    if (!state) continue;
    const sub = space?.sub_spaces.find((one) => one.sub_space_id === state.sub_space_id);
    return { entity_type, entity_id, ...(sub && !sub.is_default && { sub_space_id: sub.sub_space_id }) };
  }
  return undefined;
}

/** The conversation of an address of the outbox and the drafts. */
export function addressIn(key: string): Address {
  const [entity_type, entity_id = '', sub_space_id] = key.split('/');
  return { entity_type: entity_type as Address['entity_type'], entity_id, ...(sub_space_id && { sub_space_id }) };
}

export const sameAddress = (a: Address, b: Address): boolean => addressKey(a) === addressKey(b);
