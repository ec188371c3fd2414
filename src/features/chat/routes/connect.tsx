// Chat: the list beside the open conversation; up to 900 px one of them at a time.
import { createFileRoute, Outlet, useChildMatches, useNavigate } from '@tanstack/react-router';
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
  const at = useChildMatches({ select: (matches) => matches.at(-1)?.routeId });
  const navigate = useNavigate();
  const [writing, setWriting] = useState(false);
  // An address of its own, and beside the panes: up to 900 px the one that it belongs to is not there.
  const isNew = at === '/connect/new';
  const close = () => {
    setWriting(false);
    if (isNew) void navigate({ to: '/connect', replace: true });
  };
  useShortcut('n', () => setWriting(true));
  return (
    <>
      <Panes
        list={<ConversationList onNew={() => setWriting(true)} />}
        listLabel="Conversations"
        show={!at || isNew || at === '/connect/' ? 'list' : 'main'}
      >
        <Outlet />
      </Panes>
      <Suspense>{writing || isNew ? <NewConversation onClose={close} /> : null}</Suspense>
    </>
  );
}
