// The emoji that are offered while somebody types one's name.
import type { Editor } from '@tiptap/react';
import { type ReactNode, useCallback, useEffect } from 'react';
import type { NamedEmoji } from '../../emoji/emoji-search.ts';
import { emojiPart, emojiTyping, namesAny, putWholeNames } from './emoji-typing.ts';
import { SuggestionPopup } from './suggestion-popup.tsx';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

export function useEmojiNames(editor: Editor): Suggestions<NamedEmoji> {
  const putNamed = useCallback(() => {
    // Not in the middle of what a keyboard is still composing: that would break it off.
    if (editor.isDestroyed || editor.view.composing) return;
    const put = putWholeNames(editor.state);
    if (put.docChanged) editor.view.dispatch(put);
  }, [editor]);
  useEffect(() => {
    // Whoever was faster than the editor has named it in the textarea.
    if (namesAny(editor.state)) emojiPart.load().then(putNamed, () => undefined);
  }, [editor, putNamed]);
  const find = useCallback(
    async (query: string) => {
      const early = emojiPart.ready() === undefined;
      const names = await emojiPart.load();
      if (early) putNamed();
      return names.search(query);
    },
    [putNamed],
  );
  return useSuggestions({
    editor,
    typing: emojiTyping,
    find,
    put: ({ from, to }, { emoji }) => {
      editor.view.dispatch(editor.state.tr.insertText(emoji, from, to).scrollIntoView());
      editor.view.focus();
    },
  });
}

// Not in the style sheet, which comes with the first conversation.
const large = { placeItems: 'center', fontSize: 20 };

export function EmojiPopup({ editor, emoji }: { editor: Editor; emoji: Suggestions<NamedEmoji> }): ReactNode {
  return (
    <SuggestionPopup
      editor={editor}
      suggestions={emoji}
      label="Emoji"
      keyOf={({ label }) => label}
      row={(one) => (
        <>
          <span className="ll-mentions-picture" style={large} aria-hidden="true">
            {one.emoji}
          </span>
          <span className="ll-mentions-label">{one.label}</span>
        </>
      )}
    />
  );
}
