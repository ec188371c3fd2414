// What was attached in the conversation that is open, or in the whole space, latest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import type { Space } from '#contract/chat.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { firstName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { FileCard, isReadable } from '../../message-parts/attachments/file-card.tsx';
import { isPicture } from '../../message-parts/attachments/pictures.tsx';
import { filesQuery, type ListPlace } from './lists-queries.ts';
import { linkIn, subSpaceOf, Where } from './where.tsx';
import '../../message-parts/attachments/attachments.css';

const Viewer = lazyPart(() => import('../../message-parts/attachments/viewer/viewer.tsx'), 'Viewer');

export interface FilesProps {
  place: ListPlace;
  /** Whose sub-spaces are told apart; null: only one conversation is looked at. */
  space: Space | null;
  onLeave: (() => void) | undefined;
}

/** As many files are shown at first. */
const FIRST = 4;

export function Files({ place, space, onLeave }: FilesProps): ReactNode {
  const files = useInfiniteQuery(filesQuery(place));
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Attachment>();
  const people = useDirectory();
  const { self } = useClient().context;
  const offline = useOffline();
  // What is kept may be older than who is where: of a sub-space that is closed to one nothing is shown any more.
  const found = (files.data?.pages ?? []).flatMap(({ items }) =>
    items.flatMap((message) => {
      const sub = space ? subSpaceOf(space, message.conversation_id) : undefined;
      return space && !sub ? [] : message.attachments.map((file) => ({ file, message, sub }));
    }),
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
        {found.slice(0, all ? undefined : FIRST).map(({ file, message, sub }, at) => (
          <FileCard
            // A file may have been passed on into the same conversation.
            key={`${file.file_id} ${found.length - at}`}
            file={file}
            detail={message.sender_id === self ? 'You' : firstName(people, message.sender_id)}
            onOpen={isPicture(file) || isReadable(file) ? () => setOpen(file) : undefined}
            where={
              sub ? (
                <Link
                  {...linkIn(sub, message)}
                  className="ll-file-where"
                  onClick={onLeave}
                  aria-label={`Message with ${file.name} in ${sub.sub_space_name}`}
                >
                  <Where sub={sub} />
                </Link>
              ) : null
            }
          />
        ))}
      </div>
      {hasMore ? (
        <Button kind="ghost" size="small" busy={files.isFetchingNextPage && 'Loading…'} onClick={more}>
          Show more files
        </Button>
      ) : null}
      {open ? (
        <Suspense>
          <Viewer files={[open]} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </section>
  );
}
