// Cards of the pages behind the links of a message. They come right after the page; what they say is on the device with the
// message. Shown only while the company allows it.
import { X } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { linksOf } from '#contract/chat/previews/links.ts';
import type { Preview } from '#contract/chat/previews/preview.ts';
import type { Message } from '#contract/chat.ts';
import { useCompanySetting } from '#src/kit/company/settings.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useNear } from '../attachments/use-near.ts';
import { useSource } from '../attachments/use-source.ts';
import './previews.css';

export interface PreviewsProps {
  message: Message;
  /** Without it nothing can be taken away. */
  onRemove?: ((url: string) => void) | undefined;
}

export function Previews({ message, onRemove }: PreviewsProps): ReactNode {
  const on = useCompanySetting('link_previews');
  // An edit that waits may have taken a link away already.
  const links = message.body ? linksOf(message.body) : [];
  const shown = on ? message.previews.filter(({ url }) => links.includes(url) && URL.canParse(url)) : [];
  if (!shown.length) return null;
  return (
    <ul className="ll-previews" aria-label="Link previews">
      {shown.map((preview) => (
        <li key={preview.url} className="ll-preview">
          <Card preview={preview} />
          {preview.image ? <Picture image={preview.image} /> : null}
          {onRemove ? (
            <IconButton
              icon={X}
              label="Remove preview"
              size="small"
              aria-description={preview.title}
              onClick={() => onRemove(preview.url)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Whose page it is says its address: a site may call itself whatever it likes. */
function Card({ preview: { url, title, description, site_name } }: { preview: Preview }) {
  const host = new URL(url).host.replace(/^www\./, '');
  const named = site_name && site_name.toLowerCase() !== host.toLowerCase();
  return (
    <div className="ll-preview-text">
      <p className="ll-meta ll-ellipsis">
        {named ? (
          <>
            <bdi>{site_name}</bdi>
            {' · '}
          </>
        ) : null}
        <bdi>{host}</bdi>
      </p>
      <a className="ll-preview-title" href={url} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
        {title}
      </a>
      {description ? (
        <p className="ll-preview-about" dir="auto">
          {description}
        </p>
      ) : null}
    </div>
  );
}

/** Its room is there before it is. The title says what it shows. */
function Picture({ image }: { image: NonNullable<Preview['image']> }) {
  const box = useRef<HTMLDivElement>(null);
  const { file_id, size } = image;
  const file = useMemo(() => ({ file_id, size, mime_type: 'image/webp' }), [file_id, size]);
  const { state, url } = useSource(file, useNear(box));
  return (
    <div ref={box} className="ll-preview-picture" data-state={state}>
      {url ? <img src={url} alt="" decoding="async" /> : null}
    </div>
  );
}
