// What a writing field of chat offers behind an @. The names are looked up once somebody types one.
import { useCallback } from 'react';
import type { Entry } from '#contract/chat.ts';
import type { ComposerProps } from '#src/kit/editor/types.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { useClient } from '#src/realtime/hooks.ts';

/** `kind`: of the conversation that it is written in. */
export function useMentions(kind: Entry['entity_type'] | undefined): NonNullable<ComposerProps['findMentions']> {
  const client = useClient();
  const people = useDirectory();
  return useCallback(
    async (query) => (await import('./mentions.tsx')).mentionsFor(query, people, kind, client),
    [client, people, kind],
  );
}
