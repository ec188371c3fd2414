// @vitest-environment jsdom
// Which option Enter chooses: the one that somebody has pointed at, also when others come around it.
import { act } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { click, find, render } from '../render.fixture.tsx';
import { useActiveOption } from './use-active-option.ts';

let chosen: number[] = [];

// Nothing has a place in this document.
beforeEach(() => {
  Object.assign(Element.prototype, { scrollIntoView: () => {} });
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
});

interface ListProps {
  keys: readonly (string | undefined)[];
  question: string;
  isBehind?: boolean;
}

function List({ keys, question, isBehind }: ListProps) {
  const { active, input, listId, option } = useActiveOption(keys, question, (index) => chosen.push(index), isBehind);
  return (
    <>
      <input {...input} />
      <div id={listId} role="listbox">
        {keys.map((key, index) => (
          <div key={key ?? 'more'} {...option(index)} aria-selected={index === active}>
            {key ?? 'more'}
          </div>
        ))}
      </div>
    </>
  );
}

function show(keys: readonly (string | undefined)[], question = 'bread'): void {
  chosen = [];
  render(<List keys={keys} question={question} />);
}
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => {
    find('input').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  });
const pointed = () => [...document.querySelectorAll('[aria-selected=true]')].map(({ textContent }) => textContent);

test('as long as nobody has moved, the first option is pointed at, whatever it is', () => {
  show(['rye', 'wheat']);
  expect(pointed()).toEqual(['rye']);
  show(['spelt', 'rye', 'wheat']);
  expect(pointed()).toEqual(['spelt']);
  press('Enter');
  expect(chosen).toEqual([0]);
  show([]);
  expect(find('input').getAttribute('aria-activedescendant')).toBeNull();
});

test('what somebody has moved to stays pointed at when others come around it, and Enter chooses it', () => {
  show(['rye', 'wheat']);
  press('ArrowDown');
  expect(pointed()).toEqual(['wheat']);
  show(['spelt', 'wheat', 'rye', 'oats']);
  expect(pointed()).toEqual(['wheat']);
  show(['oats', 'rye', 'spelt', 'wheat']);
  press('Enter');
  expect(chosen).toEqual([3]);
  press('ArrowUp');
  expect(pointed()).toEqual(['spelt']);
});

test('a key of an input method chooses nothing, nor does the last one of it, as Safari says that', () => {
  show(['rye', 'wheat']);
  press('Enter', { isComposing: true });
  press('Enter', { keyCode: 229 });
  expect(chosen).toEqual([]);
});

test('the pointer counts like the keys; a click chooses', () => {
  show(['rye', 'wheat', 'oats']);
  act(() => void find('[role=option]', 'oats').dispatchEvent(new Event('pointermove', { bubbles: true })));
  show(['oats', 'rye', 'wheat']);
  expect(pointed()).toEqual(['oats']);
  click(find('[role=option]', 'wheat'));
  expect(chosen).toEqual([2]);
});

test('where what was pointed at is gone, or something else is asked, it is the first again', () => {
  show(['rye', 'wheat']);
  press('ArrowDown');
  show(['oats', 'rye']);
  expect(pointed()).toEqual(['oats']);
  show(['rye', 'wheat']);
  press('ArrowUp');
  show(['rye', 'wheat'], 'flour');
  expect(pointed()).toEqual(['rye']);
});

test('an option without a key is a place: what comes there is pointed at', () => {
  show(['rye', undefined]);
  press('ArrowDown');
  expect(pointed()).toEqual(['more']);
  show(['rye', 'wheat', 'oats', undefined]);
  expect(pointed()).toEqual(['wheat']);
});

test('Enter chooses nothing of what was asked before: it waits for the first of its own', () => {
  show(['rye', 'wheat']);
  render(<List keys={['rye', 'wheat']} question="bread" isBehind />);
  press('Enter');
  expect(chosen).toEqual([]);
  render(<List keys={['oats', 'rye']} question="oats" />);
  expect(chosen).toEqual([0]);
  render(<List keys={['oats']} question="oat" />);
  expect(chosen).toEqual([0]);
});
