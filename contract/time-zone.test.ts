// Which names count as time zones.
import { expect, test } from 'vitest';
import { isTimeZone, knownTimeZone } from './time-zone.ts';

test.each(['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Kolkata'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
    expect(knownTimeZone(name)).toBe(name);
  },
);

test.each(['', 'Mars/Olympus', '+01:00', 'Europe/London ', '../etc', 'x'.repeat(100)])(
  '%j is none, and UTC stands in',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
    expect(knownTimeZone(name)).toBe('UTC');
  },
);
