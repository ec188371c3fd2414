import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PUSH_BYTES, type PushPayload } from '#contract/notifications/push.ts';
import { fit } from './fit.ts';

const payload = (title: string, body: string, clear: string[] = []): PushPayload => ({
  web_push: 8030,
  mutable: true,
  notification: {
    title,
    body,
    navigate: 'https://limelight.example/connect/employee/1',
    tag: 'c:1',
    lang: 'en',
    dir: 'auto',
    silent: false,
    timestamp: 0,
    data: { kind: 'direct', company_id: 'c', employee_id: 'e', path: '/connect/employee/1', clear },
  },
  app_badge: 1,
});
const read = (bytes: Buffer) => JSON.parse(bytes.toString()) as PushPayload;

test('what fits is not touched', () => {
  const short = payload('Kwame Mensah', 'Bread at four 🥖', ['c:2']);
  expect(read(fit(short, PUSH_BYTES))).toEqual(short);
});

test('the body is cut between code points, as late as possible', () => {
  const words = '🥖 bread "for" everybody\n'.repeat(400);
  const bytes = fit(payload('Kwame Mensah', words), PUSH_BYTES);
  expect(bytes.length).toBeLessThanOrEqual(PUSH_BYTES);
  // One more character is at most 4 bytes, and a blank may have been trimmed before the ellipsis.
  expect(bytes.length).toBeGreaterThan(PUSH_BYTES - 8);
  const { title, body } = read(bytes).notification;
  expect(title).toBe('Kwame Mensah');
  expect(body.endsWith('…') && words.startsWith(body.slice(0, -1))).toBe(true);
});

test('whatever is given fits, is well-formed, and loses no more than its end', () => {
  const text = fc.string({ unit: 'binary', maxLength: 3_000 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 600, max: PUSH_BYTES }), (title, body, most) => {
      const bytes = fit(payload(title, body), most);
      const { notification } = read(bytes);
      expect(bytes.length).toBeLessThanOrEqual(most);
      for (const [given, kept] of [
        [title, notification.title],
        [body, notification.body],
      ] as const) {
        expect(kept.isWellFormed()).toBe(true);
        expect(given === kept || given.startsWith(kept.slice(0, -1))).toBe(true);
      }
    }),
  );
});

test('no more tags than there is room for', () => {
  const tags = Array.from({ length: 500 }, (_, n) => `c:${String(n).padStart(36, '0')}`);
  const bytes = fit(payload('Kwame Mensah', 'Bread'.repeat(2_000), tags), PUSH_BYTES);
  expect(bytes.length).toBeLessThanOrEqual(PUSH_BYTES);
  expect(read(bytes).notification.data.clear).toEqual(tags.slice(0, 20));
});
