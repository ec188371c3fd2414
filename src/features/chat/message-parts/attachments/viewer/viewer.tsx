// Attachments at full size: images one after the other, with zoom; PDF and plain text as they are read.
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Attachment, kindOf } from '#contract/chat/attachment.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { saveFile } from '../save.ts';
import { blobAt } from '../sources.ts';
import { useSource } from '../use-source.ts';
import { Large } from './large.tsx';
import { Pdf } from './pdf.tsx';
import { Waiting } from './waiting.tsx';
import './viewer.css';

export interface ViewerProps {
  /** Through which the arrows go. */
  files: readonly Attachment[];
  first: Attachment;
  onClose: () => void;
}

const ZOOM = { least: 1, most: 5, step: 0.5 };

export function Viewer({ files, first, onClose }: ViewerProps): ReactNode {
  const { account } = useClient();
  const [at, setAt] = useState(() => Math.max(0, files.indexOf(first)));
  const [zoom, setZoom] = useState(1);
  const file = files[at] ?? first;
  const close = useRef<HTMLButtonElement>(null);
  // Not the first button of the row, which may be one that does nothing now.
  useEffect(() => close.current?.focus(), []);
  const isImage = kindOf(file) === 'image';
  const go = (by: number) => {
    setAt((at + by + files.length) % files.length);
    setZoom(1);
  };
  const zoomBy = (by: number) => setZoom((now) => Math.min(ZOOM.most, Math.max(ZOOM.least, now + by)));
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const act = {
      ArrowLeft: () => go(-1),
      ArrowRight: () => go(1),
      '+': () => zoomBy(ZOOM.step),
      '=': () => zoomBy(ZOOM.step),
      '-': () => zoomBy(-ZOOM.step),
      '0': () => setZoom(1),
    }[event.key];
    // Zoomed in, the arrows move the picture.
    if (!act || !isImage || (zoom > 1 && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    act();
  };
  return (
    <Dialog open onClose={onClose} title={file.name} titleHidden place="center" size="wide" className="ll-viewer">
      <div className="ll-viewer-box" onKeyDown={press}>
        <header className="ll-viewer-head">
          <span className="ll-viewer-name">
            <span className="ll-ellipsis">{file.name}</span>
            <span className="ll-meta">
              {files.length > 1 ? `${at + 1} of ${files.length} · ${fileSize(file.size)}` : fileSize(file.size)}
            </span>
          </span>
          {isImage ? (
            <>
              <IconButton
                icon={ZoomOut}
                label="Zoom out"
                keys="−"
                aria-disabled={zoom === 1}
                onClick={() => zoomBy(-ZOOM.step)}
              />
              <IconButton
                icon={ZoomIn}
                label="Zoom in"
                keys="+"
                aria-disabled={zoom === ZOOM.most}
                onClick={() => zoomBy(ZOOM.step)}
              />
            </>
          ) : null}
          <IconButton icon={Download} label="Download" onClick={() => void saveFile(account, file)} />
          <IconButton ref={close} icon={X} label="Close" keys="Esc" onClick={onClose} />
        </header>
        <div className="ll-viewer-stage">
          {isImage ? (
            <Large key={file.file_id} file={file} zoom={zoom} onZoom={() => setZoom(zoom > 1 ? 1 : 2)} />
          ) : null}
          {file.mime_type === 'application/pdf' ? <Pdf key={file.file_id} file={file} /> : null}
          {file.mime_type.startsWith('text/') ? <Text file={file} /> : null}
          {files.length > 1 ? (
            <>
              <IconButton
                className="ll-viewer-back"
                icon={ChevronLeft}
                kind="ink"
                label="Previous"
                keys="←"
                onClick={() => go(-1)}
              />
              <IconButton
                className="ll-viewer-on"
                icon={ChevronRight}
                kind="ink"
                label="Next"
                keys="→"
                onClick={() => go(1)}
              />
            </>
          ) : null}
        </div>
        {file.alt ? <p className="ll-viewer-caption">{file.alt}</p> : null}
        <p className="ll-hidden-text" aria-live="polite">
          {files.length > 1 ? `${file.name}, ${at + 1} of ${files.length}` : ''}
        </p>
      </div>
    </Dialog>
  );
}

/** More of it than anybody reads in a preview is cut off. Characters. */
const MOST_TEXT = 200_000;

function Text({ file }: { file: Attachment }): ReactNode {
  const { url, state } = useSource(file, true);
  const [read, setRead] = useState<{ readonly url: string; readonly text: string | null }>();
  useEffect(() => {
    const blob = url && blobAt(url);
    if (!blob) return undefined;
    let ended = false;
    const tell = (text: string | null) => {
      if (!ended) setRead({ url, text });
    };
    blob
      .slice(0, MOST_TEXT * 4)
      .text()
      .then(
        (text) => tell(text.slice(0, MOST_TEXT)),
        () => tell(null),
      );
    return () => {
      ended = true;
    };
  }, [url]);
  if (!url || read?.url !== url) return <Waiting state={state} />;
  // What the browser has taken away under our hands.
  if (read.text === null) return <Waiting state="gone" />;
  return (
    <pre className="ll-viewer-paper ll-viewer-text" tabIndex={0}>
      {read.text}
    </pre>
  );
}
