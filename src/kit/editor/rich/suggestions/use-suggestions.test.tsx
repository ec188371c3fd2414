// @vitest-environment jsdom
// What Enter takes from a list that is still that of the key before.
import { Editor } from '@tiptap/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExtensions } from '../extensions.ts';
import { createTyping, type Match } from './typing.ts';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

const typing = createTyping('test', /@(\w*)$/, []);

let root: Root;
let editor: Editor;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  editor = new Editor({ element: place, extensions: createExtensions() });
  editor.registerPlugin(typing.plugin());
  editor.view.dom.tabIndex = 0;
  editor.view.dom.focus();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  editor.destroy();
  vi.unstubAllGlobals();
});

/** Somebody who looks names up, and says them when told to. */
async function open() {
  const asked: { query: string; say: (names: readonly string[]) => Promise<void> }[] = [];
  const put = vi.fn<(match: Match, name: string) => void>();
  let list: Suggestions<string> | undefined;
  const find = (query: string) =>
    new Promise<readonly string[]>((done) => {
      asked.push({ query, say: (names) => act(async () => done(names)) });
    });
  function List() {
    list = useSuggestions({ editor, typing, find, put });
    return null;
  }
  await act(async () => root.render(<List />));
  const type = (text: string) => act(async () => void editor.commands.insertContent(text));
  const press = (key: string) => act(async () => list?.takesKey(new KeyboardEvent('keydown', { key })));
  return { asked, put, type, press, list: () => list };
}

test('Enter takes the first of what fits all that is typed, not of what fitted the key before', async () => {
  const { asked, put, type, press, list } = await open();
  await type('@A');
  await asked.at(-1)?.say(['all', 'Ada']);
  expect(list()?.items).toEqual(['all', 'Ada']);
  await type('d');
  expect(list()?.items).toEqual(['all', 'Ada']);
  await press('Enter');
  expect(put).not.toHaveBeenCalled();
  for (const { query, say } of asked) if (query === 'Ad') await say(['Ada']);
  expect(put.mock.calls).toEqual([[expect.objectContaining({ query: 'Ad' }), 'Ada']]);
});

test('Enter takes at once what is pointed at, and what fits', async () => {
  const { asked, put, type, press } = await open();
  await type('@A');
  await asked.at(-1)?.say(['all', 'Ada']);
  await press('Enter');
  await type('d');
  await press('ArrowDown');
  await press('Enter');
  expect(put.mock.calls.map(([, name]) => name)).toEqual(['all', 'Ada']);
});

describe('an Enter that waits for its list', () => {
  /** `@Ad`, with the list of `@A`, and Enter. */
  async function wait() {
    const opened = await open();
    const keys = vi.fn<(key: string) => void>();
    editor.view.dom.addEventListener(
      'keydown',
      (event) => {
        keys(event.key);
        event.stopImmediatePropagation();
      },
      true,
    );
    await opened.type('@A');
    await opened.asked.at(-1)?.say(['all', 'Ada']);
    await opened.type('d');
    await opened.press('Enter');
    const answer = async (names: readonly string[]) => {
      for (const { query, say } of opened.asked) if (query === 'Ad') await say(names);
    };
    return { ...opened, keys, answer };
  }

  test('has the next one wait, which sends what has been put in', async () => {
    const { put, press, type, keys, answer } = await wait();
    await type(' hi');
    await press('Enter');
    expect([put.mock.calls.length, keys.mock.calls]).toEqual([0, []]);
    await answer(['Ada']);
    expect([put.mock.calls.length, keys.mock.calls]).toEqual([1, [['Enter']]]);
  });

  test('was for the text where nothing fits', async () => {
    const { put, press, keys, answer, list } = await wait();
    await press('Enter');
    await answer([]);
    expect([put.mock.calls.length, keys.mock.calls, list()?.open]).toEqual([0, [['Enter'], ['Enter']], false]);
  });

  test('takes nothing where that text is gone meanwhile', async () => {
    const { put, keys, answer } = await wait();
    await act(async () => void editor.commands.clearContent());
    await answer(['Ada']);
    expect([put.mock.calls.length, keys.mock.calls]).toEqual([0, []]);
  });
});
