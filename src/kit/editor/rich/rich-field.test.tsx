// @vitest-environment jsdom
// What the editor begins with: a draft of a newer app without what only that one knows, and what was typed before it was here.
import { act, createRef, Suspense, use } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { docOf, plainText, type RichText } from '#contract/rich-text.ts';
import type { RichHandle } from '../types.ts';
import { begin, createEditor, RichField } from './rich-field.tsx';

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  // Nothing has a size in here.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      disconnect = nothing;
    },
  );
  const element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const nothing = () => {};
const told = vi.fn<(doc: RichText) => void>();
const escaped = vi.fn(() => true);
const editsLast = vi.fn(() => true);

/** The field with this draft in it, and `text` typed below; a bar in it is the caret, else it is at the end. */
async function open(fixed: RichText | null, typed: string): Promise<RichHandle> {
  const ref = createRef<RichHandle>();
  const at = typed.indexOf('|');
  const caret = at < 0 ? null : { from: at, to: at };
  const start = { fixed, text: typed.replace('|', ''), caret, focus: false };
  const editor = await createEditor(() => 'Write');
  begin(editor, start);
  const field = (
    <RichField
      ref={ref}
      {...{ editor, start, menu: null, findMentions: undefined, findCommands: undefined }}
      {...{ onMenuClose: nothing, onTools: nothing, onInput: told, onSend: nothing }}
      {...{ onEscape: escaped, onEditLast: editsLast }}
    />
  );
  // As a page does that waits for another's code.
  covered = (waits) =>
    act(async () =>
      root.render(
        <Suspense>
          {field}
          {waits ? <Never /> : null}
        </Suspense>,
      ),
    );
  await covered(false);
  if (!ref.current) throw new Error('No field');
  return ref.current;
}

const never = new Promise<never>(() => {});
const Never = () => use(never);
let covered: (waits: boolean) => Promise<void>;

const newer = {
  type: 'doc',
  content: [
    { type: 'callout', content: [{ type: 'text', text: 'one' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'two', marks: [{ type: 'underline' }, { type: 'bold' }] }] },
  ],
} as unknown as RichText;
const known = [
  { type: 'paragraph', content: [{ type: 'text', text: 'one' }] },
  { type: 'paragraph', content: [{ type: 'text', text: 'two', marks: [{ type: 'bold' }] }] },
];

test('a node and a mark that only a newer app knows, in a draft', async () => {
  const field = await open(newer, 'three');
  expect(field.read().content).toEqual([...known, ...docOf('three').content]);
});

test('and in one that takes its place', async () => {
  const field = await open(null, 'before');
  expect(plainText(field.read())).toBe('before');
  act(() => field.replace(newer));
  expect(field.read().content).toEqual(known);
});

test('what was typed since is there when the page that covered it has gone', async () => {
  const field = await open(null, 'before');
  act(() => field.insert(' and after'));
  await covered(true);
  await covered(false);
  expect(plainText(field.read())).toBe('before and after');
});

/** Words and addresses of all links. */
const links = (doc: RichText) =>
  doc.content.flatMap((block) =>
    block.type === 'paragraph'
      ? (block.content ?? []).flatMap((piece) => {
          const link = piece.type === 'text' ? piece.marks?.find(({ type }) => type === 'link') : undefined;
          return piece.type === 'text' && link?.type === 'link' ? [[piece.text, link.attrs.href]] : [];
        })
      : [],
  );
const home = ['https://example.com', 'https://example.com/'];

test.each([
  ['see https://example.com now', [home]],
  [
    'see (https://example.com), and www.example.org/a.\nright',
    [home, ['www.example.org/a', 'https://www.example.org/a']],
  ],
  ['https://example.com\n\nsee https://example.com for it|', [home, home]],
  // Whoever is still at it goes on; what ends the text is a link once something follows, or when it is sent.
  ['https://example.co', []],
  ['see https://example.com', []],
  ['see https://example.co|\nthe second line', []],
  ['see https://exam|ple.com now', []],
  ['see |https://example.com now', [home]],
  ['version 2.7.2, ahttps://example.com, https:// and so on', []],
])('an address that was typed before it was here: %j', async (text, expected) => {
  told.mockClear();
  const field = await open(null, text);
  expect(links(field.read())).toEqual(expected);
  expect(plainText(field.read())).toBe(text.replace('|', '').replace(/\n+/g, ' '));
  // It is nothing that somebody has typed now.
  expect(told).not.toHaveBeenCalled();
});

test('only in what was typed: what stands above stays as it was', async () => {
  const bold = [{ type: 'text', text: 'see https://example.com now', marks: [{ type: 'bold' }] }];
  const fixed = { type: 'doc', content: [{ type: 'paragraph', content: bold }] } as RichText;
  const field = await open(fixed, 'and https://example.com too');
  expect(links(field.read())).toEqual([home]);
  expect(field.read().content[0]).toEqual(fixed.content[0]);
});

test('what belongs to an input method cancels and opens nothing', async () => {
  await open(null, '');
  const field = document.querySelector('.ll-composer-rich');
  const press = (key: string, composing: KeyboardEventInit = {}) =>
    act(() => {
      field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...composing }));
    });
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    press('Escape', composing);
    press('ArrowUp', composing);
  }
  expect([escaped.mock.calls, editsLast.mock.calls]).toEqual([[], []]);
  press('Escape');
  press('ArrowUp');
  expect([escaped.mock.calls, editsLast.mock.calls]).toEqual([[[]], [[]]]);
});
