// @vitest-environment jsdom
// A draft that a newer app wrote opens here without what only that one knows: neither its words nor the composer are lost.
import { act, createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { docOf, plainText, type RichText } from '#contract/rich-text.ts';
import type { RichHandle } from '../types.ts';
import { RichField } from './rich-field.tsx';

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const nothing = () => {};

/** The field with this draft in it, and `text` typed below. */
async function open(fixed: RichText | null, text: string): Promise<RichHandle> {
  const ref = createRef<RichHandle>();
  const start = { fixed, text, caret: null, focus: false };
  await act(async () =>
    root.render(
      <RichField
        ref={ref}
        {...{ start, placeholder: 'Write', menu: null, findMentions: undefined, findCommands: undefined }}
        {...{ onMenuClose: nothing, onTools: nothing, onFocus: nothing, onInput: nothing, onSend: nothing }}
        {...{ onEscape: () => false, onEditLast: () => false }}
      />,
    ),
  );
  if (!ref.current) throw new Error('No field');
  return ref.current;
}

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
