// The message that a thread is about: as the conversation beside has it on this device, or as it came with the thread.
import { useQuery } from '@tanstack/react-query';
import type { EntryAddress } from '#contract/chat.ts';
import { useClient, usePredicted } from '#src/realtime/hooks.ts';
import { addressKey } from '../address.ts';
import type { ShownMessage } from '../components/rows/rows.ts';
import { useConversations } from '../hooks/use-conversations.ts';
import { shownOf } from '../hooks/use-messages.ts';
import { messagesKey } from '../live/keys.ts';
import type { Messages } from '../live/live-messages.ts';
import { messages } from '../live.ts';
import { type Home, homeAt, homeOf } from './use-threads.ts';

/** `beside`: the conversation that the thread was opened from. */
export function useRoot(
  root_id: string,
  run: Messages | undefined,
  beside: EntryAddress | undefined,
): { root: ShownMessage | undefined; home: Home | undefined } {
  const { self } = useClient().context;
  const { entries } = useConversations();
  const given = run?.root ?? undefined;
  const home = given ? homeOf(entries, given.conversation_id) : beside && homeAt(entries, beside);
  const key = messagesKey(home ? addressKey(home.address) : '');
  // Nothing is read for it: what is here is here.
  const { data } = useQuery<Messages>({ queryKey: key, enabled: false });
  const around = usePredicted(messages, key, data as Messages) as Messages | undefined;
  const found = around?.items.find(({ message_id }) => message_id === root_id) ?? given;
  return { root: found && shownOf(found, self, home?.seen_seq ?? null), home };
}
