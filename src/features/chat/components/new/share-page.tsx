// What another app has shared, and the choice of a conversation, whose composer then has it. Sending is for the person.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { File as FileIcon, Share2, X } from 'lucide-react';
import { docOf, isBlank, plainText, type RichText } from '#contract/rich-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { Page } from '#src/kit/ui/layout/page.tsx';
import { dropShared, readShared, type Taken } from '#src/offline/files/shared.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { addressKey, conversationLink } from '../../address.ts';
import { flushDraft, keepDraft, keepReply, useDrafts } from '../../live/drafts.ts';
import { handFiles } from '../../message-parts/attaching/handed.ts';
import { ConversationChoice } from './choose-conversation.tsx';
import { asFile, sharedWords } from './shared-words.ts';
import { addressOf, type Target } from './targets.ts';
import './share-page.css';

/** `id`: see offline/files/shared.ts; without one it could not be kept. */
export function SharePage({ id }: { id: string | undefined }) {
  const { account } = useClient();
  const navigate = useNavigate();
  const shared = useQuery({
    queryKey: ['shared', id],
    queryFn: async () => (id && (await readShared(id, account))) || null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    meta: { keep: false },
  });
  const cancel = () => {
    if (id) void dropShared(id);
    void navigate({ to: '/connect', replace: true });
  };
  return (
    <Page
      title="Share"
      measure="focus"
      actions={shared.data ? <IconButton icon={X} label="Don’t share it" onClick={cancel} /> : null}
    >
      {shared.isPending ? <SkeletonRows label="what is shared" rows={4} size={36} /> : null}
      {shared.data && id ? <Shared id={id} shared={shared.data} /> : null}
      {shared.isFetched && !shared.data ? <Nothing lost={!id || shared.isError} /> : null}
    </Page>
  );
}

/** `lost`: it never got here. Otherwise it is in a composer by now, or was left for too long. */
function Nothing({ lost }: { lost: boolean }) {
  return (
    <EmptyState
      icon={Share2}
      title={lost ? 'It did not arrive' : 'Nothing is left to share here'}
      text={
        lost
          ? 'This device could not keep what you shared. Go back to the other app and share it once more.'
          : 'What you shared is in a message already, or was taken away after a day. You can share it once more.'
      }
      action={
        <Button asChild>
          <Link to="/connect" replace>
            Go to chat
          </Link>
        </Button>
      }
    />
  );
}

function Shared({ id, shared }: { id: string; shared: Taken }) {
  const navigate = useNavigate();
  const drafts = useDrafts();
  const words = sharedWords(shared);
  const pick = (target: Target) => {
    const address = addressOf(target);
    const key = addressKey(address);
    const { doc: draft = null, reply_to = null } = drafts.get(key) ?? {};
    const long = asFile(words, draft ? plainText(draft).length : 0);
    if (words && !long) {
      keepReply(key, reply_to);
      keepDraft(key, after(draft, words));
      flushDraft();
    }
    handFiles(key, long ? [...shared.files, long] : shared.files);
    void dropShared(id);
    void navigate({ ...conversationLink(address, false), replace: true });
  };
  return (
    <div className="ll-shared">
      {words || shared.files.length ? (
        <section className="ll-shared-what" aria-label="What you share">
          {words ? <p className="ll-shared-words">{words}</p> : null}
          {shared.files.length ? (
            <ul>
              {shared.files.map((file, at) => (
                <li key={at}>
                  <FileIcon size={18} strokeWidth={1.9} aria-hidden="true" />
                  <span className="ll-ellipsis">{file.name}</span>
                  <span className="ll-meta">{fileSize(file.size)}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </section>
      ) : null}
      {shared.missing.length ? (
        <ErrorNote
          text={`This device had no room for ${shared.missing.join(', ')}. Share it once more when there is.`}
        />
      ) : null}
      <h2 className="ll-section">Send it to</h2>
      <ConversationChoice onPick={pick} />
    </div>
  );
}

/** What was being written there stays, and stands first. */
function after(draft: RichText | null, words: string): RichText {
  const { content } = docOf(words);
  return { type: 'doc', content: draft && !isBlank(draft) ? [...draft.content, ...content] : content };
}
