// @vitest-environment jsdom
// What is said aloud of new messages: each of the others once, nothing of what was there, and nothing of one's own.
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { docOf } from '#contract/rich-text.ts';
import { find, render } from '#src/kit/ui/render.fixture.tsx';
import { messageOf } from '../components/rows/message.fixture.ts';
import type { Delivery, ShownMessage } from '../components/rows/rows.ts';
import { Announcer } from './announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const message = (seq: number, sender_id: string, delivery: Delivery = 'sent'): ShownMessage => ({
  message: messageOf(seq, { message_id: `m${seq}-${sender_id}`, sender_id }),
  delivery,
  error_code: null,
  pending: false,
});

/** `wait`: milliseconds until somebody listens. */
function show(shown: readonly ShownMessage[], known = true, wait = 1_500): string {
  const host = render(<Announcer shown={shown} known={known} self_id="me" nameOf={(id) => `<${id}>`} />);
  act(() => void vi.advanceTimersByTime(wait));
  return host.textContent;
}

test('what was there when the conversation was opened is not said, also if it comes late', () => {
  const old = [message(1, 'amara'), message(2, 'kwame')];
  expect(show([], false)).toBe('');
  expect(show(old)).toBe('');
  expect(show([...old, message(3, 'amara')])).toBe('<amara>: said 3');
});

test('the first message of an empty conversation is said', () => {
  expect(show([])).toBe('');
  expect(show([message(1, 'amara')])).toBe('<amara>: said 1');
});

test('several at once are counted, and one’s own are not', () => {
  show([message(1, 'me')]);
  expect(show([message(1, 'me'), message(2, 'amara'), message(3, 'me'), message(4, 'kwame')])).toBe(
    '2 new messages from <amara>, <kwame>',
  );
});

test('a message that waits here does not hide one of somebody else with the number that it would have had', () => {
  show([message(1, 'amara')]);
  show([message(1, 'amara'), message(2, 'me', 'queued')]);
  expect(show([message(1, 'amara'), message(2, 'kwame'), message(3, 'me', 'queued')])).toBe('<kwame>: said 2');
});

test('the same words again are said again', async () => {
  const ok = (seq: number) => {
    const one = message(seq, 'amara');
    return { ...one, message: { ...one.message, body: docOf('ok') } };
  };
  show([]);
  expect(show([ok(1)])).toBe('<amara>: ok');
  let changes = 0;
  const watch = new MutationObserver((list) => {
    changes += list.length;
  });
  watch.observe(find('[aria-live]'), { childList: true, characterData: true, subtree: true });
  expect(show([ok(1), ok(2)])).toBe('<amara>: ok');
  await Promise.resolve();
  watch.disconnect();
  expect(changes).toBeGreaterThan(0);
});

test('reactions and edits put nothing off', () => {
  const one = message(1, 'amara');
  show([]);
  for (let times = 0; times < 3; times++) show([{ ...one }], true, 400);
  expect(find('[aria-live]').textContent).toBe('<amara>: said 1');
});

test('where messages come all the time, what came is said every few seconds', () => {
  show([]);
  const heard = new Set<string>();
  const all: ShownMessage[] = [];
  for (let seq = 1; seq <= 20; seq++) {
    all.push(message(seq, 'amara'));
    heard.add(show([...all], true, 500));
  }
  expect([...heard]).toEqual(['', '8 new messages from <amara>']);
  // Each of them once: twice eight, and the rest when they pause.
  expect(show(all)).toBe('4 new messages from <amara>');
});
