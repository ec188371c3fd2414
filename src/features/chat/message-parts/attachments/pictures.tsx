// The images of a message: one as it is, several as tiles. Their room is known before they are here.
import { CloudOff, ImageOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type Attachment, kindOf } from '#contract/chat/attachment.ts';
import { missing } from './save.ts';
import { ShareRing } from './share-ring.tsx';
import { useNear } from './use-near.ts';
import { useSource } from './use-source.ts';

export interface PicturesProps {
  files: readonly Attachment[];
  onOpen: (file: Attachment) => void;
  /** Of a message that has not left yet. */
  onCancel: (() => void) | undefined;
}

/** Pixels. */
const LARGEST = { width: 360, height: 320 };
const SMALLEST = 96;

/** Pixels; the server draws no more small, and a browser would need gigabytes for what somebody may send. */
const MOST_PIXELS = 40_000_000;

/** An image that is shown; what is too large for that is a file like others. */
export const isPicture = (file: Attachment): boolean =>
  kindOf(file) === 'image' && (file.width ?? 0) * (file.height ?? 0) <= MOST_PIXELS;

export function Pictures({ files, onOpen, onCancel }: PicturesProps): ReactNode {
  const alone = files.length === 1;
  return (
    <div className="ll-pictures" data-count={alone ? 1 : files.length === 2 || files.length === 4 ? 2 : 3}>
      {files.map((file, at) => (
        // The place stands for the file: its id changes when it has arrived.
        <Picture key={at} file={file} alone={alone} onOpen={() => onOpen(file)} onCancel={onCancel} />
      ))}
    </div>
  );
}

interface PictureProps {
  file: Attachment;
  alone: boolean;
  onOpen: () => void;
  onCancel: (() => void) | undefined;
}

function Picture({ file, alone, onOpen, onCancel }: PictureProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const source = useSource(file, useNear(box), true);
  const { state } = source;
  return (
    <div ref={box} className="ll-picture" data-state={state} style={alone ? roomOf(file) : undefined}>
      <button type="button" aria-label={`Open ${file.name}${file.alt ? `: ${file.alt}` : ''}`} onClick={onOpen}>
        {source.url ? <img src={source.url} alt={file.alt || file.name} decoding="async" /> : null}
        {state === 'away' || state === 'gone' ? (
          <span className="ll-picture-missing">
            {state === 'away' ? <CloudOff size={20} aria-hidden="true" /> : <ImageOff size={20} aria-hidden="true" />}
            {missing[state]}
          </span>
        ) : null}
      </button>
      {onCancel ? <ShareRing file_id={file.file_id} name={file.name} onCancel={onCancel} /> : null}
    </div>
  );
}

/** As large as it is, within bounds. */
function roomOf({ width, height }: Attachment) {
  if (!width || !height) return { width: LARGEST.width, aspectRatio: '4 / 3' };
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return { width: Math.max(SMALLEST, Math.round(width * scale)), aspectRatio: `${width} / ${height}`, minHeight: 64 };
}
