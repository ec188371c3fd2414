// A file that is not shown in place: what it is, and the way to it.
import { Download, FileArchive, FileAudio, FileSpreadsheet, FileText, FileVideo, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { saveFile } from './save.ts';
import { ShareRing } from './share-ring.tsx';

export interface FileCardProps {
  file: Attachment;
  /** After the size: who sent it. */
  detail?: string;
  /** Shows it; without it the card saves it. */
  onOpen?: (() => void) | undefined;
  /** Of a message that has not left yet. */
  onCancel?: (() => void) | undefined;
  /** Below: the way to the message that it is in. */
  where?: ReactNode;
}

const looks: readonly (readonly [RegExp, LucideIcon, string])[] = [
  [/pdf/, FileText, 'red'],
  [/sheet|excel|csv/, FileSpreadsheet, 'green'],
  [/zip/, FileArchive, 'amber'],
  [/^audio/, FileAudio, 'violet'],
  [/^video/, FileVideo, 'violet'],
];

/** What can be read in the viewer. */
export const isReadable = ({ mime_type }: Attachment): boolean =>
  mime_type === 'application/pdf' || mime_type.startsWith('text/');

export function FileCard({ file, detail, onOpen, onCancel, where }: FileCardProps): ReactNode {
  const { account } = useClient();
  const { name, mime_type, size } = file;
  const [, Icon, hue] = looks.find(([pattern]) => pattern.test(mime_type)) ?? [null, FileText, 'blue'];
  const save = () => void saveFile(account, file);
  return (
    <div className="ll-file">
      <button type="button" className="ll-file-open" onClick={onOpen ?? save}>
        <span className="ll-file-icon" data-hue={hue}>
          <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
        </span>
        <span className="ll-hidden-text">{onOpen ? 'Open ' : 'Download '}</span>
        <span className="ll-file-text">
          <span className="ll-ellipsis ll-file-name">{name}</span>
          <span className="ll-meta">{detail ? `${fileSize(size)} · ${detail}` : fileSize(size)}</span>
        </span>
      </button>
      {onCancel ? (
        <ShareRing file_id={file.file_id} name={name} onCancel={onCancel} />
      ) : (
        <IconButton icon={Download} label={`Download ${name}`} onClick={save} />
      )}
      {where}
    </div>
  );
}
