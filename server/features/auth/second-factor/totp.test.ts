import { expect, test } from 'vitest';
import { base32, codeAt, newTotpSecret, stepOf, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238, appendix B: at %i seconds it is %s', (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30), 8)).toBe(code);
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
});

test('RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  expect(codes.map((_, step) => codeAt(secret, step))).toEqual(codes);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: base32 of "%s" is "%s"', (text, coded) => expect(base32(Buffer.from(text))).toBe(coded));

test('a code is taken a step early and a step late, and no further', () => {
  const code = codeAt(secret, 1000);
  const taken = [998, 999, 1000, 1001, 1002].map((step) => stepOf(secret, code, step * 30 + 29.9));
  expect(taken).toEqual([undefined, 1000, 1000, 1000, undefined]);
  for (const odd of ['', '12345', '1234567', '٤٤٤٤٤٤', 'abcdef']) expect(stepOf(secret, odd, 30_000)).toBeUndefined();
});

test('secrets are new each time, and the address says whose they are', () => {
  expect(newTotpSecret()).toHaveLength(20);
  expect(newTotpSecret()).not.toEqual(newTotpSecret());
  expect(totpUri(secret, 'Limelight: A & B', 'ü@x.example')).toBe(
    'otpauth://totp/Limelight%20%20A%20%26%20B:%C3%BC%40x.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Limelight%20%20A%20%26%20B&algorithm=SHA1&digits=6&period=30',
  );
});
