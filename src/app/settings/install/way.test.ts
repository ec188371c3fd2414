// Browsers as they call themselves.
import { expect, test } from 'vitest';
import { type Seen, wayOf } from './way.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WEBKIT = `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`;
const CHROME = `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36`;
const page: Seen = { userAgent: CHROME, maxTouchPoints: 0, standalone: false, offered: false, offers: false };

test.each<[string, Partial<Seen>, string]>([
  ['Safari on an iPhone', { userAgent: `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, maxTouchPoints: 5 }, 'ios'],
  ['Safari on an iPad, which says Mac', { userAgent: WEBKIT, maxTouchPoints: 5 }, 'ios'],
  ['Safari on a Mac', { userAgent: WEBKIT }, 'mac'],
  ['Chrome on an iPhone', { userAgent: `${IPHONE} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1` }, 'ios-other'],
  ['Firefox on an iPhone', { userAgent: `${IPHONE} FxiOS/150.0 Mobile/15E148 Safari/605.1.15` }, 'ios-other'],
  ['Edge on an iPhone', { userAgent: `${IPHONE} Version/18.0 EdgiOS/150.0 Mobile/15E148 Safari/604.1` }, 'ios-other'],
  ['a page inside another app on an iPhone', { userAgent: `${IPHONE} Mobile/15E148` }, 'ios-other'],
  ['the app on an iPhone', { userAgent: `${IPHONE} Mobile/15E148`, standalone: true }, 'installed'],
  ['Chrome that has offered it', { offers: true, offered: true }, 'offered'],
  ['Chrome that has not', { offers: true }, 'menu'],
  ['Chrome as the app', { offers: true, standalone: true }, 'installed'],
  [
    'Firefox on Android',
    { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', maxTouchPoints: 5 },
    'android-menu',
  ],
  ['Firefox on a Mac', { userAgent: `${MAC.replace(')', '; rv:150.0)')} Gecko/20100101 Firefox/150.0` }, 'none'],
  ['Firefox on Linux', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' }, 'none'],
])('%s', (_name, given, way) => {
  expect(wayOf({ ...page, ...given })).toBe(way);
});
