// The list pane: tabs, filter, rows.
import { useLocation } from '@tanstack/react-router';
import { ListFilter, Search, SquarePen } from 'lucide-react';
import { type KeyboardEvent, Suspense, useMemo, useState } from 'react';
import { snapshot } from 'valtio/vanilla';
import { VList } from 'virtua';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { useOpenSearch } from '#src/kit/search/search-box.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { useClient, useFollowing, useOfWaiting, useOnline } from '#src/realtime/hooks.ts';
import { useConversations } from '../hooks/use-conversations.ts';
import { draftLines, useDrafts } from '../live/drafts.ts';
import { ConversationRow } from './conversation-row.tsx';
import { filterRows, type ListInput, type ListRow, type ListTab, listRows, unreadByTab } from './rows/list-rows.ts';
import './conversations.css';

const BesideList = lazyPart(() => import('../reading/blank/beside-list.tsx'), 'BesideList');
const NothingYet = lazyPart(() => import('../reading/blank/nothing-yet.tsx'), 'NothingYet');

export function ConversationList({ onNew }: { onNew: () => void }) {
  const openSearch = useOpenSearch();
  const [tab, setTab] = useState<ListTab>('all');
  const [text, setText] = useState('');
  const [unreadOnly, setUnreadOnly] = useState(false);
  const at = useLocation({ select: ({ pathname }) => pathname });
  const client = useClient();
  const { rows, query } = useRows();
  const unread = unreadByTab(rows);
  // What is being read stays where it is until one leaves it.
  const shown = unreadOnly ? rows.filter((row) => row.unread > 0 || at.includes(row.entity_id)) : rows;
  const found = filterRows(shown, tab, text);
  const choices = async () =>
    (await import('../later/list-filter.ts')).choicesOf({ client, rows, unreadOnly, onUnreadOnly: setUnreadOnly });
  const pending = useDirectoryPending() || query.isPending;
  return (
    <>
      <PageHeader
        title="Chat"
        size="pane"
        actions={
          <>
            <IconButton icon={Search} label="Search" className="ll-list-search" onClick={openSearch} />
            <Menu label="Filter conversations" align="end" groups={choices}>
              {(trigger) => (
                <IconButton
                  icon={ListFilter}
                  label="Filter conversations"
                  kind={unreadOnly ? 'ink' : 'ghost'}
                  {...trigger}
                />
              )}
            </Menu>
            <IconButton icon={SquarePen} label="New message" keys="N" kind="soft" onClick={onNew} />
          </>
        }
      />
      <div className="ll-list-tools">
        <Segments
          label="Which conversations"
          value={tab}
          onChange={setTab}
          options={[
            { value: 'all', label: 'All', count: unread.all },
            { value: 'direct', label: 'Direct', count: unread.direct },
            { value: 'spaces', label: 'Spaces', count: unread.spaces },
          ]}
        />
        {rows.length > 8 ? (
          <TextField
            label="Find a conversation"
            labelHidden
            type="search"
            icon={Search}
            placeholder="Find a conversation"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
      </div>
      <Suspense>
        <BesideList rows={found} onAll={unreadOnly ? () => setUnreadOnly(false) : undefined} />
      </Suspense>
      {pending ? <SkeletonRows label="conversations" /> : null}
      {query.isError && !query.data ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : null}
      <Suspense>
        {!pending && query.data && !found.length ? (
          <NothingYet text={text} unreadOnly={unreadOnly} onNew={rows.length ? undefined : onNew} />
        ) : null}
      </Suspense>
      {!pending && found.length ? <Rows rows={found} /> : null}
    </>
  );
}

function Rows({ rows }: { rows: readonly ListRow[] }) {
  const { people } = useClient();
  const presence = useFollowing(people.presence, snapshot);
  const typing = useFollowing(people.typing, snapshot);
  const names = useDirectory();
  const { entries } = useConversations();
  const online = useOnline();
  const typingIn = (row: ListRow): string | undefined => {
    const entry = entries.find(
      ({ entity_type, entity_id }) => entity_type === row.entity_type && entity_id === row.entity_id,
    );
    const who = entry?.conversations.flatMap(({ conversation_id }) => typing[conversation_id] ?? []) ?? [];
    const name = who[0] && names.get(who[0])?.first_name;
    return name ? `${name} is typing…` : undefined;
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, 'a.ll-conversation', 'column');
  return (
    <nav className="ll-pane-scroll" aria-label="Conversations" onKeyDown={keys}>
      <VList data={rows as ListRow[]} bufferSize={400} data-scroller="">
        {(row) => (
          <ConversationRow
            key={`${row.entity_type}/${row.entity_id}`}
            row={row}
            presence={
              online && row.entity_type === 'employee' ? (presence[row.entity_id] ?? 'Appear Offline') : undefined
            }
            typing={typingIn(row)}
          />
        )}
      </VList>
    </nav>
  );
}

/** Of which conversations something waits or was refused. */
function marksOf(items: readonly OutboxItem[]): string {
  const marks: Record<string, 'queued' | 'failed'> = {};
  for (const { scope, state } of items) {
    const key = scope.split('/').slice(0, 2).join('/');
    if (state === 'failed' || (state === 'queued' && !marks[key])) marks[key] = state;
  }
  return JSON.stringify(marks);
}

function useRows() {
  const { context } = useClient();
  const { entries, query } = useConversations();
  const people = useDirectory();
  const byConversation = useDrafts();
  const marks = useOfWaiting(marksOf);
  const waiting = useMemo(() => JSON.parse(marks) as ListInput['waiting'], [marks]);
  const rows = useMemo(
    () => listRows({ entries, people, self_id: context.self, drafts: draftLines(byConversation), waiting }),
    [entries, people, context, byConversation, waiting],
  );
  return { rows, query };
}
