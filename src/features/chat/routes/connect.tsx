// Chat: the list beside the open conversation; up to 900 px one of them at a time.
import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { Panes } from '#src/kit/ui/layout/panes.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { app } from '#src/realtime/app.ts';
import { ConversationList } from '../components/conversation-list.tsx';
import { conversationsKey } from '../live/keys.ts';

const NewConversation = lazyPart(() => import('../components/new/new-conversation.tsx'), 'NewConversation');

export const Route = createFileRoute('/connect')({
  staticData: { module: 'chat' },
  loader: () => app.prefetch((queries) => queries.prefetchQuery({ queryKey: conversationsKey })),
  component: Connect,
});

function Connect() {
  const open = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => !/^\/connect\/(new)?$/.test(routeId)),
  });
  const [writing, setWriting] = useState(false);
  useShortcut('n', () => setWriting(true));
  return (
    <>
      <Panes
        list={<ConversationList onNew={() => setWriting(true)} />}
        listLabel="Conversations"
        show={open ? 'main' : 'list'}
      >
        <Outlet />
      </Panes>
      <Suspense fallback={null}>{writing ? <NewConversation open onClose={() => setWriting(false)} /> : null}</Suspense>
    </>
  );
}
