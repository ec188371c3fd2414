// What was chosen and waits for the message to be sent, and why some was not taken.
import { Check, File as FileIcon, Film, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { kindOf } from '#contract/chat/attachment.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { hold, show } from '../attachments/sources.ts';
import { VoicePlayer } from '../attachments/voice-player.tsx';
import type { Chosen } from './chosen.ts';
import { Describe } from './describe.tsx';

export interface TrayProps {
  files: readonly Chosen[];
  problems: readonly string[];
  onRemove: (file_id: string) => void;
  onDescribe: (file_id: string, alt: string) => void;
  onProblemsSeen: () => void;
}

export function Tray({ files, problems, onRemove, onDescribe, onProblemsSeen }: TrayProps): ReactNode {
  const [asked, setAsked] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const described = files.find((file) => file.file_id === asked);
  const close = () => {
    list.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setAsked(undefined);
  };
  return (
    <>
      {files.length ? (
        <ul ref={list} className="ll-tray" aria-label="Attached files">
          {files.map((file) => (
            <li key={file.file_id} className="ll-tray-item" data-kind={kindOf(file)}>
              <Face file={file} />
              {kindOf(file) === 'image' ? (
                <button
                  type="button"
                  className="ll-tray-describe"
                  aria-label={`Describe this image: ${file.name}${file.alt ? ' (described)' : ''}`}
                  aria-expanded={file.file_id === asked}
                  onClick={() => (file.file_id === asked ? close() : setAsked(file.file_id))}
                >
                  {file.alt ? <Check size={12} strokeWidth={2.8} aria-hidden="true" /> : null}
                  Describe
                </button>
              ) : null}
              <IconButton
                className="ll-tray-remove"
                icon={X}
                label={`Remove ${file.waveform ? 'voice message' : file.name}`}
                size="small"
                kind="ink"
                onClick={() => onRemove(file.file_id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {described ? (
        <Describe
          key={described.file_id}
          file={described}
          onChange={(alt) => onDescribe(described.file_id, alt)}
          onDone={close}
        />
      ) : null}
      {problems.length ? (
        <div className="ll-tray-problems" role="alert">
          <span>
            {problems.map((problem) => (
              <span key={problem}>{problem}</span>
            ))}
          </span>
          <IconButton icon={X} label="Dismiss" size="small" onClick={onProblemsSeen} />
        </div>
      ) : null}
    </>
  );
}

function Face({ file }: { file: Chosen }): ReactNode {
  const kind = kindOf(file);
  const [url] = useState(() => hold(file.file_id, file.blob));
  useEffect(() => show(file.file_id), [file]);
  if (kind === 'image') return <img className="ll-tray-picture" src={url} alt={file.name} />;
  if (kind === 'voice') return <VoicePlayer file={file} />;
  const Icon = kind === 'video' ? Film : FileIcon;
  return (
    <span className="ll-tray-file">
      <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
      <span className="ll-tray-text">
        <span className="ll-ellipsis">{file.name}</span>
        <span className="ll-meta">{fileSize(file.size)}</span>
      </span>
    </span>
  );
}
