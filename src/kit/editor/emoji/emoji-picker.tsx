// The full emoji picker: search, categories, skin tones, keyboard. A lazy chunk; emoji-popover.tsx is its door.
import {
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  EmojiPicker as Picker,
  useSkinTone,
} from 'frimousse';
import { type ComponentProps, useEffect } from 'react';
import { onTouch } from '../keys.ts';
import { loadEmoji, skinTone } from './emoji-data.ts';

export interface EmojiPickerProps {
  /** The emoji that was chosen, as characters. */
  onPick: (emoji: string) => void;
}

/** Fills its popover. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  return (
    <Picker.Root
      className="ll-emoji"
      columns={8}
      resolveEmojiData={loadEmoji}
      skinTone={skinTone.chosen}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className="ll-emoji-head">
        <Picker.Search
          className="ll-emoji-search"
          placeholder="Search emoji"
          aria-label="Search emoji"
          data-autofocus={onTouch() ? undefined : ''}
        />
        <Picker.SkinToneSelector className="ll-emoji-tone" aria-label="Skin tone" />
        <KeptTone />
      </div>
      <Picker.Viewport className="ll-emoji-view">
        <Picker.Loading className="ll-emoji-wait">Loading emoji…</Picker.Loading>
        <Picker.Empty className="ll-emoji-wait">No emoji found</Picker.Empty>
        <Picker.List className="ll-emoji-list" components={{ CategoryHeader, Row, Emoji }} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

/** What is chosen here goes for names that are typed, too, and for the next picker. */
function KeptTone() {
  const [chosen] = useSkinTone();
  useEffect(() => {
    skinTone.chosen = chosen;
  }, [chosen]);
  return null;
}

const CategoryHeader = ({ category, ...props }: EmojiPickerListCategoryHeaderProps) => (
  <div {...props} className="ll-emoji-category">
    {category.label}
  </div>
);

// The package counts rows and columns from 0; to assistive tools they begin with 1.
const oneBased = (index: number | undefined) => (index === undefined ? undefined : index + 1);

const Row = (props: ComponentProps<'div'>) => (
  <div {...props} aria-rowindex={oneBased(props['aria-rowindex'])} className="ll-emoji-row" />
);
const Emoji = ({ emoji, ...props }: EmojiPickerListEmojiProps) => (
  <button
    type="button"
    {...props}
    role="gridcell"
    aria-colindex={oneBased(props['aria-colindex'])}
    className="ll-emoji-one"
    title={emoji.label}
  >
    {emoji.emoji}
  </button>
);
