// @vitest-environment jsdom
// Backspace in the search of the picker.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeoplePicker } from './people-picker.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test('in an empty search it takes off who was chosen last, but not while it is held down', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const onChange = vi.fn();
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <PeoplePicker label="Colleagues" chosen={['ada', 'kwame']} onChange={onChange} />
      </QueryClientProvider>,
    ),
  );
  const press = (repeat: boolean) =>
    act(() => {
      const event = new KeyboardEvent('keydown', { key: 'Backspace', repeat, bubbles: true });
      document.querySelector('input')?.dispatchEvent(event);
    });
  press(true);
  expect(onChange).not.toHaveBeenCalled();
  press(false);
  expect(onChange.mock.calls).toEqual([[['ada']]]);
  act(() => root.unmount());
});
