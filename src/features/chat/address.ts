// Where a conversation is: in the address of the page, in the keys of the cache, in the calls.
import type { Address, Entry } from '#contract/chat.ts';

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
