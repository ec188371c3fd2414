// @vitest-environment jsdom
// The editor's schema is the contract's: every document goes in and comes out the same; and what is held back while sending.
import { Editor, type JSONContent } from '@tiptap/core';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Block,
  docOf,
  type Inline,
  plainText,
  type RichText,
  richTextSchema,
  textColors,
} from '#contract/rich-text.ts';
import { clipboardOptions, clipboardProps } from './clipboard.ts';
import { createExtensions } from './extensions.ts';
import { holdContent } from './hold.ts';
import { fromEditor, type RawNode } from './reading.ts';
import { mentionTyping } from './suggestions/mention-node.ts';
import { linkLastWords, runTool, toolStateOf } from './tools.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(doc: RichText): Editor {
  editor?.destroy();
  editor = new Editor({
    extensions: createExtensions(),
    content: doc as JSONContent,
    injectCSS: false,
    editorProps: clipboardProps,
    coreExtensionOptions: clipboardOptions,
  });
  return editor;
}
const read = (from: Editor) => fromEditor(from.getJSON() as RawNode);

/** Neighbouring texts with the same marks are one, marks in the order of their names: how a document is written does not matter. */
function canonical(doc: RichText): unknown {
  const tidy = (node: RawNode): RawNode => {
    const content: RawNode[] = [];
    for (const child of (node.content ?? []).map(tidy)) {
      const last = content.at(-1);
      const same =
        last?.type === 'text' && child.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(child.marks);
      if (same)
        content[content.length - 1] = {
          ...last,
          text: `${last.text}${child.text}`,
        };
      else content.push(child);
    }
    const marks = [...(node.marks ?? [])].sort((a, b) => String(a.type).localeCompare(String(b.type)));
    return {
      ...node,
      ...(node.marks && { marks }),
      ...(content.length > 0 && { content }),
    };
  };
  return tidy(doc as RawNode);
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/[\0\r\n]/.test(text));
const inline: fc.Arbitrary<Inline> = fc.oneof<fc.Arbitrary<Inline>[]>(
  words.map((text) => ({ type: 'text', text })),
  fc
    .tuple(words, fc.constantFrom(...textColors), fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }))
    .map(([text, color, chosen]) => {
      const all = [
        { type: 'bold' as const },
        { type: 'italic' as const },
        { type: 'code' as const },
        { type: 'textStyle' as const, attrs: { color } },
        { type: 'link' as const, attrs: { href: 'https://a.example/x?y=1' } },
      ];
      return {
        type: 'text',
        text,
        marks: all.filter((_, i) => chosen.includes(i)),
      };
    }),
  fc.constant({ type: 'hardBreak' }),
  fc.constant({
    type: 'mention',
    attrs: { kind: 'all', id: 'all', label: 'all' },
  }),
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 });
const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    line.map((content): Block => ({ type: 'paragraph', content })),
    fc.tuple(fc.constantFrom(1 as const, 2 as const, 3 as const), line).map(
      ([level, content]): Block => ({
        type: 'heading',
        attrs: { level },
        content,
      }),
    ),
    words.map(
      (text): Block => ({
        type: 'codeBlock',
        content: [{ type: 'text', text: `${text}\n  ${text}` }],
      }),
    ),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((content): Block => ({ type: 'blockquote', content })),
    fc.tuple(fc.boolean(), line, fc.array(tie('block'), { maxLength: 2 })).map(
      ([ordered, content, rest]): Block => ({
        ...(ordered ? { type: 'orderedList', attrs: { start: 4 } } : { type: 'bulletList' }),
        content: [
          {
            type: 'listItem',
            content: [{ type: 'paragraph', content }, ...rest],
          },
        ],
      }),
    ),
  ),
}));
const documents = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((content): RichText => ({ type: 'doc', content }));

