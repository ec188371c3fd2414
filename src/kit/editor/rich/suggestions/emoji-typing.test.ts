// @vitest-environment jsdom
// Where a colon begins an emoji's name, and what a whole name becomes.
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { docOf, plainText, type RichText } from '#contract/rich-text.ts';
import { createExtensions } from '../extensions.ts';
import { fromEditor, type RawNode } from '../reading.ts';
import { emojiPart, emojiTyping, putWholeNames } from './emoji-typing.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** With the caret at the end. */
function open(doc: RichText): Editor {
  editor?.destroy();
  editor = new Editor({ extensions: createExtensions(), content: doc as JSONContent, injectCSS: false });
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  return editor;
}
const textOf = (from: Editor) => plainText(fromEditor(from.getJSON() as RawNode));

/** As a browser does it: the editor is asked first. */
function type({ view }: Editor, text: string): void {
  for (const sign of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign, from, to);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert))) view.dispatch(insert());
  }
}

async function load(): Promise<void> {
  // Nothing is drawn here: then every emoji counts as drawn.
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null;
    },
  );
  await emojiPart.load();
  vi.unstubAllGlobals();
}

describe('a list is offered', () => {
  test.each([
    [':br', 'br'],
    ['fresh :brea', 'brea'],
    ['fresh\n:brea', 'brea'],
    ['two :thumbs_u', 'thumbs_u'],
    [':', undefined],
    [':b', undefined],
    [':)', undefined],
    [':-)', undefined],
    ['10:30', undefined],
    ['at 10:am', undefined],
    ['https://', undefined],
    ['https://example.com/:br', undefined],
    ['to:br', undefined],
    ['(:br', undefined],
    [': br', undefined],
    [':bread ', undefined],
    [':bread:', undefined],
    ['::br', undefined],
    [`:${'b'.repeat(60)}`, undefined],
  ])('%s', (text, query) => {
    expect(emojiTyping.match(open(docOf(text)).state)?.query).toBe(query);
  });

  test.each([
    ['code in a line', 'paragraph', [{ type: 'code' }], undefined],
    ['a block of code', 'codeBlock', [], undefined],
    ['a link', 'paragraph', [{ type: 'link', attrs: { href: 'https://a.example/' } }], undefined],
    ['bold words', 'paragraph', [{ type: 'bold' }], 'br'],
  ] as const)('%s', (_, block, marks, query) => {
    const content = [{ type: block, content: [{ type: 'text', text: 'fresh :br', marks }] }];
    const into = open({ type: 'doc', content } as unknown as RichText);
    expect(emojiTyping.match(into.state)?.query).toBe(query);
  });

  test('until Esc, and again at the next colon', () => {
    const into = open(docOf(':br'));
    into.view.dispatch(emojiTyping.dismiss(into.state));
    type(into, 'ea');
    expect(emojiTyping.match(into.state)).toBeNull();
    type(into, ' :ro');
    expect(emojiTyping.match(into.state)?.query).toBe('ro');
  });

  test('in a new line of a list, too', () => {
    const lines = [{ type: 'text', text: 'one' }, { type: 'hardBreak' }, { type: 'text', text: ':br' }];
    const item = { type: 'listItem', content: [{ type: 'paragraph', content: lines }] };
    const into = open({ type: 'doc', content: [{ type: 'bulletList', content: [item] }] } as RichText);
    into.commands.focus('end');
    expect(emojiTyping.match(into.state)?.query).toBe('br');
  });
});

describe('a whole name', () => {
  test('before the list is here, it is put in when that comes', async () => {
    const typed = 'fresh :bread: and :coffee:, not at 10:30: but :nothing_like_it: so';
    const into = open(docOf(typed));
    into.commands.insertContentAt(1, { type: 'mention', attrs: { kind: 'all', id: 'all', label: 'all' } });
    into.commands.setTextSelection(into.state.doc.content.size - 1);
    expect(putWholeNames(into.state).docChanged).toBe(false);
    await load();
    into.view.dispatch(putWholeNames(into.state));
    expect(textOf(into)).toBe('@allfresh 🍞 and ☕, not at 10:30: but :nothing_like_it: so');
    expect(into.state.selection.from).toBe(into.state.doc.content.size - 1);
  });

  test.each([
    [':bread:', '🍞'],
    ['fresh :bread: and :coffee:', 'fresh 🍞 and ☕'],
    ['see :bread:!', 'see 🍞!'],
    [':nothing_like_it:', ':nothing_like_it:'],
    ['10:30: it begins', '10:30: it begins'],
    ['a:bread:', 'a:bread:'],
    [':) :D :-) ;)', ':) :D :-) ;)'],
    ['`:bread:', '`:bread:'],
  ])('%s', async (typed, text) => {
    await load();
    const into = open(docOf(''));
    type(into, typed);
    expect(textOf(into)).toBe(text);
  });

  test('keeps the formatting, and comes back as it was typed by one undo', async () => {
    await load();
    const into = open(docOf(''));
    into.commands.toggleBold();
    type(into, 'so :bread:');
    expect(fromEditor(into.getJSON() as RawNode).content).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'so 🍞', marks: [{ type: 'bold' }] }] },
    ]);
    into.commands.undo();
    expect(textOf(into)).toBe('so :bread:');
  });

  test.each([
    ['a block of code', 'codeBlock', []],
    ['code in a line', 'paragraph', [{ type: 'code' }]],
    ['a link', 'paragraph', [{ type: 'link', attrs: { href: 'https://a.example/' } }]],
  ])('in %s it stays', async (_, block, marks) => {
    await load();
    const content = [{ type: block, content: [{ type: 'text', text: 'x y', marks }] }];
    const into = open({ type: 'doc', content } as RichText);
    into.commands.setTextSelection(3);
    type(into, ':bread:');
    expect(textOf(into)).toBe('x :bread:y');
  });
});
