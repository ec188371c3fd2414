// What a place that has a level of its own is called, and the way there, as far as this device knows it.
import type { Exception } from '#contract/notifications.ts';
import { conversationLink, threadLink } from '#src/features/chat/address.ts';
import { useConversations } from '#src/features/chat/hooks/use-conversations.ts';
import { useThreads } from '#src/features/chat/threads/use-threads.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { groupName, personName } from '#src/kit/people/names.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useClient } from '#src/realtime/hooks.ts';

export interface NamedPlace {
  readonly name: string;
  readonly kind: string;
  /** Left out where one cannot go any more, or nothing is known of it. */
  readonly link?: ReturnType<typeof conversationLink> | ReturnType<typeof threadLink>;
}

const GONE = 'Not in your list any more';

export function usePlaces(): (of: Pick<Exception, 'entity_type' | 'entity_id'>) => NamedPlace {
  const { self } = useClient().context;
  const people = useDirectory();
  const { entries } = useConversations();
  const { items: threads } = useThreads();
  return ({ entity_type, entity_id }) => {
    if (entity_type === 'employee') {
      const person = people.get(entity_id);
      const link = conversationLink({ entity_type, entity_id }, false);
      return person
        ? { name: fullName(person), kind: 'Direct messages', link }
        : { name: personName(people, entity_id), kind: GONE };
    }
    if (entity_type === 'thread') {
      const root = threads.find((one) => one.root.message_id === entity_id)?.root;
      return root
        ? { name: root.text || root.label || 'A deleted message', kind: 'Thread', link: threadLink(entity_id) }
        : { name: 'A thread', kind: 'You don’t follow it any more' };
    }
    if (entity_type === 'sub_space') {
      for (const { space } of entries) {
        const sub = space?.sub_spaces.find(({ sub_space_id }) => sub_space_id === entity_id);
        if (!space || !sub) continue;
        const address = { entity_type: 'space', entity_id: space.space_id, sub_space_id: entity_id } as const;
        const link = conversationLink(address, sub.is_default);
        return { name: sub.sub_space_name, kind: `Sub-space of ${space.space_name}`, link };
      }
      return { name: 'A sub-space', kind: GONE };
    }
    const entry = entries.find((one) => one.entity_type === entity_type && one.entity_id === entity_id);
    const link = conversationLink({ entity_type, entity_id }, false);
    if (entry?.group)
      return { name: groupName(entry.group, people, self), kind: entry.read_only ? 'Campaign' : 'Group', link };
    if (entry?.space) return { name: entry.space.space_name, kind: 'Space', link };
    return { name: { group: 'A group', space: 'A space', campaign: 'A campaign' }[entity_type], kind: GONE };
  };
}
