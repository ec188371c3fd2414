// The document's schema against what people write and what attackers send, and the pure readings of it.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { hostile } from '#tests/flows/hostile-text.ts';
import type { Block, Inline, Mark, RichText } from './rich-text.ts';
import {
  docOf,
  isAddress,
  isBlank,
  mentionsOf,
  plainText,
  richTextLimits,
  richTextSchema,
  sizeOf,
  textColors,
} from './rich-text.ts';

const uuid = '018f0000-0000-7000-8000-00000000000a';
const accepts = (doc: unknown) => v.safeParse(richTextSchema, doc).success;
const refusals = (doc: unknown) =>
  (v.safeParse(richTextSchema, doc).issues ?? []).map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
const inParagraph = (...content: unknown[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const linkTo = (href: unknown) =>
  inParagraph({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] });

/** Wraps a paragraph into `levels` quotes. */
function nested(levels: number): RichText {
  let block: Block = { type: 'paragraph' };
  for (let i = 0; i < levels; i++) block = { type: 'blockquote', content: [block] };
  return { type: 'doc', content: [block] };
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0'));
const marks: fc.Arbitrary<Mark[]> = fc.uniqueArray(
  fc.oneof<fc.Arbitrary<Mark>[]>(
    fc.constantFrom({ type: 'bold' }, { type: 'italic' }, { type: 'code' }),
    fc.constantFrom(...textColors).map((color) => ({ type: 'textStyle', attrs: { color } })),
    fc.webUrl().map((href) => ({ type: 'link', attrs: { href } })),
  ),
  { selector: (mark) => mark.type, maxLength: 5 },
);
const inline: fc.Arbitrary<Inline> = fc.oneof<fc.Arbitrary<Inline>[]>(
  fc.tuple(words, marks).map(([text, list]) => ({ type: 'text', text, ...(list.length > 0 && { marks: list }) })),
  fc.constant({ type: 'hardBreak' }),
  fc.constantFrom<Inline>(
    { type: 'mention', attrs: { kind: 'employee', id: uuid, label: 'Amara Nwosu' } },
    { type: 'mention', attrs: { kind: 'all', id: 'all', label: 'all' } },
  ),
);
const line = fc.array(inline, { maxLength: 5 });
const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    line.map((content): Block => ({ type: 'paragraph', content })),
    fc
      .tuple(fc.constantFrom(1 as const, 2 as const, 3 as const), line)
      .map(([level, content]): Block => ({ type: 'heading', attrs: { level }, content })),
    words.map((text): Block => ({ type: 'codeBlock', content: [{ type: 'text', text }] })),
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content): Block => ({ type: 'blockquote', content })),
    fc.tuple(line, fc.array(tie('block'), { maxLength: 2 }), fc.nat(99)).map(
      ([content, rest, start]): Block => ({
        type: 'orderedList',
        attrs: { start },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content }, ...rest] }],
      }),
    ),
  ),
}));
const documents: fc.Arbitrary<RichText> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((content) => ({ type: 'doc', content }));

describe('what is accepted', () => {
  test('every document of the schema survives the wire unchanged', () => {
    fc.assert(
      fc.property(documents, (doc) => {
        expect(v.parse(richTextSchema, JSON.parse(JSON.stringify(doc)))).toEqual(doc);
      }),
      { numRuns: 200 },
    );
  });

  test('any plain text becomes a document, and its words come back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const doc = docOf(text);
        expect(accepts(doc)).toBe(true);
        const cleaned = text.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim();
        expect(plainText(doc)).toBe(cleaned);
      }),
    );
    expect(accepts(docOf('\n'.repeat(9_999)))).toBe(true);
    expect(docOf('a\r\n\nb').content).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'a' }] },
      { type: 'paragraph' },
      { type: 'paragraph', content: [{ type: 'text', text: 'b' }] },
    ]);
  });
});

