// Where a conversation is: in the address of the page, in the keys of the cache, in the calls.
import type { Address, Entry, EntryAddress, Message } from '#contract/chat.ts';

/** `employee/ID`, `group/ID`, `campaign/ID`, `space/ID/SUB` or `thread/ROOT`: the scope of the outbox and the key of the cache. */
export const addressKey = ({ entity_type, entity_id, sub_space_id }: Address): string =>
  [entity_type, entity_id, sub_space_id].filter(Boolean).join('/');

export const isEntityType = (text: string): text is Entry['entity_type'] =>
  /^(employee|space|group|campaign)$/.test(text);

/** Nobody writes there; as long as the list is not known, in no campaign. */
export const isReadOnly = ({ entity_type }: Address, entry: Entry | undefined): boolean =>
  entry?.read_only ?? entity_type === 'campaign';

/** The link of a conversation: the default sub-space of a space has the short form. */
export function conversationLink(address: EntryAddress, isDefault: boolean) {
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

/** What the page's address leads to, beside the conversation's: a message; the thread of one, with a message in it. */
export interface MessagePlace {
  message?: string;
  seq?: number;
  thread?: string;
}

/** Of the search part of an address, which anybody may have written. */
export function messagePlaceIn({ message, seq, thread }: Record<string, unknown>): MessagePlace {
  const number = Number(seq);
  return {
    ...(typeof message === 'string' && Number.isSafeInteger(number) && number > 0 && { message, seq: number }),
    ...(typeof thread === 'string' && thread && { thread }),
  };
}

type Linked = Pick<Message, 'message_id' | 'seq'>;

const isThread = (address: Address): address is Address & { entity_type: 'thread' } => address.entity_type === 'thread';

/** The link of a message. `address` has no sub-space for the default one. */
export const messageLink = (address: Address, { message_id, seq }: Linked) =>
  isThread(address)
    ? threadLink(address.entity_id, { message_id, seq })
    : {
        ...conversationLink(address as EntryAddress, false),
        search: { message: message_id, seq } satisfies MessagePlace,
      };

/** The link of a thread by its root, wherever that stands; with a message in it. */
export const threadLink = (root_id: string, linked?: Linked) =>
  ({
    to: '/connect/threads',
    search: { thread: root_id, ...(linked && { message: linked.message_id, seq: linked.seq }) } satisfies MessagePlace,
  }) as const;
