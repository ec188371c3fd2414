// What was attached in the conversation that is open, latest first; in the pane beside it.
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { listFiles } from '#contract/chat/attachments.ts';
import type { Address } from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { app } from '#src/realtime/app.ts';
import { useClient, useConnection } from '#src/realtime/hooks.ts';
import { pinsKey } from '../../about/keys.ts';
import { FileCard, isReadable } from './file-card.tsx';
import { isPicture } from './pictures.tsx';
import './attachments.css';

const Viewer = lazyPart(() => import('./viewer/viewer.tsx'), 'Viewer');

export interface ConversationFilesProps {
  address: Address;
  conversation_id: string;
  /** Changes when another message with files came. */
  latest: string | undefined;
}

type Page = ResponseOf<typeof listFiles>;

/** As many files are shown at first. */
const FIRST = 4;

/** Under the key of the pins, because deletions and edits are told to that. */
const filesQuery = (address: Address, conversation_id: string) =>
  infiniteQueryOptions({
    queryKey: [...pinsKey(conversation_id), 'files'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      app.call(listFiles, { ...address, ...(pageParam && { before_seq: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ items, has_before }) => (has_before ? String(items.at(-1)?.seq ?? '') : null),
    staleTime: 60_000,
  });

export function ConversationFiles({ address, conversation_id, latest }: ConversationFilesProps): ReactNode {
  const files = useInfiniteQuery(filesQuery(address, conversation_id));
  const queryClient = useQueryClient();
  const known = useRef(latest);
  useEffect(() => {
    if (known.current !== latest) void queryClient.invalidateQueries({ queryKey: pinsKey(conversation_id) });
    known.current = latest;
  }, [latest, conversation_id, queryClient]);
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Attachment>();
  const people = useDirectory();
  const { self } = useClient().context;
  const offline = useConnection().state === 'offline';
  const found = (files.data?.pages ?? []).flatMap(({ items }) =>
    items.flatMap(({ sender_id, attachments }) => attachments.map((file) => ({ file, sender_id }))),
  );
  const more = () => {
    setAll(true);
    if (all) void files.fetchNextPage();
  };
  const hasMore = all ? files.hasNextPage && !offline : found.length > FIRST || files.hasNextPage;
  return (
    <section className="ll-about-section" aria-labelledby="about-files">
      <div className="ll-about-section-head">
        <h3 id="about-files">Files</h3>
      </div>
      {files.isPending && !offline ? <SkeletonRows label="files" rows={2} /> : null}
      {files.isPending && offline ? <p className="ll-meta">Not kept on this device yet.</p> : null}
      {files.isError && !files.data && !offline ? (
        <ErrorCard onRetry={() => void files.refetch()} retrying={files.isFetching} />
      ) : null}
      {files.data && !found.length ? <p className="ll-meta">Nothing was attached here yet.</p> : null}
      <div className="ll-about-files">
        {found.slice(0, all ? undefined : FIRST).map(({ file, sender_id }, at) => (
          <FileCard
            // A file may have been passed on into the same conversation.
            key={`${file.file_id} ${found.length - at}`}
            file={file}
            detail={sender_id === self ? 'You' : (people.get(sender_id)?.first_name ?? 'Former employee')}
            onOpen={isPicture(file) || isReadable(file) ? () => setOpen(file) : undefined}
          />
        ))}
      </div>
      {hasMore ? (
        <Button kind="ghost" size="small" busy={files.isFetchingNextPage && 'Loading…'} onClick={more}>
          Show more files
        </Button>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <Viewer files={[open]} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </section>
  );
}