describe('what is refused', () => {
  test('an unknown node, mark or attribute, with its place', () => {
    expect(refusals(inParagraph({ type: 'image', attrs: { src: 'x' } }))[0]).toMatch(/^content\.0\.content\.0\.type: /);
    expect(refusals(inParagraph({ type: 'text', text: 'a', marks: [{ type: 'underline' }] }))[0]).toMatch(
      /^content\.0\.content\.0\.marks\.0\.type: /,
    );
    expect(refusals({ type: 'doc', content: [{ type: 'paragraph', attrs: { style: 'x' } }] })[0]).toMatch(
      /^content\.0\.attrs: /,
    );
    const styled = { type: 'textStyle', attrs: { color: 'url(x)' } };
    expect(refusals(inParagraph({ type: 'text', text: 'a', marks: [styled] }))[0]).toMatch(/marks\.0\.attrs\.color: /);
    const linked = { type: 'link', attrs: { href: 'https://a.example', onclick: 'x' } };
    expect(refusals(inParagraph({ type: 'text', text: 'a', marks: [linked] }))[0]).toMatch(/attrs\.onclick: /);
  });

  test.each([
    ['nothing', null],
    ['an array', []],
    ['no blocks', { type: 'doc', content: [] }],
    ['a bare text', { type: 'doc', content: [{ type: 'text', text: 'a' }] }],
    ['an item outside a list', { type: 'doc', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }],
    ['an empty list', { type: 'doc', content: [{ type: 'bulletList', content: [] }] }],
    ['an empty text', inParagraph({ type: 'text', text: '' })],
    ['a mark twice', inParagraph({ type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'bold' }] })],
    ['NUL', inParagraph({ type: 'text', text: 'a\0b' })],
    ['half a character', inParagraph({ type: 'text', text: 'a\ud83d' })],
    ['a mention of nobody', inParagraph({ type: 'mention', attrs: { kind: 'employee', id: '1', label: 'A' } })],
    ['an all with an id', inParagraph({ type: 'mention', attrs: { kind: 'all', id: uuid, label: 'all' } })],
    ['a label over two lines', inParagraph({ type: 'mention', attrs: { kind: 'employee', id: uuid, label: 'A\nB' } })],
    [
      'marked code',
      { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'a', marks: [] }] }] },
    ],
  ])('%s', (_, doc) => {
    expect(accepts(doc)).toBe(false);
  });

  test('sizes: the last that fits and the first that does not', () => {
    expect(accepts(docOf('x'.repeat(richTextLimits.text)))).toBe(true);
    expect(accepts(docOf('x'.repeat(richTextLimits.text + 1)))).toBe(false);
    expect(accepts(nested(richTextLimits.depth - 1))).toBe(true);
    expect(accepts(nested(richTextLimits.depth))).toBe(false);
    const wide = (nodes: number) => ({
      type: 'doc',
      content: Array.from({ length: nodes - 1 }, () => ({ type: 'paragraph' })),
    });
    expect(accepts(wide(richTextLimits.nodes))).toBe(true);
    expect(accepts(wide(richTextLimits.nodes + 1))).toBe(false);
    const href = `https://a.example/${'x'.repeat(richTextLimits.href)}`;
    expect(accepts(linkTo(href.slice(0, richTextLimits.href)))).toBe(true);
    expect(accepts(linkTo(href.slice(0, richTextLimits.href + 1)))).toBe(false);
  });

  test('labels count: many mentions cannot carry more text than a text may', () => {
    const mention = { type: 'mention', attrs: { kind: 'employee', id: uuid, label: 'x'.repeat(richTextLimits.label) } };
    expect(accepts(inParagraph(...Array.from({ length: 50 }, () => mention)))).toBe(true);
    expect(accepts(inParagraph(...Array.from({ length: 51 }, () => mention)))).toBe(false);
  });
});

