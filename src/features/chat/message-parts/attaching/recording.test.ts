// The waveform that is drawn of a recording: few bars, each as loud as the loudest of its time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachInput, attachmentLimits, clockOf, labelOf } from '#contract/chat/attachment.ts';
import { check } from '#contract/kernel/schema.ts';
import { wavesOf } from './recording.ts';

test('a bar for each moment while there are few, and never more than are drawn', () => {
  expect(wavesOf([0, 0.5, 1])).toEqual([0, 16, 31]);
  expect(wavesOf([])).toEqual([0]);
  const long = wavesOf(Array.from({ length: 6_400 }, (_, at) => (at === 5_999 ? 1 : 0.1)));
  expect(long).toHaveLength(attachmentLimits.waves);
  expect(long.indexOf(31)).toBe(59);
});

test('whatever was heard, the server takes it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2_000 }),
      fc.nat(14_400_000),
      (levels, duration) => {
        const file_id = '01900000-0000-7000-8000-000000000000';
        expect(check(attachInput, [{ file_id, duration, waveform: wavesOf(levels) }]).issues).toBeUndefined();
      },
    ),
  );
});

test('what lists say of files', () => {
  const file = (mime_type: string, name: string, duration: number | null = null) => ({
    mime_type,
    name,
    duration,
    waveform: duration === null ? null : [1],
  });
  const photo = file('image/webp', 'a.webp');
  expect(labelOf(undefined)).toBe('');
  expect(labelOf([])).toBe('');
  expect(labelOf([photo])).toBe('Photo');
  expect(labelOf([photo, photo])).toBe('2 photos');
  expect(labelOf([photo, file('application/pdf', 'b.pdf')])).toBe('2 files');
  expect(labelOf([file('image/svg+xml', 'c.svg')])).toBe('c.svg');
  expect(labelOf([file('audio/mpeg', 'song.mp3')])).toBe('song.mp3');
  expect(labelOf([file('audio/webm', 'Voice message.weba', 42_900)])).toBe('Voice message · 0:42');
  expect(labelOf([file('video/mp4', 'film.mp4')])).toBe('Video');
  expect(clockOf(4_500_000)).toBe('75:00');
});
