// Writing to those who are selected: one of them alone, or a group of all. The same people have one group.
import { useNavigate } from '@tanstack/react-router';
import { v7 as uuid } from 'uuid';
import { createGroup, GROUP_MOST } from '#contract/chat/groups.ts';
import { errorText } from '#src/api/error-text.ts';
import { useModule } from '#src/kit/company/modules.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { isReachable } from '#src/kit/people/find-people.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { app } from '#src/realtime/app.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../../messages.ts';

interface Message {
  writes: boolean;
  /** How many of them cannot be written to: what is meant for all of them is not sent to fewer. */
  unreachable: number;
  open: () => Promise<void>;
}

export function useMessage(selected: readonly string[]): Message {
  const chats = useModule('chat');
  const { self } = useClient().context;
  const navigate = useNavigate();
  const people = useDirectory();
  const others = selected.filter((id) => {
    const person = people.get(id);
    return id !== self && person && isReachable(person);
  });
  const open = async () => {
    if (others.length >= GROUP_MOST) return void showToast({ text: TOO_MANY });
    try {
      const [only, ...more] = others;
      const params =
        only && !more.length ? { entity_type: 'employee' as const, entity_id: only } : await groupOf(others);
      await navigate({ to: '/connect/$entity_type/$entity_id', params });
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
    }
  };
  const unreachable = selected.filter((id) => id !== self).length - others.length;
  return { writes: chats && others.length > 0, unreachable, open };
}

const TOO_MANY = `A group has at most ${GROUP_MOST} people with you. Select ${GROUP_MOST - 1} or fewer, or open a space for more.`;

async function groupOf(employee_ids: string[]): Promise<{ entity_type: 'group'; entity_id: string }> {
  const { entry } = await app.call(createGroup, { conversation_id: uuid(), employee_ids });
  return { entity_type: 'group', entity_id: entry.entity_id };
}
