// @vitest-environment jsdom
// What is said aloud of new messages: each of the others once, nothing of what was there, and nothing of one's own.
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#src/kit/ui/render.fixture.tsx';
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

function show(shown: readonly ShownMessage[], known = true): string {
  const host = render(<Announcer shown={shown} known={known} self_id="me" nameOf={(id) => `<${id}>`} />);
  act(() => void vi.advanceTimersByTime(1_500));
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
