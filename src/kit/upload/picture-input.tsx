// Where the browser asks for a picture: not shown itself, a button beside it opens it.
import type { ReactNode, Ref } from 'react';

export interface PictureInputProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** A kind that browsers draw; whether this one can be read is not known yet. */
  onChoose: (file: File) => void;
}

export function PictureInput({ ref, label, onChoose }: PictureInputProps): ReactNode {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
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
