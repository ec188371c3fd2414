import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, render } from '#src/kit/ui/render.fixture.tsx';
import { keepPage, unsavedForms } from '#src/offline/device/busy.ts';
import { ErrorScreen } from './error-screen.tsx';
import { UpdateScreen } from './update-screen.tsx';
import { VersionNotice } from './version-notice.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let part = 0;
const chunkError = () => Object.assign(new Error(`Could not fetch ${(part += 1)}`), { name: 'ChunkLoadError' });
// React may put off what a change brings about to the next turn: `wait(0)`.
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const text = () => document.body.textContent;
const labels = () => [...document.querySelectorAll('button')].map((button) => button.textContent);

test('the full-page error has the texts of the specification', () => {
  render(<ErrorScreen reportId="7F3A" />);
  expect(find('h1').textContent).toBe('Oops.. Something went wrong');
  expect(text()).toContain('Please refresh the page, or report an issue to our support team.');
  expect(labels()).toEqual(['Try again', 'Raise a ticket']);
  click(find('button', 'Raise a ticket'));
  expect(text()).toContain('7F3A');
});

test('a message can be supplied', () => {
  render(<ErrorScreen message="No room" />);
  expect(find('h1').textContent).toBe('No room');
});

test('the update screen shows the error and counts down', () => {
  render(<UpdateScreen error={chunkError()} reset={() => undefined} />);
  expect(find('h1').textContent).toBe('Update in Progress');
  expect(text()).toContain('ChunkLoadErrorCould not fetch');
  expect(text()).toContain('Auto reload in 5 seconds');
  wait(2000);
  expect(text()).toContain('Auto reload in 3 seconds');
});

test('the countdown stands while a button has focus', () => {
  render(<UpdateScreen error={chunkError()} reset={() => undefined} />);
  wait(1000);
  act(() => find('button', 'Manual Retry').focus());
  wait(0);
  wait(60_000);
  expect(text()).toContain('Auto reload in 4 seconds');
  act(() => find('button', 'Manual Retry').blur());
  wait(1000);
  expect(text()).toContain('Auto reload in 3 seconds');
});

test('the countdown stands while something is on its way that a reload would break off', async () => {
  render(<UpdateScreen error={chunkError()} reset={() => undefined} />);
  wait(1000);
  let done: () => void = () => undefined;
  await act(async () => {
    done = keepPage();
  });
  wait(0);
  wait(60_000);
  expect(text()).toContain('Auto reload in 4 seconds');
  await act(async () => done());
  wait(1000);
  expect(text()).toContain('Auto reload in 3 seconds');
  // A message that is being edited elsewhere: only this page has it.
  const begun = {};
  unsavedForms.add(begun);
  wait(60_000);
  expect(text()).toContain('Auto reload in 3 seconds');
  unsavedForms.delete(begun);
  wait(1000);
  expect(text()).toContain('Auto reload in 2 seconds');
  // And there is a way on: the browser asks before it goes.
  unsavedForms.add(begun);
  click(find('button', 'Manual Retry'));
  expect(text()).toContain('Reloading…');
  unsavedForms.delete(begun);
});

test('Try Again waits 1 s, 2 s and 5 s, hides meanwhile, and is gone after three; Manual Retry starts anew', () => {
  const error = chunkError();
  const reset = vi.fn();
  const again = () => render(<UpdateScreen key={reset.mock.calls.length} error={error} reset={reset} />);
  for (const [done, delay] of [1000, 2000, 5000].entries()) {
    again();
    click(find('button', 'Try Again'));
    expect(labels()).toEqual(['Manual Retry']);
    wait(delay - 1);
    expect(reset).toHaveBeenCalledTimes(done);
    wait(1);
    expect(reset).toHaveBeenCalledTimes(done + 1);
  }
  again();
  expect(labels()).toEqual(['Manual Retry']);
  click(find('button', 'Manual Retry'));
  expect(reset).toHaveBeenCalledTimes(4);
  again();
  expect(labels()).toEqual(['Try Again', 'Manual Retry']);
});

test('the forced-logout notice', () => {
  // The test's DOM has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  const calls: string[] = [];
  render(<VersionNotice onSignIn={() => calls.push('sign in')} onDismiss={() => calls.push('dismiss')} />);
  expect(text()).toContain('Notification systems updated! Redirecting to login for changes to take affect..');
  click(find('button', 'Not now'));
  click(find('button', 'Sign in again'));
  expect(calls).toEqual(['dismiss', 'sign in']);
});
