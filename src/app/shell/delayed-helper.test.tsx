// @vitest-environment jsdom
// When the helper speaks: three seconds after one began to wait, be it for the app itself.
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const at = document.createElement('div');
let root: Root;
let Helper: typeof import('./delayed-helper.tsx').DelayedHelper;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  vi.resetModules();
  ({ DelayedHelper: Helper } = await import('./delayed-helper.tsx'));
  root = createRoot(at);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draw = (waiting: boolean) => act(async () => root.render(<Helper waiting={waiting} />));
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const speaks = () => at.textContent.includes('Still loading?');

test('what was waited for before anything was drawn counts', async () => {
  await pass(2_000);
  await draw(true);
  await pass(999);
  expect(speaks()).toBe(false);
  await pass(1);
  expect(speaks()).toBe(true);
  await draw(false);
  expect(speaks()).toBe(false);
});

test('nobody waits any more: the next time begins anew', async () => {
  await pass(60_000);
  await draw(false);
  await draw(true);
  await pass(2_999);
  expect(speaks()).toBe(false);
  await pass(1);
  expect(speaks()).toBe(true);
});

test('it is late already', async () => {
  await pass(3_000);
  await draw(true);
  await pass(0);
  expect(speaks()).toBe(true);
});
