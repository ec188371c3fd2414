// In which sub-space something of a list stands, and the way to it.
import { Archive, Hash, Lock } from 'lucide-react';
import type { Address, Message, Space, SubSpace } from '#contract/chat.ts';
import { messageLink } from '../../address.ts';

/** A sub-space's conversation has the sub-space's id. */
export const subSpaceOf = (space: Space, conversation_id: string | undefined): SubSpace | undefined =>
  space.sub_spaces.find((one) => one.sub_space_id === conversation_id);

/** The link of a message in whichever sub-space; the default one has the short address. */
export const linkIn = (
  { space_id, sub_space_id, is_default }: SubSpace,
  message: Pick<Message, 'message_id' | 'seq'>,
) => {
  const address: Address = { entity_type: 'space', entity_id: space_id, ...(!is_default && { sub_space_id }) };
  return messageLink(address, message);
};

export function Where({ sub: { sub_space_name, is_private, archived_at } }: { sub: SubSpace }) {
  const Icon = is_private ? Lock : archived_at ? Archive : Hash;
  return (
    <span className="ll-meta ll-about-where">
      <Icon size={14} strokeWidth={1.9} aria-hidden="true" />
      <span className="ll-hidden-text">In </span>
      <span className="ll-ellipsis">{sub_space_name}</span>
    </span>
  );
}
