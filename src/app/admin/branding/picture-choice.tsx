// A picture of the company's: chosen, replaced, taken away, and shown whole or cut to a square, before it is saved.
import { Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { PictureInput } from '#src/kit/upload/picture-input.tsx';
import { UploadError } from '#src/kit/upload/upload-error.ts';
import { drawn, isVector } from '#src/kit/upload/vector.ts';
import { type ChosenPicture, SIDE } from './draft.ts';

export interface PictureChoiceProps {
  /** `Company logo`. */
  label: string;
  /** `logo`, as its buttons say it. */
  word: string;
  hint: string;
  /** As it is saved. */
  saved: string | null;
  /** Null: it is to be taken away. Undefined: nothing was touched. */
  chosen: ChosenPicture | null | undefined;
  onChange: (picture: ChosenPicture | null) => void;
  disabled: boolean;
  /** What it looks like. */
  face: ReactNode;
  /** Stands beside it. */
  beside?: ReactNode;
}

export function PictureChoice({
  label,
  word,
  hint,
  saved,
  chosen,
  onChange,
  disabled,
  face,
  beside,
}: PictureChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const choose = async (file: File) => {
    setError(undefined);
    try {
      const picture = isVector(file) ? await drawn(file, SIDE) : file;
      onChange({ file: picture, preview: URL.createObjectURL(picture), fit: 'whole' });
    } catch (thrown) {
      if (!(thrown instanceof UploadError)) throw thrown;
      setError(thrown.message);
    }
  };
  const isThere = chosen === undefined ? saved !== null : chosen !== null;
  return (
    <>
      <div className={beside ? 'll-brand-logo' : undefined}>
        <div className="ll-brand-drop">
          {face}
          <div className="ll-brand-drop-text">
            <span className="ll-strong">{label}</span>
            <span className="ll-meta">{chosen ? chosen.file.name : hint}</span>
            {error ? <ErrorNote text={error} /> : null}
            <span className="ll-brand-drop-buttons">
              <Button
                icon={Upload}
                aria-label={isThere ? `Replace ${word}` : undefined}
                disabled={disabled}
                onClick={() => input.current?.click()}
              >
                {isThere ? 'Replace' : `Choose ${word}`}
              </Button>
              {isThere ? (
                <Button kind="ghost" aria-label={`Remove ${word}`} disabled={disabled} onClick={() => onChange(null)}>
                  Remove
                </Button>
              ) : null}
            </span>
          </div>
          <PictureInput ref={input} label={label} vector onChoose={(file) => void choose(file)} />
        </div>
        {beside}
      </div>
      {chosen ? (
        <Segments
          label={`How the ${word} fills its square`}
          options={[
            { value: 'whole', label: 'Show all of it' },
            { value: 'cut', label: 'Fill the square' },
          ]}
          value={chosen.fit}
          onChange={(fit) => onChange({ ...chosen, fit })}
        />
      ) : null}
    </>
  );
}
