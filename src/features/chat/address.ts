// Where a conversation is: in the address of the page, in the keys of the cache, in the calls.
import type { Address, Entry, Message } from '#contract/chat.ts';

/** `employee/ID` or `space/ID/SUB`: the scope of the outbox and the key of the cache. */
export const addressKey = ({ entity_type, entity_id, sub_space_id }: Address): string =>
  [entity_type, entity_id, sub_space_id].filter(Boolean).join('/');

export const isEntityType = (text: string): text is Address['entity_type'] => text === 'employee' || text === 'space';

/** The link of a conversation: the default sub-space of a space has the short form. */
export function conversationLink(address: Address, isDefault: boolean) {
  const { entity_type, entity_id, sub_space_id } = address;
  return sub_space_id && !isDefault
    ? ({
        to: '/connect/$entity_type/$entity_id/sub-space/$sub_space_id',
        params: { entity_type, entity_id, sub_space_id },
      } as const)
    : ({ to: '/connect/$entity_type/$entity_id', params: { entity_type, entity_id } } as const);
}

/** The sub-space that a space's short address means. */
export const defaultSubSpaceId = (entry: Pick<Entry, 'space'> | undefined): string | undefined =>
  entry?.space?.sub_spaces.find((sub) => sub.is_default)?.sub_space_id;

/** The message that the page's address leads to, beside the conversation's. */
export interface MessagePlace {
  message?: string;
  seq?: number;
}

/** Of the search part of an address, which anybody may have written. */
export function messagePlaceIn({ message, seq }: Record<string, unknown>): MessagePlace {
  const number = Number(seq);
  return typeof message === 'string' && Number.isSafeInteger(number) && number > 0 ? { message, seq: number } : {};
}

type Linked = Pick<Message, 'message_id' | 'seq'>;

/** The link of a message. `address` has no sub-space for the default one. */
export const messageLink = (address: Address, { message_id, seq }: Linked) => ({
  ...conversationLink(address, false),
  search: { message: message_id, seq } satisfies MessagePlace,
});
