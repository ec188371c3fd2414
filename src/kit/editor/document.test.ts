// From the editor's JSON, a textarea and the clipboard to our document: what comes out is always one.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { docOf, plainText, type RichText, richTextSchema } from '#contract/rich-text.ts';
import { joined, textOf, typedSince } from './document.ts';
import { addressOf } from './plain/addresses.ts';
import { fromEditor, mentionOf, type RawNode } from './rich/reading.ts';

const accepts = (doc: unknown) => v.safeParse(richTextSchema, doc).success;

const { node } = fc.letrec<{ node: RawNode }>((tie) => ({
  node: fc.record(
    {
      type: fc.constantFrom(
        ...['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'codeBlock'],
        ...['text', 'hardBreak', 'mention', 'image', 'table'],
      ),
      text: fc.string({ unit: 'binary', maxLength: 8 }),
      attrs: fc.dictionary(
        fc.constantFrom('level', 'start', 'href', 'color', 'id', 'label', 'kind', 'style'),
        fc.oneof(fc.integer(), fc.constantFrom<unknown>(null, 'red', 'all', 'javascript:x', 'https://a.example', '')),
      ),
      marks: fc.array(
        fc.record({
          type: fc.constantFrom('bold', 'underline'),
          attrs: fc.constant({}),
        }),
        {
          maxLength: 1,
        },
      ),
      content: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'node' }),
    },
    { requiredKeys: ['type'] },
  ),
}));

describe('the editor’s JSON', () => {
  test('whatever it is, a document of the contract comes out', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (content) => {
        const doc = fromEditor({ type: 'doc', content });
        const { issues } = v.safeParse(richTextSchema, doc);
        expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('too deep nesting is flattened and loses no word', () => {
    for (const wrap of ['blockquote', 'bulletList']) {
      let block: RawNode = {
        type: 'paragraph',
        content: [{ type: 'text', text: 'deep' }],
      };
      for (let i = 0; i < 30; i++) {
        block = {
          type: wrap,
          content: wrap === 'bulletList' ? [{ type: 'listItem', content: [block] }] : [block],
        };
      }
      const doc = fromEditor({ type: 'doc', content: [block] });
      expect(accepts(doc)).toBe(true);
      expect(plainText(doc)).toBe('deep');
    }
  });

  test('what only a newer app knows falls away, and loses no word', () => {
    const text = (word: string, ...marks: string[]) => ({
      ...{ type: 'text', text: word, marks: marks.map((type) => ({ type })) },
    });
    const wrapped: RawNode = { type: 'spoiler', attrs: { open: true }, content: [text('in it', 'bold')] };
    const content: RawNode[] = [
      { type: 'paragraph', content: [text('one', 'underline', 'italic'), wrapped, { type: 'sticker' }] },
      { type: 'callout', content: [text('two '), text('words', 'bold')] },
      { type: 'columns', content: [{ type: 'column', content: [{ type: 'paragraph', content: [text('three')] }] }] },
      { type: 'bulletList', content: [{ type: 'task', content: [{ type: 'line', content: [text('four')] }] }] },
    ];
    const [bold, italic] = [{ type: 'bold' }, { type: 'italic' }];
    expect(fromEditor({ type: 'doc', content })).toEqual({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'one', marks: [italic] },
            { type: 'text', text: 'in it', marks: [bold] },
          ],
        },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'two ' },
            { type: 'text', text: 'words', marks: [bold] },
          ],
        },
        { type: 'paragraph', content: [{ type: 'text', text: 'three' }] },
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'four' }] }] }],
        },
      ],
    });
  });

  test('what the editor adds is left out, what is ours stays', () => {
    const raw: RawNode = {
      type: 'doc',
      content: [
        {
          type: 'orderedList',
          attrs: { start: 3, type: 'a' },
          content: [
            {
              type: 'listItem',
              content: [
                {
                  type: 'paragraph',
                  content: [
                    {
                      type: 'text',
                      text: 'x',
                      marks: [
                        {
                          type: 'link',
                          attrs: {
                            href: 'https://a.example',
                            target: '_blank',
                            rel: 'x',
                          },
                        },
                      ],
                    },
                    { type: 'hardBreak', marks: [{ type: 'bold' }] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    };
    const link = { type: 'link', attrs: { href: 'https://a.example' } };
    const content = [{ type: 'text', text: 'x', marks: [link] }, { type: 'hardBreak' }];
    expect(fromEditor(raw).content).toEqual([
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content }] }],
      },
    ]);
  });

  test('a mention out of a clipboard is one of the contract’s or plain text', () => {
    const id = '018f0000-0000-7000-8000-00000000000a';
    expect(mentionOf({ kind: 'employee', id, label: 'A\nB' })).toEqual({
      kind: 'employee',
      id,
      label: 'AB',
    });
    expect(mentionOf({ kind: 'all', id: 'all', label: 'all' })).toBeDefined();
    for (const wrong of [{ kind: 'all', id }, { kind: 'admin', id }, { kind: 'employee', id: 'x' }, { id }]) {
      expect(mentionOf({ label: 'A', ...wrong })).toBeUndefined();
    }
    const faulty = {
      type: 'mention',
      attrs: { label: 'Amara', id: 'x', kind: 'employee' },
    };
    expect(plainText(fromEditor({ content: [{ type: 'paragraph', content: [faulty] }] }))).toBe('@Amara');
  });
});

describe('a textarea', () => {
  test('plain text goes into a document and comes back the same', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ' ', '\n', '\t', 'é', '👍'),
          maxLength: 200,
        }),
        (text) => {
          expect(textOf(docOf(text))).toBe(text);
        },
      ),
    );
  });

  test('what it cannot show it does not take', () => {
    const bold: RichText = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }],
        },
      ],
    };
    expect(textOf(bold)).toBeNull();
    expect(joined(bold, '')).toBe(bold);
    expect(joined(bold, 'b\nc').content).toHaveLength(3);
    expect(joined(null, '')).toEqual(docOf(''));
  });

  test('what was typed while a message was on its way', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (sent, typed) => {
        expect(typedSince(sent, sent + typed)).toBe(typed);
        expect(typedSince(`${sent}-`, `${typed}|${sent}-`)).toHaveLength(typed.length + 1);
      }),
    );
    expect(typedSince('hello world', 'hello XYZworld')).toBe('XYZ');
    expect(typedSince('hello', 'hel')).toBe('');
  });
});

describe('an address as people type it', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    [' HTTP://Example.com/a b ', 'http://example.com/a%20b'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['müller.example/ü', 'https://xn--mller-kva.example/%C3%BC'],
    ['amara@mill.example', 'mailto:amara@mill.example'],
    ['tel:+44 20 7946 0000', 'tel:+44 20 7946 0000'],
  ])('%s', (typed, href) => {
    expect(addressOf(typed)).toBe(href.includes(' ') ? undefined : href);
  });

  test.each([
    '',
    'word',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'ftp://a.example',
    'https://',
    'a b.example',
    '//a.example',
  ])('%j is none', (typed) => {
    expect(addressOf(typed)).toBeUndefined();
  });
});
