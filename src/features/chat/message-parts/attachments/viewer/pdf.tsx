// A PDF in the browser's own reader; where it has none (most phones), what it is and the ways to it.
import { Download, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { saveFile } from '../save.ts';
import { addressOf, bytesHere } from '../sources.ts';
import { Waiting } from './waiting.tsx';

/** From the server: what a blob would inherit of our policy forbids readers. */
export function Pdf({ file }: { file: Attachment }): ReactNode {
  const { account } = useClient();
  const [found, setFound] = useState<{ readonly url?: string; readonly state: 'loading' | 'away' | 'gone' | 'here' }>({
    state: 'loading',
  });
  // With a connection it is asked for once more.
  const offline = useOffline();
  useEffect(() => {
    let ended = false;
    const tell = (next: typeof found) => {
      if (!ended) setFound(next);
    };
    const refuse = async (error: Error) => {
      const here = await bytesHere(account, file);
      tell({ state: here ? 'here' : error.name === 'FileGone' ? 'gone' : 'away' });
    };
    addressOf(file.file_id).then((url) => tell({ url, state: 'loading' }), refuse);
    return () => {
      ended = true;
    };
  }, [account, file, offline]);
  const { url, state } = found;
  if (url && navigator.pdfViewerEnabled)
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in one; the answer's own policy lets nothing run
    return <iframe className="ll-viewer-paper" src={url} title={file.name} />;
  if (url) return <Unread file={file} url={url} />;
  if (state === 'here')
    return <p className="ll-viewer-missing">The preview needs a connection. Download works without one.</p>;
  return <Waiting state={state} />;
}

function Unread({ file, url }: { file: Attachment; url: string }): ReactNode {
  const { account } = useClient();
  return (
    <div className="ll-viewer-missing">
      <div className="ll-viewer-unread">
        <FileText size={44} strokeWidth={1.6} aria-hidden="true" />
        <strong>{file.name}</strong>
        <span className="ll-meta">{fileSize(file.size)}</span>
        <span className="ll-viewer-ways">
          <Button icon={Download} onClick={() => void saveFile(account, file)}>
            Download
          </Button>
          <Button asChild>
            <a href={url} target="_blank" rel="noopener">
              Open
            </a>
          </Button>
        </span>
      </div>
    </div>
  );
}
