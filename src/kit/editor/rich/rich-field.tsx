// The editor as a writing field: the lazy chunk that takes the place of plain-field.tsx, in one task and without losing a key.
import { Editor, type JSONContent } from '@tiptap/core';
import { type Node as DocNode, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { EditorContent, useEditorState } from '@tiptap/react';
import {
  type KeyboardEvent as KeyEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { isComposing } from '../../ui/form/composing.ts';
import { joined } from '../document.ts';
import { enterHint, enterMeans } from '../keys.ts';
import type { ComposerProps, FieldProps, FieldStart, OpenMenu, RichHandle, ToolState } from '../types.ts';
import { clipboardOptions, clipboardProps } from './clipboard.ts';
import { createExtensions } from './extensions.ts';
import { holdContent, restart } from './hold.ts';
import { newLine, ownsEnter } from './keyboard.ts';
import { ToolMenu } from './menus.tsx';
import { useOwnLayout } from './own-layout.ts';
import { fromEditor, type RawNode } from './reading.ts';
import { EmojiPopup, useEmojiNames } from './suggestions/emoji-popup.tsx';
import { MentionPopup, useMentions } from './suggestions/mention-popup.tsx';
import { SlashPopup, useSlashes } from './suggestions/slash-popup.tsx';
import { linkLastWords, linkTyped, runTool, toolStateOf } from './tools.ts';
import { isAllInSight, keepOwnEvents } from './unheard.ts';

export interface RichFieldProps extends Omit<FieldProps, 'placeholder' | 'onFocus'> {
  /** Of `createEditor`; it goes with the field. */
  editor: Editor;
  findMentions: ComposerProps['findMentions'];
  findCommands: ComposerProps['findCommands'];
  /** The toolbar menu that is open; it is drawn here, because it is a part of the lazy chunk. */
  menu: OpenMenu | null;
  onMenuClose: () => void;
  /** What holds at the caret has changed. */
  onTools: (tools: ToolState) => void;
  ref: Ref<RichHandle>;
}

/** Without what only a newer app knows: what its schema refuses the editor would read as HTML, which the page's policy forbids. */
const known = (doc: RichText): RichText => fromEditor(doc);

/**
 * One that stands nowhere yet and has nothing in it: the dear part of the field, to be made in tasks of its own: what it
 * is made of, and its view, are half of all each. `pause`: waits for the next task, where there is time for that.
 */
export async function createEditor(placeholder: () => string, pause?: () => Promise<unknown>): Promise<Editor> {
  await pause?.();
  // Asked once: the attributes are asked for at each key.
  const enterkeyhint = enterHint();
  const editor = new Editor({
    element: null,
    extensions: createExtensions(),
    content: docOf('') as JSONContent,
    coreExtensionOptions: clipboardOptions,
    // Nobody asks what was deleted; to tell, each key would compare the document before and after.
    enableCoreExtensions: { delete: false },
    injectCSS: false,
    editorProps: {
      ...clipboardProps,
      handleScrollToSelection: isAllInSight,
      attributes: () => ({
        class: 'll-rich ll-composer-rich',
        role: 'textbox',
        'aria-label': 'Message',
        'aria-placeholder': placeholder(),
        'aria-multiline': 'true',
        enterkeyhint,
        spellcheck: 'true',
      }),
    },
  });
  await pause?.();
  editor.mount(document.createElement('div'));
  keepOwnEvents(editor.view);
  await pause?.();
  return editor;
}

const documentOf = (editor: Editor) => fromEditor(editor.getJSON() as RawNode);

/** See the head of this file. */
export function RichField(props: RichFieldProps) {
  const {
    editor,
    start,
    onInput,
    onSend,
    onEscape,
    onEditLast,
    onTools,
    menu,
    onMenuClose,
    findMentions,
    findCommands,
    ref,
  } = props;
  const changed = useEffectEvent(() => onInput(documentOf(editor)));
  useEffect(() => {
    editor.on('update', changed);
    return () => editor.destroy();
  }, [editor]);
  useOwnLayout(editor);
  const mentions = useMentions(editor, findMentions);
  const emoji = useEmojiNames(editor);
  const slashes = useSlashes({ editor, findCommands, onInput, onSend });
  const tools = useEditorState({
    editor,
    selector: () => toolStateOf(editor.state),
  });
  useEffect(() => onTools(tools), [tools, onTools]);

  // Before the browser paints. Once: React runs it again where the page was hidden meanwhile.
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (start.focus && !begun.current) editor.view.focus();
    begun.current = true;
  }, [editor, start]);
  const takesSend = (commands: boolean) => {
    const takes = commands && slashes.takesSend();
    if (!takes) linkLastWords(editor);
    return takes;
  };
  useImperativeHandle(ref, () => ({ ...richHandle(editor, onInput), takesSend }));

  // In the capture phase, so that the editor itself never sees what is for sending, cancelling or the suggestions. What belongs to an
  // input method is for none of them: there Esc takes back a conversion.
  const onKeyDown = (event: KeyEvent) => {
    const { nativeEvent: key } = event;
    if (!(key.target instanceof Node) || !editor.view.dom.contains(key.target) || isComposing(key)) return;
    const meant = enterMeans(key);
    let done = true;
    if (mentions.takesKey(key) || emoji.takesKey(key) || slashes.takesKey(key)) done = true;
    else if (meant === 'send' && (key.ctrlKey || key.metaKey || !ownsEnter(editor))) onSend();
    else if (meant === 'line' && key.shiftKey) newLine(editor);
    else if (key.key === 'Escape') done = onEscape();
    else if (key.key === 'ArrowUp' && !key.shiftKey && isEmpty(editor.state.doc)) done = onEditLast();
    else done = false;
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <EditorContent editor={editor} onKeyDownCapture={onKeyDown} />
      <MentionPopup editor={editor} mentions={mentions} />
      {mentions.open ? null : <EmojiPopup editor={editor} emoji={emoji} />}
      {mentions.open || emoji.open ? null : <SlashPopup editor={editor} slashes={slashes} />}
      {menu && <ToolMenu key={menu.kind} menu={menu} tools={tools} editor={editor} onClose={onMenuClose} />}
    </>
  );
}

