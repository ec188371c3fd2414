// The people and spaces that are offered while somebody types a mention.
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import type { ComposerProps, MentionItem } from '../../types.ts';
import { mentionTyping } from './mention-node.ts';
import { SuggestionPopup } from './suggestion-popup.tsx';
import type { Match } from './typing.ts';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

export const useMentions = (editor: Editor, find: ComposerProps['findMentions']): Suggestions<MentionItem> =>
  useSuggestions({ editor, typing: mentionTyping, find, put: (match, item) => insertMention(editor, match, item) });

function insertMention(editor: Editor, match: Match, { kind, id, label }: MentionItem): void {
  const { state, view } = editor;
  const chip = state.schema.nodes['mention']?.create({ kind, id, label });
  if (!chip) return;
  const after = state.doc.textBetween(match.to, Math.min(match.to + 1, state.doc.content.size), '\n');
  const content = after.startsWith(' ') ? [chip] : [chip, state.schema.text(' ')];
  view.dispatch(state.tr.replaceWith(match.from, match.to, content).scrollIntoView());
  view.focus();
}

export function MentionPopup({ editor, mentions }: { editor: Editor; mentions: Suggestions<MentionItem> }): ReactNode {
  return (
    <SuggestionPopup
      editor={editor}
      suggestions={mentions}
      label="People and spaces"
      keyOf={({ kind, id }) => `${kind}${id}`}
      row={({ picture, kind, label, detail }) => (
        <>
          {picture && <span className="ll-mentions-picture">{picture}</span>}
          <span className="ll-mentions-label">{kind === 'all' ? `@${label}` : label}</span>
          {detail && <span className="ll-mentions-detail">{detail}</span>}
        </>
      )}
    />
  );
}