describe('hostile input', () => {
  const hostile: [string, unknown][] = [
    ['10,000 levels of quotes', JSON.parse('{"type":"blockquote","content":['.repeat(10_000) + ']}'.repeat(10_000))],
    ['50,000 levels of arrays', { type: 'doc', content: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) }],
    ['100 KB of empty arrays', { type: 'doc', content: Array.from({ length: 33_000 }, () => []) }],
    ['2,000 unknown nodes', { type: 'doc', content: Array.from({ length: 1_999 }, (_, i) => ({ type: `n${i}` })) }],
    ['30,000 marks', inParagraph({ type: 'text', text: 'a', marks: Array.from({ length: 30_000 }, () => ({})) })],
    ['9,000 keys', Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, i]))],
    ['a deep attribute', linkTo(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))],
    ['a long address', linkTo(`https://${'a.'.repeat(50_000)}`)],
    [
      'a long label',
      inParagraph({ type: 'mention', attrs: { kind: 'all', id: 'all', label: '\u202e'.repeat(50_000) } }),
    ],
  ];
  test.each(hostile)('%s: refused, for the first reason that is found', (_, doc) => {
    expect(refusals(doc)).toHaveLength(1);
  });

  test('whatever JSON comes, an answer comes back and never an exception', () => {
    const near = fc.anything({
      key: fc.constantFrom('type', 'content', 'text', 'marks', 'attrs', 'href', 'id', 'kind', 'label', '__proto__'),
      values: [fc.constantFrom('doc', 'paragraph', 'text', 'mention', 'link', 'listItem', 'bulletList', null, 1, '')],
      maxDepth: 6,
    });
    fc.assert(
      fc.property(near, (value) => {
        expect(accepts(value)).toBe(false);
        expect(sizeOf(value).nodes).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('addresses', () => {
  test.each(['https://a', 'http://a.example/x?y=1#z', 'HTTPS://A.example', 'mailto:a@b.example', 'tel:+44123'])(
    '%s is one',
    (href) => {
      expect(accepts(linkTo(href))).toBe(true);
    },
  );

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '//a.example',
    '/profile/1',
    'a.example',
    'https:a.example',
    'https:\\\\a.example',
    'https://',
    'https:///a',
    'https://a.example/\u202egpj.exe',
    'https://a.exa\u200bmple',
    'https://a.example/a b',
    ' https://a.example',
    'https://a.example\n',
    'mailto:',
    '',
  ])('%j is none', (href) => {
    expect(accepts(linkTo(href))).toBe(false);
  });

  test('whatever is put around or into a scheme, a browser reads the scheme that was checked', () => {
    const noise = fc.string({
      unit: fc.constantFrom('\t', '\n', ' ', '\0', '\u00a0', '&', '%0a', '/', '\\', ':', 'x'),
    });
    fc.assert(
      fc.property(
        noise,
        fc.constantFrom('javascript:', 'data:', 'https:', 'HTTP:', 'tel:'),
        noise,
        noise,
        (a, b, c, d) => {
          const href = `${a}${b.slice(0, 4)}${c}${b.slice(4)}${d}`;
          if (!isAddress(href) || !URL.canParse(href, 'https://base.example')) return;
          expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(href, 'https://base.example').protocol);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('readings', () => {
  const doc: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Oven 3' }] },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              {
                type: 'paragraph',
                content: [
                  { type: 'text', text: 'Ask ' },
                  { type: 'mention', attrs: { kind: 'employee', id: uuid, label: 'Amara' } },
                  { type: 'hardBreak' },
                  { type: 'mention', attrs: { kind: 'all', id: 'all', label: 'all' } },
                ],
              },
              { type: 'codeBlock', content: [{ type: 'text', text: 'a\n\tb' }] },
            ],
          },
        ],
      },
      { type: 'paragraph', content: [{ type: 'mention', attrs: { kind: 'employee', id: uuid, label: 'Amara' } }] },
    ],
  };

  test('one line of text, in reading order', () => {
    expect(plainText(doc)).toBe('Oven 3 Ask @Amara @all a b @Amara');
  });

  test('mentions once each, in reading order', () => {
    expect(mentionsOf(doc).map((mention) => mention.id)).toEqual([uuid, 'all']);
  });

  test('blank is what shows nothing', () => {
    expect(['', '  \n\t', '\u200b\ufeff', '\u2800', '\u3164'].map((text) => isBlank(docOf(text)))).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(['.', '👍', '\u200bx', '٣'].some((text) => isBlank(docOf(text)))).toBe(false);
    expect(isBlank(doc)).toBe(false);
  });

  test.each(hostile)('$name: read as far as it can be', ({ doc: any }) => {
    expect(plainText(any as RichText)).toBeTypeOf('string');
    expect(isBlank(any as RichText)).toBeTypeOf('boolean');
    for (const { id } of mentionsOf(any as RichText)) expect(id).toBeTypeOf('string');
  });

  test('a document nested without end is still read, not fallen over', () => {
    let block: Block = { type: 'paragraph', content: [{ type: 'text', text: 'deep' }] };
    for (let i = 0; i < 50_000; i++) block = { type: 'blockquote', content: [block] };
    expect(plainText({ type: 'doc', content: [block] })).toBe('deep');
  });
});
