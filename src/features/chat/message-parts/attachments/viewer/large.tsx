// An image as large as there is room, with zoom. Until it is here, and where it cannot be had, its preview in the same place.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { useSource } from '../use-source.ts';
import { Waiting } from './waiting.tsx';

export interface LargeProps {
  file: Attachment;
  zoom: number;
  onZoom: () => void;
}

export function Large({ file, zoom, onZoom }: LargeProps): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const source = useSource(file, true);
  const preview = useSource(file, source.state !== 'ready', true);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const fit = (image: HTMLImageElement) => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {};
    // A preview takes the room of what it stands for.
    const width = (!source.url && file.width) || image.naturalWidth;
    const height = (!source.url && file.height) || image.naturalHeight;
    // As large as there is room, and never larger than it is.
    const scale = Math.min(1, clientWidth / width, clientHeight / height);
    setSize({ width: width * scale, height: height * scale });
  };
  const url = source.url ?? preview.url;
  const again = useEffectEvent(() => {
    const image = stage.current?.querySelector('img');
    if (image?.naturalWidth) fit(image);
  });
  useEffect(() => {
    if (!url || !stage.current) return;
    // A phone is turned, a window made smaller.
    const room = new ResizeObserver(again);
    room.observe(stage.current);
    return () => room.disconnect();
  }, [url]);
  if (!url) return <Waiting state={source.state} />;
  const zoomed = zoom > 1;
  const drawn = size && { width: size.width * zoom, height: size.height * zoom };
  return (
    <>
      <div
        ref={stage}
        className="ll-viewer-scroll"
        data-zoomed={zoomed ? '' : undefined}
        tabIndex={zoomed ? 0 : undefined}
      >
        <img
          src={url}
          alt={file.alt || file.name}
          style={drawn ?? { visibility: 'hidden', width: 0 }}
          onLoad={({ currentTarget }) => fit(currentTarget)}
          onDoubleClick={onZoom}
        />
      </div>
      {source.state === 'away' || source.state === 'gone' ? (
        <p className="ll-viewer-note" role="status">
          Only a small copy is on this device.
        </p>
      ) : null}
    </>
  );
}
