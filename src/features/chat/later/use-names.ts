// Who and what the lists of this folder name.
import { useMemo } from 'react';
import { useDirectory } from '#src/kit/people/directory.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { useConversations } from '../hooks/use-conversations.ts';
import type { Names } from './places.ts';

export function useNames(): Names {
  const { self } = useClient().context;
  const people = useDirectory();
  const { entries } = useConversations();
  return useMemo(() => ({ people, entries, self_id: self }), [people, entries, self]);
}
