// @vitest-environment jsdom
import { act } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { proxy, ref } from 'valtio/vanilla';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutboxItem } from '../offline/outbox/outbox.ts';
import { app } from './app.ts';
import type { Client } from './client.ts';
import { useFollowing, useOfWaiting } from './hooks.ts';

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

const stateOf = ({ state }: { state: string }) => state;
const Line = ({ of }: { of: { state: string } }) => useFollowing(of, stateOf);

test('what comes over the line while a picture is drawn does not have all of it drawn once more, and is said right after', async () => {
  const line = proxy({ state: 'connecting' });
  const drawn: string[] = [];
  const Counted = () => {
    drawn.push('line');
    return useFollowing(line, stateOf);
  };
  const Rest = () => {
    drawn.push('rest');
    // As an event between two slices does.
    if (drawn.length === 2) line.state = 'online';
    return null;
  };
  const element = document.createElement('div');
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <>
        <Counted />
        <Rest />
      </>,
    ),
  );
  expect(drawn).toEqual(['line', 'rest', 'line']);
  expect(element.textContent).toBe('online');
  await act(async () => {
    line.state = 'offline';
  });
  expect(element.textContent).toBe('offline');
  expect(drawn.filter((one) => one === 'rest')).toHaveLength(1);
  act(() => root.unmount());
});

test('what changes while another is taken up is not missed', async () => {
  const element = document.createElement('div');
  const root = createRoot(element);
  await act(async () => root.render(<Line of={proxy({ state: 'online' })} />));
  const other = proxy({ state: 'offline' });
  await act(async () => {
    flushSync(() => root.render(<Line of={other} />));
    other.state = 'online';
  });
  expect(element.textContent).toBe('online');
  act(() => root.unmount());
});

test('what is followed now is read at once', async () => {
  const element = document.createElement('div');
  const root = createRoot(element);
  await act(async () => root.render(<Line of={proxy({ state: 'online' })} />));
  act(() => root.render(<Line of={proxy({ state: 'offline' })} />));
  expect(element.textContent).toBe('offline');
  act(() => root.unmount());
});
