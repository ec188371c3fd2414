// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { proxy, ref } from 'valtio/vanilla';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutboxItem } from '../offline/outbox/outbox.ts';
import { app } from './app.ts';
import type { Client } from './client.ts';
import { useOfWaiting } from './hooks.ts';

const hold = (client: Client | null) => Object.assign(app.state, { client });

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  hold(null);
  vi.unstubAllGlobals();
});

test('what is read of what waits is drawn anew when it says something else, not with each step of each write', async () => {
  const state = proxy<{ items: OutboxItem[] }>({ items: [] });
  hold(ref({ outbox: { state } } as unknown as Client));
  const refused = (items: readonly OutboxItem[]) => items.filter((item) => item.state === 'failed').length;
  const drawn: number[] = [];
  const Shown = () => {
    drawn.push(useOfWaiting(refused));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Shown />));
  const step = (...states: OutboxItem['state'][]) =>
    act(async () => {
      state.items = states.map((one) => ({ state: one }) as OutboxItem);
    });
  expect(drawn).toEqual([0]);
  await step('queued');
  await step('acked');
  await step();
  expect(drawn).toEqual([0]);
  await step('queued', 'failed');
  expect(drawn).toEqual([0, 1]);
  act(() => root.unmount());
});
