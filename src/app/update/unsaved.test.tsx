import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '#src/kit/ui/render.fixture.tsx';
import { isAtWork, isUnsaved, watchFields } from './unsaved.ts';

beforeEach(() => {
  vi.useFakeTimers();
  watchFields();
  return () => vi.useRealTimers();
});

/** As a browser does: it says so first. */
function write(selector: string, value: string): void {
  const field = document.querySelector<HTMLElement>(selector);
  if (!field) throw new Error(selector);
  field.dispatchEvent(new Event('beforeinput', { bubbles: true }));
  if (field instanceof HTMLInputElement) field.value = value;
  else field.textContent = value;
}

test('a field is unsaved until it is sent, says what it said, or is gone', () => {
  render(
    <form>
      <input name="name" defaultValue="Ada" />
      <input name="town" defaultValue="" />
    </form>,
  );
  expect(isUnsaved()).toBe(false);
  write('[name=name]', 'Ada L.');
  expect(isUnsaved()).toBe(true);
  write('[name=name]', 'Ada');
  expect(isUnsaved()).toBe(false);
  write('[name=town]', 'Leeds');
  expect(isUnsaved()).toBe(true);
  document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
  expect(isUnsaved()).toBe(false);
  write('[name=town]', 'York');
  expect(isUnsaved()).toBe(true);
  render(null);
  expect(isUnsaved()).toBe(false);
});

test('a new message is stored as it is typed, and a search has nothing to lose; an edited message has', () => {
  render(
    <>
      <input type="search" />
      <div className="ll-composer" data-mode="new">
        <p id="new" />
      </div>
      <div className="ll-composer" data-mode="edit">
        <p id="edit" />
      </div>
    </>,
  );
  write('[type=search]', 'ovens');
  write('#new', 'Hello');
  expect(isUnsaved()).toBe(false);
  write('#edit', 'Hello there');
  expect(isUnsaved()).toBe(true);
});

test('who has just typed, or has a dialog open, is at work', () => {
  render(<input type="search" />);
  vi.advanceTimersByTime(30_000);
  expect(isAtWork()).toBe(false);
  write('[type=search]', 'ovens');
  expect(isAtWork()).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(isAtWork()).toBe(false);
  render(<dialog open />);
  expect(isAtWork()).toBe(true);
});
