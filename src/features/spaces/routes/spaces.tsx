// Every space that one can see: found as one types, joined with one press. Also without a connection, as it was last seen.
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link, Outlet } from '@tanstack/react-router';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { useSettled } from '#src/kit/ui/hooks/use-settled.ts';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { app } from '#src/realtime/app.ts';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { Invitations } from '../components/invitations.tsx';
import { SpaceList } from '../components/space-list.tsx';
import { spacesQuery } from '../queries.ts';
import '../spaces.css';

export const Route = createFileRoute('/spaces')({
  staticData: { module: 'chat' },
  loader: () => app.prefetch((queries) => queries.prefetchInfiniteQuery(spacesQuery(''))),
  component: Spaces,
});

/** Typing pauses this long before the server is asked. Milliseconds. */
const PAUSE_MS = 200;

function Spaces() {
  const [text, setText] = useState('');
  const asked = useSettled(text.trim(), PAUSE_MS);
  const offline = useOffline();
  // Without a connection there is only what was seen before, and that is searched here.
  const query = useInfiniteQuery({ ...spacesQuery(offline ? '' : asked), placeholderData: (before) => before });
  return (
    <Page title="Browse spaces" measure="reading" back={<BackLink to="/connect">Chat</BackLink>} actions={<NewSpace />}>
      <Invitations offline={offline} />
      <div className="ll-spaces-tools">
        <TextField
          label="Find a space"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Name or what it is for"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <SpaceList query={query} wanted={offline ? text.trim() : asked} offline={offline} />
      <Outlet />
    </Page>
  );
}

function NewSpace() {
  if (!useMay('spaces.create')) return null;
  return (
    <Button asChild kind="primary" icon={Plus}>
      <Link to="/spaces/new">New space</Link>
    </Button>
  );
}
