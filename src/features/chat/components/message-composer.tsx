// The composer at the foot of a conversation: drafts, mentions, typing, and why one cannot write.
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Address, Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import type { RichText } from '#contract/rich-text.ts';
import { Composer } from '#src/kit/editor/composer.tsx';
import type { MentionItem } from '#src/kit/editor/types.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { type Directory, directoryKey, useDirectory } from '#src/kit/people/directory.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useClient, useConnection } from '#src/realtime/hooks.ts';
import { addressKey } from '../address.ts';
import { keepDraft, useDrafts } from '../drafts.ts';
import { send } from '../mutations.ts';

export interface MessageComposerProps {
  address: Address;
  /** Undefined while two people have not written yet. */
  conversation_id: string | undefined;
  entry: Entry | undefined;
  person: Person | undefined;
  onEditLast: () => void;
}

const MOST_MENTIONS = 8;

export function MessageComposer({ address, conversation_id, entry, person, onEditLast }: MessageComposerProps) {
  const client = useClient();
  const { state } = useConnection();
  const key = addressKey(address);
  // After a reload it comes from the disk, a moment after the first frame.
  const draft = useDrafts()[key] ?? null;
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  const submit = async (doc: RichText) => {
    if (!(await send(client, address, doc)))
      showToast({ text: 'This device has no room left: the message is lost if you close the page before it is sent.' });
  };
  const ended =
    address.entity_type === 'employee' &&
    directory.data !== undefined &&
    (!person || !['ACTIVE', 'INVITED'].includes(person.employee_account_status));
  return (
    <div className="ll-chat-write">
      <Composer
        value={draft}
        onChange={(doc) => keepDraft(key, doc)}
        onSubmit={submit}
        findMentions={useMentions(entry)}
        onEditLast={onEditLast}
        onTyping={() => conversation_id && client.tellTyping(conversation_id)}
        placeholder={placeholder(entry, person, address, state === 'offline')}
        {...(ended ? { disabledReason: 'This colleague is no longer here. What was said stays readable.' } : {})}
      />
    </div>
  );
}

function placeholder(
  entry: Entry | undefined,
  person: Person | undefined,
  { sub_space_id }: Address,
  offline: boolean,
): string {
  const sub = entry?.space?.sub_spaces.find((one) =>
    sub_space_id ? one.sub_space_id === sub_space_id : one.is_default,
  );
  const name = sub?.sub_space_name ?? person?.first_name;
  const base = name ? `Message ${name}` : 'Write a message';
  return offline ? `${base}. It will be queued until you’re online.` : base;
}

/** People by name from the directory on the device; everybody at once in spaces. */
function useMentions(entry: Entry | undefined): (query: string) => Promise<MentionItem[]> {
  const people = useDirectory();
  const isSpace = entry?.entity_type === 'space';
  return useCallback(
    async (query) => {
      const wanted = query.toLocaleLowerCase('en');
      const found: MentionItem[] = [];
      if (isSpace && 'all'.startsWith(wanted))
        found.push({ id: 'all', label: 'all', kind: 'all', detail: 'Everyone in this space' });
      for (const person of people.values()) {
        if (found.length >= MOST_MENTIONS) break;
        if (person.employee_account_status !== 'ACTIVE') continue;
        const name = fullName(person);
        const fits =
          name
            .toLocaleLowerCase('en')
            .split(' ')
            .some((part) => part.startsWith(wanted)) || name.toLocaleLowerCase('en').startsWith(wanted);
        if (fits)
          found.push({
            id: person.employee_id,
            label: name,
            kind: 'employee',
            detail: person.position_title,
            picture: <Avatar name={name} src={person.profile_url} size={28} />,
          });
      }
      return found;
    },
    [people, isSpace],
  );
}
