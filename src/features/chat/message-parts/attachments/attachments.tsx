// What a message carries besides its text: images, films, sounds, files. It comes right after the page.
import { type ReactNode, Suspense, useState } from 'react';
import { type Attachment, kindOf } from '#contract/chat/attachment.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { FileCard, isReadable } from './file-card.tsx';
import { Film } from './film.tsx';
import { isPicture, Pictures } from './pictures.tsx';
import { ShareRing } from './share-ring.tsx';
import { VoicePlayer } from './voice-player.tsx';
import './attachments.css';

const Viewer = lazyPart(() => import('./viewer/viewer.tsx'), 'Viewer');

export interface AttachmentsProps {
  files: readonly Attachment[];
  /** Calls off what has not left yet; without it it has. */
  onCancel?: (() => void) | undefined;
}

export function Attachments({ files, onCancel }: AttachmentsProps): ReactNode {
  // The place stands for the file: what it is changes when it has arrived.
  const [openAt, setOpenAt] = useState<number>();
  const open = openAt === undefined ? undefined : files[openAt];
  const setOpen = (file?: Attachment) => setOpenAt(file && files.indexOf(file));
  const pictures = files.filter(isPicture);
  const rest = files.filter((file) => !isPicture(file));
  const seen = open && pictures.includes(open) ? pictures : open ? [open] : [];
  return (
    <div className="ll-attachments">
      {pictures.length ? <Pictures files={pictures} onOpen={setOpen} onCancel={onCancel} /> : null}
      {rest.map((file, at) => (
        <One key={at} file={file} onOpen={() => setOpen(file)} onCancel={onCancel} />
      ))}
      {open ? (
        <Suspense>
          <Viewer files={seen} first={open} onClose={() => setOpen()} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface OneProps {
  file: Attachment;
  onOpen: () => void;
  onCancel: (() => void) | undefined;
}

function One({ file, onOpen, onCancel }: OneProps): ReactNode {
  const kind = kindOf(file);
  if (kind === 'video') return <Film file={file} onCancel={onCancel} />;
  if (kind === 'file' || kind === 'image')
    return <FileCard file={file} onOpen={isReadable(file) ? onOpen : undefined} onCancel={onCancel} />;
  return (
    <div className="ll-sound">
      {kind === 'audio' ? <span className="ll-ellipsis ll-meta">{file.name}</span> : null}
      <VoicePlayer file={file} />
      {onCancel ? <ShareRing file_id={file.file_id} name={file.name} onCancel={onCancel} /> : null}
    </div>
  );
}
