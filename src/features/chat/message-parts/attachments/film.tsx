// A video: fetched when somebody plays it, a large one as it plays.
import { Play } from 'lucide-react';
import { type ReactEventHandler, type ReactNode, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { UNPLAYABLE } from './playing.ts';
import { missing } from './save.ts';
import { ShareRing } from './share-ring.tsx';
import { addressOf, bytesHere, isWhole, load } from './sources.ts';

export interface FilmProps {
  file: Attachment;
  onCancel: (() => void) | undefined;
}

/** The button is gone that was pressed: whoever was on it goes on with the player; and back, where that could not play it. */
const takeOver = (next: HTMLElement | null) => {
  if (document.activeElement === document.body) next?.focus({ preventScroll: true });
};

export function Film({ file, onCancel }: FilmProps): ReactNode {
  const { account } = useClient();
  const offline = useOffline();
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const play = async () => {
    setProblem(undefined);
    try {
      const whole = isWhole(file) || (await bytesHere(account, file));
      setUrl(whole ? await load(account, file) : await addressOf(file.file_id));
    } catch (error) {
      setProblem((error as Error).name === 'FileGone' ? missing.gone : missing.away);
    }
  };
  const fail: ReactEventHandler<HTMLVideoElement> = ({ currentTarget: { error } }) => {
    const isCut = error?.code === MediaError.MEDIA_ERR_NETWORK || (offline && !url?.startsWith('blob:'));
    setProblem(isCut ? missing.away : UNPLAYABLE);
    setUrl(undefined);
  };
  return (
    <div className="ll-film">
      {url ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what colleagues film for each other has none
        <video ref={takeOver} src={url} controls autoPlay playsInline aria-label={file.name} onError={fail} />
      ) : (
        <button ref={problem ? takeOver : null} type="button" className="ll-film-play" onClick={() => void play()}>
          <span className="ll-film-sign">
            <Play size={24} fill="currentColor" aria-hidden="true" />
          </span>
          <span className="ll-ellipsis">{problem ?? `${file.name} · ${fileSize(file.size)}`}</span>
          <span className="ll-hidden-text">Play</span>
        </button>
      )}
      {onCancel ? <ShareRing file_id={file.file_id} name={file.name} onCancel={onCancel} /> : null}
    </div>
  );
}
