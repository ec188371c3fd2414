// The picture of somebody or something, as a field of a form: chosen, uploaded at once, seen before it is saved.
import { Camera } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Folder } from '#contract/files.ts';
import type { Call } from '#src/api/call.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { PictureInput } from './picture-input.tsx';
import './picture-field.css';

export interface PictureFieldProps {
  /** "Photo", "Image". */
  label: string;
  /** Whose: picks initials and colour while there is no picture. */
  name: string;
  /** Address of the picture. */
  value: string | null;
  onChange: (url: string | null) => void;
  /** While a picture is on its way: the form cannot be sent yet. */
  onBusy?: (busy: boolean) => void;
  folder: Folder;
  shape?: 'round' | 'square';
  /** `face`: what it is stands beside it already, so only what goes on is told. Default `row`. */
  look?: 'row' | 'face';
  call: Call;
  /** Whoever is signed in. */
  who: { readonly company_id: string; readonly employee_id: string } | null;
}

/** Pixels: twice the largest face that is shown. */
const SIDE = 512;

export function PictureField(props: PictureFieldProps): ReactNode {
  const { label, name, value, onChange, shape = 'round', look = 'row' } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { share, error, start, cancel, again } = useUpload(props);
  const busy = share !== undefined;
  return (
    <div className="ll-picture-field" data-look={look} role="group" aria-labelledby={id}>
      <span className="ll-picture-face">
        <Avatar name={name} src={value} size={96} shape={shape} />
        <IconButton
          icon={Camera}
          kind="ink"
          size="small"
          label={value ? 'Change picture' : 'Choose a picture'}
          aria-disabled={busy || undefined}
          onClick={() => busy || input.current?.click()}
        />
        <PictureInput ref={input} label={label} onChoose={start} />
      </span>
      <div className="ll-picture-side">
        <span id={id} className={look === 'face' ? 'll-hidden-text' : 'll-picture-label'}>
          {label}
        </span>
        <span className="ll-picture-state" data-error={error ? '' : undefined} aria-live="polite">
          {busy ? 'Uploading…' : (error ?? (look === 'face' ? '' : 'PNG, JPEG, GIF or WebP'))}
        </span>
        {busy ? <progress className="ll-picture-progress" aria-label="Uploaded" max={1} value={share} /> : null}
        <span className="ll-picture-actions">
          {busy ? (
            <Button size="small" onClick={cancel}>
              Cancel upload
            </Button>
          ) : null}
          {error ? (
            <Button size="small" onClick={again}>
              Try again
            </Button>
          ) : null}
          {value && !busy ? (
            <Button size="small" kind="ghost" onClick={() => onChange(null)}>
              Remove picture
            </Button>
          ) : null}
        </span>
      </div>
    </div>
  );
}

/** One upload at a time; what is under way when the field goes is called off. */
function useUpload({ onChange, onBusy, folder, call, who }: PictureFieldProps) {
  const [share, setShare] = useState<number>();
  const [failed, setFailed] = useState<{ text: string; file: File }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Nothing is under way any more. */
  const rest = () => {
    running.current = undefined;
    setShare(undefined);
    onBusy?.(false);
  };
  const start = async (file: File) => {
    if (!who) return;
    const controller = (running.current = new AbortController());
    const { signal } = controller;
    const isRunning = () => running.current === controller;
    setFailed(undefined);
    setShare(0);
    onBusy?.(true);
    try {
      const { upload } = await import('./upload.ts');
      const picture = { side: SIDE, square: true };
      const onProgress = (next: number) => isRunning() && setShare(next);
      const { download_url } = await upload(file, { call, who, folder, isPrivate: false, picture, signal, onProgress });
      await loaded(download_url);
      // The field may have gone while it was shown.
      signal.throwIfAborted();
      if (isRunning()) onChange(download_url);
    } catch (error) {
      // Only the words of an upload are for people; its code may not have come either.
      const text = (error as Error).name === 'UploadError' ? (error as Error).message : 'Failed to upload file';
      if (isRunning()) setFailed({ text, file });
    }
    if (isRunning()) rest();
  };
  return {
    share,
    error: failed?.text,
    start: (file: File) => void start(file),
    cancel: () => {
      running.current?.abort();
      rest();
    },
    again: () => failed && void start(failed.file),
  };
}

/** So that the face does not blink. A picture that cannot be shown is the Avatar's business. */
function loaded(url: string): Promise<unknown> {
  const image = new Image();
  image.src = url;
  return image.decode().catch(() => undefined);
}
