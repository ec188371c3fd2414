// @vitest-environment jsdom
// What hooks read of the world outside: whoever begins to listen is not drawn a second time for it.
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function draw(node: ReactNode): Promise<() => void> {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(node));
  return () => act(() => root.unmount());
}

test('the clock: as old as its step at most, and the same for all', async () => {
  const drawn: number[] = [];
  const Shown = () => {
    drawn.push(useNow());
    return null;
  };
  vi.advanceTimersByTime(60_000);
  const began = Date.now();
  const end = await draw(<Shown />);
  expect(drawn).toEqual([began]);
  vi.advanceTimersByTime(10_000);
  const endOther = await draw(<Shown />);
  expect(drawn).toEqual([began, began]);
  await act(async () => vi.advanceTimersByTime(20_000));
  expect(drawn.slice(2)).toEqual([began + 30_000, began + 30_000]);
  end();
  endOther();
  vi.advanceTimersByTime(5_000);
  const endLater = await draw(<Shown />);
  expect(drawn.slice(4)).toEqual([began + 30_000]);
  await act(async () => vi.advanceTimersByTime(25_000));
  expect(drawn.slice(5)).toEqual([began + 60_000]);
  endLater();
  vi.advanceTimersByTime(3_600_000);
  (await draw(<Shown />))();
  expect(drawn.slice(6)).toEqual([Date.now()]);
});

test('the width of the window: once, and again when it is another one', async () => {
  const changed = new EventTarget();
  let narrow = true;
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(query.includes('max-width: 900px') ? changed : new EventTarget(), {
      matches: narrow === query.includes('max-width: 900px'),
    }),
  );
  vi.resetModules();
  const { useMediaRange } = await import('./media-range.ts');
  const drawn: boolean[] = [];
  const Shown = () => {
    drawn.push(useMediaRange().tabletOrMobile);
    return null;
  };
  const end = await draw(<Shown />);
  const endOther = await draw(<Shown />);
  expect(drawn).toEqual([true, true]);
  narrow = false;
  await act(async () => changed.dispatchEvent(new Event('change')));
  expect(drawn.slice(2)).toEqual([false, false]);
  end();
  endOther();
  narrow = true;
  // While nobody listens, too.
  changed.dispatchEvent(new Event('change'));
  (await draw(<Shown />))();
  expect(drawn.slice(4)).toEqual([true]);
});
