// A video: fetched when somebody plays it, a large one as it plays.
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { missing } from './save.ts';
import { ShareRing } from './share-ring.tsx';
import { addressOf, bytesHere, isWhole, load } from './sources.ts';

export interface FilmProps {
  file: Attachment;
  onCancel: (() => void) | undefined;
}

export function Film({ file, onCancel }: FilmProps): ReactNode {
  const { account } = useClient();
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
  return (
    <div className="ll-film">
      {url ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what colleagues film for each other has none
        <video src={url} controls autoPlay playsInline aria-label={file.name} onError={() => setUrl(undefined)} />
      ) : (
        <button type="button" className="ll-film-play" onClick={() => void play()}>
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
