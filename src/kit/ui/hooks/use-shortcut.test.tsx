// @vitest-environment jsdom
// One listener for all shortcuts: each hears its own key for as long as it stands.
import { expect, test } from 'vitest';
import { render } from '../render.fixture.tsx';
import { useShortcut } from './use-shortcut.ts';

function Keys({ name, note }: { name: string; note: (name: string) => void }) {
  useShortcut('k', () => note(`${name} k`), { mod: true });
  useShortcut('j', () => note(`${name} j`), { mod: true });
  return null;
}
const press = (key: string) => dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true }));

test('what stands hears its key; what is gone hears nothing; a key without a name is nobody’s', () => {
  const heard: string[] = [];
  const note = (name: string) => void heard.push(name);
  render(<Keys name="one" note={note} />);
  press('k');
  press('x');
  // As a browser does it that fills a form in.
  dispatchEvent(new Event('keydown'));
  expect(heard).toEqual(['one k']);
  render(<Keys name="two" note={note} />);
  press('j');
  expect(heard).toEqual(['one k', 'two j']);
  render(null);
  press('j');
  press('k');
  expect(heard).toEqual(['one k', 'two j']);
});
