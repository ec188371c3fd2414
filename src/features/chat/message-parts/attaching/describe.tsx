// The words for what an image shows: read to those who do not see it, and found by a search. Kept as they are written.
import type { ReactNode } from 'react';
import { attachmentLimits } from '#contract/chat/attachment.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextAreaField } from '#src/kit/ui/controls/text-field.tsx';
import { isComposing } from '#src/kit/ui/form/composing.ts';
import type { Chosen } from './chosen.ts';

export interface DescribeProps {
  file: Chosen;
  onChange: (alt: string) => void;
  onDone: () => void;
}

export function Describe({ file, onChange, onDone }: DescribeProps): ReactNode {
  return (
    <div
      className="ll-tray-words"
      onKeyDown={(event) => {
        const ends = !isComposing(event.nativeEvent) && ['Escape', 'Enter'].includes(event.key);
        if (!ends || event.target instanceof HTMLButtonElement) return;
        // Not for the message below, nor for the page.
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
    >
      <TextAreaField
        label="Describe this image"
        rows={2}
        maxLength={attachmentLimits.alt}
        autoFocus
        placeholder="For people who cannot see it"
        value={file.alt ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button size="small" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