/** Before it is shown: puts in what stood there, selects what was selected in the textarea, and makes links of its addresses. */
export function begin(editor: Editor, { fixed, text, caret }: FieldStart): void {
  if (fixed || text) restart(editor, editor.schema.nodeFromJSON(known(joined(fixed, text))));
  const { doc, tr } = editor.state;
  const typed = docOf(text).content.length;
  const typedFrom = fixed ? doc.content.size - sizeOfLast(doc, typed) : 0;
  // A line break is one character, and two positions between paragraphs.
  const positionOf = (offset: number) => {
    const lines = text.slice(0, offset).split('\n').length - 1;
    return typedFrom + 1 + offset + Math.min(lines, typed - 1);
  };
  const selection = caret
    ? TextSelection.create(doc, positionOf(caret.from), positionOf(caret.to))
    : TextSelection.atEnd(doc);
  linkTyped(tr.setSelection(selection), typedFrom);
  // Nobody has typed anything: it is told with the next key, and nothing that can be undone.
  editor.view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}

const sizeOfLast = (doc: DocNode, count: number): number =>
  doc.children.slice(-count).reduce((size, child) => size + child.nodeSize, 0);

const isEmpty = (doc: DocNode): boolean =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0;

function richHandle(editor: Editor, onInput: RichFieldProps['onInput']): Omit<RichHandle, 'takesSend'> {
  return {
    read: () => documentOf(editor),
    focus: () => editor.view.focus(),
    hasFocus: () => editor.view.hasFocus(),
    insert: (text) => {
      const { state, view } = editor;
      const lines = state.schema.nodeFromJSON(docOf(text)).content;
      view.dispatch(state.tr.replaceSelection(new Slice(lines, 1, 1)).scrollIntoView());
      view.focus();
    },
    replace: (doc) => restart(editor, editor.schema.nodeFromJSON(known(doc))),
    hold: () => holdContent(editor, onInput),
    run: (tool) => {
      runTool(editor, tool);
      editor.view.focus();
    },
  };
}