describe('the schema', () => {
  test('every document goes into the editor and comes out the same', () => {
    fc.assert(
      fc.property(documents, (doc) => {
        expect(v.is(richTextSchema, doc)).toBe(true);
        expect(canonical(read(open(doc)))).toEqual(canonical(doc));
      }),
      { numRuns: 60 },
    );
  });

  test('and through the clipboard’s HTML', () => {
    fc.assert(
      fc.property(documents, (doc) => {
        const html = open(doc).getHTML();
        const pasted = open(docOf(''));
        pasted.commands.setContent(html, {
          parseOptions: { preserveWhitespace: 'full' },
        });
        expect(canonical(read(pasted))).toEqual(canonical(doc));
      }),
      { numRuns: 40 },
    );
  });

  test('foreign HTML is reduced to it', () => {
    const into = open(docOf(''));
    into.commands.setContent(
      '<h3>three</h3><h6>six</h6><p onclick="x" style="color:red"><a href="javascript:x">j</a><a href="/x">r</a>' +
        '<a href="https://a.example/b c">l</a><img src=x onerror=x><u>u</u></p><table><tr><td>1</td></tr></table>' +
        '<span data-type="mention" data-id="x" data-label="Evil" data-kind="employee">@Evil</span>',
    );
    expect(v.is(richTextSchema, read(into))).toBe(true);
    expect(JSON.stringify(read(into))).not.toMatch(/javascript|onerror|mention|style"/);
    expect(read(into).content.slice(0, 2)).toEqual([
      {
        type: 'heading',
        attrs: { level: 3 },
        content: [{ type: 'text', text: 'three' }],
      },
      { type: 'paragraph', content: [{ type: 'text', text: 'six' }] },
    ]);
    expect(JSON.stringify(read(into))).toContain('https://a.example/b%20c');
  });
});

describe('while a message is on its way', () => {
  test('whatever is typed, wherever, is what is left; and nothing of it can be undone into the sent text', () => {
    const typing = fc.array(fc.tuple(fc.nat(), fc.constantFrom('x', 'yz', ' ')), { maxLength: 6 });
    fc.assert(
      fc.property(documents, typing, (doc, typed) => {
        const into = open(doc);
        const held = holdContent(into, () => undefined);
        let count = 0;
        for (const [where, text] of typed) {
          const places: number[] = [];
          into.state.doc.descendants((node, position) => {
            if (node.isTextblock) for (let i = 0; i <= node.content.size; i++) places.push(position + 1 + i);
          });
          const place = places[where % places.length] ?? 1;
          into.view.dispatch(into.state.tr.insertText(text, place));
          count += text.length;
        }
        held.remove();
        const left = into.state.doc.textContent;
        expect(left).toHaveLength(count);
        expect(left.replace(/[xyz ]/g, '')).toBe('');
        into.commands.undo();
        expect(into.state.doc.textContent).toBe(left);
      }),
      { numRuns: 60 },
    );
  });

  test('what came since is told also when the field is gone by then', () => {
    const told: RichText[] = [];
    for (const typed of ['', ' and more']) {
      const into = open(docOf('sent'));
      const held = holdContent(into, (doc) => told.push(doc));
      into.chain().focus('end').insertContent(typed).run();
      into.destroy();
      held.remove();
    }
    expect(told).toEqual([docOf(''), docOf(' and more')]);
  });

  test('formatting what is being sent keeps nothing of it', () => {
    const into = open(docOf('hello'));
    const held = holdContent(into, () => undefined);
    into.chain().selectAll().toggleBold().run();
    held.remove();
    expect(read(into)).toEqual(docOf(''));
  });

  test('what came since is told apart while all of it stands there; of two, each from its own beginning', () => {
    const into = open(docOf('one'));
    const first = holdContent(into, () => undefined);
    expect(first.since()).toEqual(docOf(''));
    into.chain().focus('end').insertContent('two').run();
    expect(first.since()).toEqual(docOf('two'));
    const second = holdContent(into, () => undefined);
    into.chain().focus('end').insertContent('three').run();
    expect([first.since(), second.since()]).toEqual([docOf('twothree'), docOf('three')]);
    first.release();
    second.remove();
    expect(read(into)).toEqual(docOf('three'));
  });
});

/** jsdom has no clipboard: what the browser hands over with the event. */
function paste(into: Editor, html: string, text: string): void {
  const given: Record<string, string> = { 'text/html': html, 'text/plain': text };
  const clipboardData = { files: [], types: Object.keys(given), getData: (type: string) => given[type] ?? '' };
  into.view.dom.dispatchEvent(Object.assign(new Event('paste', { cancelable: true }), { clipboardData }));
}

describe('pasting', () => {
  const table = '<table><tr><td>Flour</td><td>12</td></tr><tr><th>Butter</th><td>8</td></tr></table>';

  test('cells of a spreadsheet are lines, with the gaps between them', () => {
    const into = open(docOf(''));
    paste(into, table, 'Flour\t12\r\nButter\t8\r\n');
    expect(read(into)).toEqual(docOf('Flour\t12\nButter\t8'));
    const between = open(docOf('We need now'));
    between.commands.setTextSelection(9);
    paste(between, table, 'Flour\t12');
    expect(read(between)).toEqual(docOf('We need Flour\t12now'));
  });

  test('a page with a table in it stays a page', () => {
    const into = open(docOf(''));
    paste(into, `<h3>Dough</h3>${table}`, 'Dough\nFlour\t12\nButter\t8');
    expect(read(into).content[0]).toMatchObject({ type: 'heading', content: [{ type: 'text', text: 'Dough' }] });
  });

  test('one cell, and what is no table, keep what they look like', () => {
    const bold = [{ type: 'text', text: 'Flour', marks: [{ type: 'bold' }] }];
    for (const html of ['<table><tr><td><b>Flour</b></td></tr></table>', '<p><b>Flour</b></p>']) {
      const into = open(docOf(''));
      paste(into, html, 'Flour\r\n');
      expect(read(into).content).toEqual([{ type: 'paragraph', content: bold }]);
    }
  });
});

describe('tools', () => {
  test('code: words in a line, a line, several lines', () => {
    const into = open(docOf('one two\nthree'));
    into.commands.setTextSelection({ from: 1, to: 4 });
    runTool(into, 'code');
    expect(toolStateOf(into.state).code).toBe(true);
    expect(read(into).content[0]).toEqual({
      type: 'paragraph',
      content: [
        { type: 'text', text: 'one', marks: [{ type: 'code' }] },
        { type: 'text', text: ' two' },
      ],
    });
    into.commands.selectAll();
    runTool(into, 'code');
    expect(read(into).content).toEqual([
      {
        type: 'codeBlock',
        content: [{ type: 'text', text: 'one two\nthree' }],
      },
    ]);
    runTool(into, 'code');
    expect(read(into).content[0]?.type).toBe('paragraph');
  });

  test('code: a mention in it stays as what it says', () => {
    const mention = { type: 'mention', attrs: { kind: 'all', id: 'all', label: 'all' } } as const;
    const line: Block = {
      type: 'paragraph',
      content: [mention, { type: 'text', text: ' and ' }, mention, { type: 'hardBreak' }, mention],
    };
    const into = open({ type: 'doc', content: [line] });
    into.commands.setTextSelection(3);
    runTool(into, 'code');
    expect(read(into).content).toEqual([
      { type: 'codeBlock', content: [{ type: 'text', text: '@all and @all\n@all' }] },
    ]);
    into.commands.undo();
    expect(read(into).content).toEqual([line]);
    const several = open({ type: 'doc', content: [line, line] });
    several.commands.selectAll();
    runTool(several, 'code');
    const text = '@all and @all\n@all\n@all and @all\n@all';
    expect(read(several).content).toEqual([{ type: 'codeBlock', content: [{ type: 'text', text }] }]);
  });

  test('a mark counts when the whole selection has it', () => {
    const into = open(docOf('ab'));
    into.chain().setTextSelection({ from: 1, to: 2 }).toggleBold().run();
    expect(toolStateOf(into.state).bold).toBe(true);
    into.commands.selectAll();
    expect(toolStateOf(into.state).bold).toBe(false);
  });

  test('an @ asks for people where a name can begin, until Esc', () => {
    const asked = (text: string): string | undefined => {
      const into = open(docOf(text));
      into.commands.setTextSelection(into.state.doc.content.size - 1);
      return mentionTyping.match(into.state)?.query;
    };
    expect(['@', 'hi @am', '(@Amara Nw', '@one two three four five'].map(asked)).toEqual([
      '',
      'am',
      'Amara Nw',
      undefined,
    ]);
    expect(['a@b.example', '@ x', 'x', '@a@'].map(asked)).toEqual([undefined, undefined, undefined, undefined]);
    const into = open(docOf('@am'));
    into.commands.setTextSelection(4);
    into.view.dispatch(mentionTyping.dismiss(into.state));
    into.view.dispatch(into.state.tr.insertText('a'));
    expect(mentionTyping.match(into.state)).toBeNull();
    into.view.dispatch(into.state.tr.insertText(' @'));
    expect(mentionTyping.match(into.state)?.query).toBe('');
    expect(plainText(read(into))).toBe('@ama @');
  });
});

test.each([
  ['see https://example.com/x', 'https://example.com/x', 'https://example.com/x'],
  ['(www.example.com).', 'www.example.com', 'https://www.example.com/'],
  ['see www.example.com/a).', 'www.example.com/a', 'https://www.example.com/a'],
  [
    'https://example.com/wiki/Oven_(steam)',
    'https://example.com/wiki/Oven_(steam)',
    'https://example.com/wiki/Oven_(steam)',
  ],
  ['see https://example.com/x now', undefined, undefined],
  ['version 2.7.2', undefined, undefined],
  ['ahttps://example.com', undefined, undefined],
  ['https://', undefined, undefined],
])('an address that ends what is sent is a link: %s', (text, shown, href) => {
  const from = open(docOf(text));
  linkLastWords(from);
  const linked: unknown[] = [];
  from.state.doc.descendants(({ text: words, marks }) => {
    for (const { type, attrs } of marks) if (type.name === 'link') linked.push([words, attrs['href']]);
  });
  expect(linked).toEqual(shown ? [[shown, href]] : []);
  expect(plainText(read(from))).toBe(text);
});

test('of each line; what is code, or a link already, stays as it is', () => {
  const line = (text: string, marks: object[] = []) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, marks }],
  });
  const link = { type: 'link', attrs: { href: 'https://other.example/' } };
  const address = 'https://example.com';
  const lines = [line(address), line(address, [{ type: 'code' }]), line(address, [link]), line(`to ${address}!`)];
  const from = open({ type: 'doc', content: lines } as RichText);
  linkLastWords(from);
  const hrefs: unknown[] = [];
  from.state.doc.descendants(({ isText, marks }) => {
    if (isText) hrefs.push(marks.find(({ type }) => type.name === 'link')?.attrs['href']);
  });
  expect(hrefs).toEqual([`${address}/`, undefined, link.attrs.href, undefined, `${address}/`, undefined]);
});
