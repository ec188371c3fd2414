// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Directory, directoryKey, useDirectory } from './directory.ts';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test('all rows of a page share one map of everybody, which is made anew when somebody changes', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const put = (revision: number) =>
    act(async () => client.setQueryData<Directory>(directoryKey, { people: {}, revision }));
  await put(1);
  const seen: ReturnType<typeof useDirectory>[] = [];
  const Row = () => {
    seen.push(useDirectory());
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const draw = () =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Row />
          <Row />
        </QueryClientProvider>,
      ),
    );
  await draw();
  await draw();
  expect(seen.length).toBeGreaterThan(2);
  expect(new Set(seen).size).toBe(1);

  await put(2);
  await act(() => expect.poll(() => new Set(seen).size).toBe(2));
  expect(seen.at(-1)).toBe(seen.at(-2));
  act(() => root.unmount());
});
