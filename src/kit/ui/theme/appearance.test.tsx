// The colour of the browser's bar follows the looks of the page, whoever has put them on.
import { beforeEach, expect, test, vi } from 'vitest';

const html = document.documentElement;
const bar = () => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content;

/** As the page begins: in lime, and light. */
async function begin() {
  vi.resetModules();
  localStorage.clear();
  html.dataset['accent'] = 'lime';
  html.className = 'light';
  document.head.innerHTML = '<meta name="theme-color" content="lime desk">';
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation(
    () => ({ getPropertyValue: () => `${html.dataset['accent']} desk` }) as unknown as CSSStyleDeclaration,
  );
  return import('./appearance.ts');
}
beforeEach(() => void vi.restoreAllMocks());

test('what is shown already is not reckoned again', async () => {
  const { rememberAccent } = await begin();
  rememberAccent('lime');
  expect(getComputedStyle).not.toHaveBeenCalled();
  rememberAccent('violet');
  rememberAccent('violet');
  expect(getComputedStyle).toHaveBeenCalledTimes(1);
  expect(bar()).toBe('violet desk');
});

test('another accent that somebody else has put on the page reaches the bar, and other colours of the same name do', async () => {
  const { rememberAccent } = await begin();
  html.dataset['accent'] = 'violet';
  rememberAccent('violet');
  expect(bar()).toBe('violet desk');
  rememberAccent('violet', true);
  expect(getComputedStyle).toHaveBeenCalledTimes(2);
});

test('a choice that was made since the page began is followed', async () => {
  const { followSystemAppearance, setAppearance } = await begin();
  setAppearance('dark');
  html.className = 'light';
  const end = followSystemAppearance();
  expect([...html.classList]).toEqual(['dark']);
  end();
});
