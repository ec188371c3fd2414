// @vitest-environment jsdom
// Reading a setting asks nobody: many messages do so at once.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configKey, useCompanySetting } from './settings.ts';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

const config = (link_previews: boolean) => ({ settings: { link_previews } });

test('what the app has read is read by all, told when it changes, and never asked for again', async () => {
  const client = new QueryClient();
  let asked = 0;
  const read = async () => {
    asked++;
    return config(true);
  };
  const App = ({ readers }: { readers: number }) => {
    useQuery({ queryKey: configKey, queryFn: read, staleTime: 60_000 });
    return Array.from({ length: readers }, (_, at) => <Reader key={at} />);
  };
  const Reader = () => <i>{String(useCompanySetting('link_previews'))}</i>;
  const host = document.createElement('div');
  const root = createRoot(host);
  const draw = (readers: number) =>
    act(async () => {
      root.render(
        <QueryClientProvider client={client}>
          <App readers={readers} />
        </QueryClientProvider>,
      );
    });
  const expectAll = (text: string) => act(() => expect.poll(() => host.textContent).toBe(text));
  await draw(0);
  await expect.poll(() => client.getQueryData(configKey)).toEqual(config(true));
  for (const readers of [1, 2]) {
    await draw(readers);
    await expectAll('true'.repeat(readers));
  }
  client.setQueryData(configKey, config(false));
  await expectAll('falsefalse');
  expect(asked).toBe(1);
  await act(async () => root.unmount());
});
