import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { networkOf } from './network.ts';
import { createRateLimits } from './rate-limit.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:C000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['operator/0192f0c0-0000-7000-8000-000000000000', 'operator/0192f0c0-0000-7000-8000-000000000000'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('changing within one’s own /64 is no way around a limit; neighbours are not counted for it', async () => {
  const count = createRateLimits(1).create('test', 2, 60);
  await count('2001:db8:1:2::1');
  await count('2001:db8:1:2:ffff::2');
  await expect(count('2001:db8:1:2::3')).rejects.toBeInstanceOf(AppError);
  await count('2001:db8:1:3::1');
});
