import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { nameOfAgent } from '#contract/agent.ts';
import { deviceInfo } from '#contract/notifications/device.ts';
import { deviceInfoOf } from './device-info.ts';

const info = (userAgent: string, touchPoints = 0) =>
  deviceInfoOf({
    userAgent,
    touchPoints,
    installed: false,
    push: { transport: 'none', permission: 'default' },
    debug: {},
  });
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

describe('what browsers say of themselves', () => {
  for (const [what, agent, touch, expected] of [
    [
      'Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36 Edg/142.0.1`,
      0,
      ['Windows', 'Edge', '142.0.1', false],
    ],
    [
      'Chrome on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
      5,
      ['Android', 'Chrome', '142.0.0.0', true],
    ],
    [
      'Samsung',
      `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 ${chrome} Mobile Safari/537.36`,
      5,
      ['Android', 'Samsung Internet', '28.0', true],
    ],
    [
      'Safari on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15',
      0,
      ['macOS', 'Safari', '26.1', false],
    ],
    [
      'Safari on an iPad',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15',
      5,
      ['iOS', 'Safari', '26.1', true],
    ],
    [
      'Firefox on Linux',
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      0,
      ['Linux', 'Firefox', '145.0', false],
    ],
    ['something else', 'curl', 0, ['Other', 'Other', '', false]],
  ] as const)
    test(what, () => {
      const { os, browser, browser_version, is_mobile } = info(agent, touch);
      expect([os, browser, browser_version, is_mobile]).toEqual(expected);
      expect(v.is(deviceInfo, info(agent, touch))).toBe(true);
    });
});

test('a device is called by its browser and system, as far as they are known', () => {
  const names = [
    `Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36`,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18.0 Mobile Safari/604',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'node',
    '',
  ].map(nameOfAgent);
  expect(names).toEqual([
    'Chrome on Windows',
    'Safari on iOS',
    'Firefox on Linux',
    'Unknown browser',
    'Unknown browser',
  ]);
});
