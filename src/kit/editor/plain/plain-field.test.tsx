// @vitest-environment jsdom
// Keys in the field of the first moment.
import { act, createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlainHandle } from '../types.ts';
import { PlainField } from './plain-field.tsx';

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test('what belongs to an input method sends, cancels and opens nothing', () => {
  const done: string[] = [];
  const note = (what: string) => () => done.push(what) > 0;
  const start = { fixed: null, text: '', caret: null, focus: false };
  act(() =>
    root.render(
      <PlainField
        ref={createRef<PlainHandle>()}
        {...{ start, placeholder: 'Write', onInput: () => {}, onFocus: () => {}, onShortcut: () => false }}
        {...{ onSend: note('send'), onEscape: note('escape'), onEditLast: note('edit') }}
      />,
    ),
  );
  const press = (key: string, composing: KeyboardEventInit = {}) =>
    act(() => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...composing });
      document.querySelector('textarea')?.dispatchEvent(event);
    });
  for (const composing of [{ isComposing: true }, { keyCode: 229 }, {}]) {
    done.push('press');
    for (const key of ['Enter', 'Escape', 'ArrowUp']) press(key, composing);
  }
  expect(done).toEqual(['press', 'press', 'press', 'send', 'escape', 'edit']);
});
