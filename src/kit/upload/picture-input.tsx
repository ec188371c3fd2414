// Where the browser asks for a picture: not shown itself, a button beside it opens it.
import type { ReactNode, Ref } from 'react';

export interface PictureInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** Drawings are fine, too: whoever takes them draws them (vector.ts). */
  vector?: boolean;
  /** A kind that browsers draw; whether this one can be read is not known yet. */
  onChoose: (file: File) => void;
}

const PICTURES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

export function PictureInput({ ref, label, vector = false, onChoose }: PictureInputProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={vector ? `${PICTURES},image/svg+xml` : PICTURES}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        // The same file once more is a choice, too.
        currentTarget.value = '';
        if (file) onChoose(file);
      }}
    />
  );
}
