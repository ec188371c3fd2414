// It is said by their clock, and by one's own where that shows something else.
import { expect, test } from 'vitest';
import { quietWords } from './quiet-words.ts';

const at = (text: string) => Date.parse(text);
const NOW = at('2026-11-22T20:40:00Z');
const of = (time_zone: string, quiet_until: string) => ({ time_zone, quiet_until });

test('in another zone both clocks are named', () => {
  expect(quietWords(of('Africa/Nairobi', '2026-11-23T05:00:00Z'), 'Kwame', NOW, 'Europe/Berlin')).toEqual({
    time: 'It is 23:40 for Kwame.',
    pause: 'Notifications are paused until 08:00 (06:00 for you).',
    send: 'Send at 08:00',
  });
});

test('in one’s own there is nothing to tell of the time', () => {
  expect(quietWords(of('Europe/Paris', '2026-11-23T07:00:00Z'), 'Kwame', NOW, 'Europe/Berlin')).toEqual({
    time: '',
    pause: 'Kwame’s notifications are paused until 08:00.',
    send: 'Send at 08:00',
  });
});

test('a weekend ends on a weekday, there; a leave on a date', () => {
  expect(quietWords(of('Pacific/Auckland', '2026-11-24T19:00:00Z'), 'Kwame', NOW, 'UTC')).toMatchObject({
    pause: 'Notifications are paused until Wednesday, 08:00 (Tuesday, 19:00 for you).',
    send: 'Send Wednesday, 08:00',
  });
  expect(quietWords(of('UTC', '2026-12-09T12:00:00Z'), 'Kwame', NOW, 'UTC')).toMatchObject({
    pause: 'Kwame’s notifications are paused until 9 Dec 2026.',
    send: 'Send 9 Dec 2026',
  });
  expect(quietWords(of('UTC', '2090-01-01T12:00:00Z'), 'Kwame', NOW, 'UTC')?.send).toBeNull();
});

test('several people by one’s own clock', () => {
  expect(quietWords(of('Africa/Nairobi', '2026-11-23T05:00:00Z'), undefined, NOW, 'Europe/Berlin')).toEqual({
    time: '',
    pause: 'Nobody else here is notified before 06:00.',
    send: 'Send at 06:00',
  });
});

test('over, or within the minute: nothing', () => {
  expect(quietWords(of('UTC', '2026-11-22T20:40:00Z'), 'Kwame', NOW, 'UTC')).toBeNull();
  expect(quietWords(of('UTC', '2026-11-22T20:41:00Z'), 'Kwame', NOW, 'UTC')).toBeNull();
  expect(quietWords(of('UTC', 'soon'), 'Kwame', NOW, 'UTC')).toBeNull();
});

test('a zone that the browser does not know is UTC', () => {
  expect(quietWords(of('Nowhere/None', '2026-11-24T20:00:00Z'), 'Kwame', NOW, 'UTC')).toMatchObject({
    pause: 'Kwame’s notifications are paused until Tuesday, 20:00.',
  });
});
