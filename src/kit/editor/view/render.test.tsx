// @vitest-environment jsdom
// The renderer against documents that people write and documents that attackers make.
import fc from 'fast-check';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { docOf, type Mark, type RichText } from '#contract/rich-text.ts';
import { isEmojiOnly, RichTextView, type RichTextViewProps } from './render.tsx';

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  flushSync(() => root.unmount());
  host.remove();
});

/** Draws anything, whatever its type says. */
function draw(doc: unknown, props: Partial<RichTextViewProps> = {}): HTMLElement {
  flushSync(() => root.render(<RichTextView {...props} doc={doc as RichText} />));
  return host;
}
const one = (...content: unknown[]) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content }],
});
const linked = (href: unknown, text = 'here') => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
});
const uuid = '018f0000-0000-7000-8000-00000000000a';
const mention = (attrs: object) => ({ type: 'mention', attrs });

describe('what people write', () => {
  test('every block and mark', () => {
    const marks: Mark[] = [{ type: 'bold' }, { type: 'italic' }, { type: 'textStyle', attrs: { color: 'red' } }];
    draw({
      type: 'doc',
      content: [
        {
          type: 'heading',
          attrs: { level: 1 },
          content: [{ type: 'text', text: 'Oven 3' }],
        },
        { type: 'paragraph', content: [{ type: 'text', text: 'hot', marks }] },
        {
          type: 'orderedList',
          attrs: { start: 9 },
          content: [
            {
              type: 'listItem',
              content: [
                {
                  type: 'paragraph',
                  content: [{ type: 'text', text: 'nine' }],
                },
              ],
            },
          ],
        },
        { type: 'blockquote', content: [{ type: 'paragraph' }] },
        { type: 'codeBlock', content: [{ type: 'text', text: 'a\n  b' }] },
      ],
    });
    expect(host.querySelector('h2[data-level="1"]')?.textContent).toBe('Oven 3');
    expect(host.querySelector('[data-color="red"]')?.outerHTML).toBe(
      '<span data-color="red"><em><strong>hot</strong></em></span>',
    );
    expect(host.querySelector('ol')?.start).toBe(9);
    expect(host.querySelector('blockquote p br')).not.toBeNull();
    expect(host.querySelector('pre code')?.textContent).toBe('a\n  b');
  });

  test('links open elsewhere and carry nothing back; a link over two pieces is one link', () => {
    const href = 'https://a.example/log';
    const bold = {
      type: 'text',
      text: 'log',
      marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }],
    };
    draw(one(linked(href, 'maintenance '), bold, linked('mailto:a@b.example', 'mail')));
    const [first, second, more] = host.querySelectorAll('a');
    expect(first?.textContent).toBe('maintenance log');
    expect([first?.href, first?.target, first?.rel]).toEqual([href, '_blank', 'noopener noreferrer nofollow']);
    expect([second?.href, second?.target]).toEqual(['mailto:a@b.example', '']);
    expect(more).toBeUndefined();
  });

  test('mentions lead to the profile or the space; a plain click is the app’s, others the browser’s', () => {
    const went: string[] = [];
    const doc = one(
      mention({ kind: 'employee', id: uuid, label: 'Amara' }),
      mention({ kind: 'space', id: uuid, label: 'Mill Lane' }),
      mention({ kind: 'all', id: 'all', label: 'all' }),
    );
    draw(doc, { selfId: uuid, onNavigate: (path) => went.push(path) });
    const [person, space, more] = host.querySelectorAll('a');
    expect([person?.textContent, person?.getAttribute('href')]).toEqual(['@Amara', `/profile/${uuid}`]);
    expect(space?.getAttribute('href')).toBe(`/connect/space/${uuid}`);
    expect(more).toBeUndefined();
    expect(host.querySelectorAll('[data-me]')).toHaveLength(3);
    const press = (init: MouseEventInit) =>
      person?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    expect(press({})).toBe(false);
    expect(went).toEqual([`/profile/${uuid}`]);
    document.body.addEventListener('click', (event) => event.preventDefault(), {
      once: true,
    });
    press({ ctrlKey: true });
    expect(went).toHaveLength(1);
  });

  test.each([
    ['👍', true],
    ['👍🏽 ❤️', true],
    ['👨‍👩‍👧‍👦🇬🇧🏴󠁧󠁢󠁷󠁬󠁳󠁿', true],
    ['👍👍👍👍', false],
    ['👍 ok', false],
    ['123', false],
    ['', false],
    ['\u200d', false],
  ])('%s alone is drawn large: %s', (text, large) => {
    expect(isEmojiOnly(docOf(text))).toBe(large);
    expect(draw(docOf(text)).querySelector('[data-emoji]') !== null).toBe(large);
  });
});

