// Beside the list, before a conversation is open.
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useIsNarrow } from '#src/kit/ui/hooks/media-range.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';

export const Route = createFileRoute('/connect/')({ component: Nothing });

const NothingOpen = lazyPart(() => import('../reading/blank/nothing-yet.tsx'), 'NothingOpen');

function Nothing() {
  // The list is all that is seen there.
  if (useIsNarrow()) return null;
  return (
    <Suspense>
      <NothingOpen />
    </Suspense>
  );
}
