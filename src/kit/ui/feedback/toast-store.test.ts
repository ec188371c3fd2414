import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endToast, pauseToast, resumeToast, showToast, TOAST_MS, toasts } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  endToast('closed');
  vi.useRealTimers();
});

test('it leaves after eight seconds, and says why', () => {
  const onEnd = vi.fn();
  showToast({ text: 'Conversation archived', onEnd });
  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(toasts.toast?.text).toBe('Conversation archived');
  vi.advanceTimersByTime(1);
  expect(toasts.toast).toBeUndefined();
  expect(onEnd.mock.calls).toEqual([['timeout']]);
});

test('the clock stands while it is looked at, and goes on with the rest', () => {
  showToast({ text: 'x' });
  vi.advanceTimersByTime(6000);
  pauseToast();
  vi.advanceTimersByTime(60_000);
  resumeToast();
  vi.advanceTimersByTime(1999);
  expect(toasts.toast).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(toasts.toast).toBeUndefined();
});

test('one at a time: the next replaces it, and an old close does nothing', () => {
  const ends: string[] = [];
  const close = showToast({ text: 'a', onEnd: (end) => ends.push(`a ${end}`) });
  showToast({ text: 'b', onEnd: (end) => ends.push(`b ${end}`) });
  close();
  expect(toasts.toast?.text).toBe('b');
  expect(ends).toEqual(['a replaced']);
});

test('the action runs once and ends it', () => {
  const run = vi.fn();
  const onEnd = vi.fn();
  showToast({ text: 'x', action: { label: 'Undo', run }, onEnd });
  endToast('action');
  endToast('action');
  vi.advanceTimersByTime(TOAST_MS);
  expect([run.mock.calls.length, onEnd.mock.calls]).toEqual([1, [['action']]]);
});

test('without an end it waits for somebody', () => {
  showToast({ text: 'x', duration: Number.POSITIVE_INFINITY });
  vi.advanceTimersByTime(1e9);
  expect(toasts.toast).toBeDefined();
});
