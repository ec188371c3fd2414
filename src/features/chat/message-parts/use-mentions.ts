// What a writing field of chat offers behind an @. The names are looked up once somebody types one.
import { useCallback } from 'react';
import type { Entry } from '#contract/chat.ts';
import { createPart } from '#src/kit/editor/part.ts';
import type { ComposerProps } from '#src/kit/editor/types.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { useClient } from '#src/realtime/hooks.ts';

// Kept: even a module that is here already is handed out by a browser only after keys that were pressed later.
const mentions = createPart(() => import('./mentions.tsx'));

/** `kind`: of the conversation that it is written in. */
export function useMentions(kind: Entry['entity_type'] | undefined): NonNullable<ComposerProps['findMentions']> {
  const client = useClient();
  const people = useDirectory();
  return useCallback(
    async (query) => (await mentions.load()).mentionsFor(query, people, kind, client),
    [client, people, kind],
  );
}