describe('what attackers make', () => {
  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https:\\\\a.example',
    '//a.example',
    '',
    null,
    { toString: () => 'javascript:alert(1)' },
  ])('%j becomes text, not a link', (href) => {
    expect(draw(one(linked(href))).querySelector('a')).toBeNull();
    expect(host.textContent).toBe('here');
  });

  test('markup is text', () => {
    draw(
      one({
        type: 'text',
        text: '<img src=x onerror="alert(1)"><script>alert(1)</script>',
      }),
    );
    expect(host.querySelector('img, script')).toBeNull();
    expect(host.textContent).toContain('<script>');
  });

  test('attributes go nowhere', () => {
    draw({
      type: 'doc',
      attrs: { dangerouslySetInnerHTML: { __html: '<b>x</b>' } },
      content: [
        {
          type: 'paragraph',
          attrs: { style: 'position:fixed', onclick: 'alert(1)', class: 'x' },
        },
        {
          type: 'orderedList',
          attrs: { start: 'x" onclick="alert(1)' },
          content: [],
        },
        { type: 'heading', attrs: { level: 'script' }, content: [] },
        { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] },
        { type: 'iframe', attrs: { src: 'https://a.example' } },
      ],
    });
    expect(host.querySelector('[style],[onclick],[class="x"],script,iframe,b')).toBeNull();
    const wrong = [
      { type: 'textStyle', attrs: { color: 'red;background:url(x)' } },
      { type: 'underline' },
      null,
      'bold',
    ];
    draw(one({ type: 'text', text: 'plain', marks: wrong }));
    expect(host.querySelector('p')?.innerHTML).toBe('plain');
  });

  test('a mention cannot lead elsewhere', () => {
    draw(
      one(
        mention({
          kind: 'employee',
          id: '../../api/auth/logout?x=',
          label: '<b>Amara</b>',
        }),
      ),
    );
    expect(host.querySelector('a')?.getAttribute('href')).toBe('/profile/..%2F..%2Fapi%2Fauth%2Flogout%3Fx%3D');
    expect(host.querySelector('b')).toBeNull();
    expect(draw(one(mention({ kind: 'employee', id: {}, label: [] }), mention({}))).textContent).toBe('');
  });

  test('nesting and size are bounded', () => {
    let deep: unknown = {
      type: 'paragraph',
      content: [{ type: 'text', text: 'deep' }],
    };
    for (let i = 0; i < 10_000; i++) deep = { type: 'blockquote', content: [deep] };
    draw({ type: 'doc', content: [deep] });
    expect(host.querySelectorAll('blockquote').length).toBeLessThan(12);
    draw({
      type: 'doc',
      content: Array.from({ length: 20_000 }, () => ({ type: 'paragraph' })),
    });
    expect(host.querySelectorAll('p').length).toBeLessThanOrEqual(2000);
  });

  test('nothing that JSON can be throws or brings an element that is not ours', () => {
    const keys = ['type', 'content', 'text', 'marks', 'attrs', 'href', 'id', 'kind', 'label', 'level', 'key', 'ref'];
    const types = ['doc', 'paragraph', 'heading', 'text', 'mention', 'link', 'listItem', 'bulletList', 'script', 'a'];
    const node = fc.anything({
      key: fc.constantFrom(...keys),
      values: [fc.constantFrom<unknown>(...types, 'javascript:alert(1)', '<b>', null, 1, true)],
      maxDepth: 5,
      maxKeys: 6,
    });
    const allowed = new Set([
      'DIV',
      'P',
      'H2',
      'UL',
      'OL',
      'LI',
      'BLOCKQUOTE',
      'PRE',
      'CODE',
      'STRONG',
      'EM',
      'SPAN',
      'A',
      'BR',
    ]);
    fc.assert(
      fc.property(fc.array(node), (content) => {
        draw({ type: 'doc', content });
        for (const element of host.querySelectorAll('*')) expect(allowed).toContain(element.tagName);
        for (const link of host.querySelectorAll('a')) expect(link.protocol).not.toBe('javascript:');
      }),
      { numRuns: 300 },
    );
    for (const doc of [null, undefined, 1, 'x', [], {}]) expect(draw(doc).textContent).toBe('');
  });
});
