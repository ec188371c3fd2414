import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { findInput, render, type } from '#src/kit/ui/render.fixture.tsx';
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

test('a field outside of a form is unsaved until it says what it said, or is gone', () => {
  render(<input name="name" defaultValue="Ada" />);
  expect(isUnsaved()).toBe(false);
  write('[name=name]', 'Ada L.');
  expect(isUnsaved()).toBe(true);
  write('[name=name]', 'Ada');
  expect(isUnsaved()).toBe(false);
  write('[name=name]', 'Grace');
  expect(isUnsaved()).toBe(true);
  render(null);
  expect(isUnsaved()).toBe(false);
});

test('a form is unsaved until it has been stored: sent is not enough', async () => {
  let answer: (error?: Error) => void = () => undefined;
  const send = () =>
    new Promise<void>((done, fail) => {
      answer = (error) => (error ? fail(error) : done());
    });
  let empty: () => void = () => undefined;
  function Town() {
    const form = useForm({ town: '' }, {}, send);
    const { error: _, ...field } = form.field('town');
    empty = () => form.set('town', '');
    return (
      <form onSubmit={form.submit}>
        <input {...field} />
      </form>
    );
  }
  render(<Town />);
  const submit = () => act(() => findInput().form?.requestSubmit());
  expect(isUnsaved()).toBe(false);
  type(findInput(), 'Leeds');
  expect(isUnsaved()).toBe(true);
  submit();
  await act(async () => answer(new Error('refused')));
  expect(isUnsaved()).toBe(true);
  submit();
  expect(isUnsaved()).toBe(true);
  await act(async () => answer());
  expect(isUnsaved()).toBe(false);
  await act(async () => empty());
  expect(isUnsaved()).toBe(false);
  type(findInput(), 'York');
  expect(isUnsaved()).toBe(true);
  render(null);
  expect(isUnsaved()).toBe(false);
});

test('a form that found out while sending that it cannot be sent has stored nothing', async () => {
  let finds = false;
  function Town() {
    const form = useForm({ town: '' }, {}, async () => finds);
    const { error: _, ...field } = form.field('town');
    return (
      <form onSubmit={form.submit}>
        <input {...field} />
      </form>
    );
  }
  render(<Town />);
  const submit = () => act(async () => findInput().form?.requestSubmit());
  type(findInput(), 'Leeds');
  await submit();
  expect(isUnsaved()).toBe(true);
  finds = true;
  await submit();
  expect(isUnsaved()).toBe(false);
});

test('a form of another kind says so itself', () => {
  function Switch({ on }: { on: boolean }) {
    useUnsaved(on);
    return null;
  }
  render(<Switch on={false} />);
  expect(isUnsaved()).toBe(false);
  render(<Switch on />);
  expect(isUnsaved()).toBe(true);
  render(<Switch on={false} />);
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
        <p id="edit" contentEditable suppressContentEditableWarning>
          Hello
        </p>
      </div>
    </>,
  );
  write('[type=search]', 'ovens');
  write('#new', 'Hello');
  expect(isUnsaved()).toBe(false);
  write('#edit', 'Hello there');
  expect(isUnsaved()).toBe(true);
  write('#edit', 'Hello');
  expect(isUnsaved()).toBe(false);
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
