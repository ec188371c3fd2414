// Every look that is offered passes the readability check, light and dark.
import { expect, test } from 'vitest';
import { themes } from '#contract/company.ts';
import { checksOf, lookOf } from './looks.ts';

const offered = [...Object.keys(themes), 'Custom_0b6bcb', 'Custom_ffffff', 'Custom_000000', 'Custom_ffd400'];

test.each(offered)('%s', (theme) => {
  for (const appearance of ['light', 'dark'] as const)
    for (const { label, ratio, needs } of checksOf(lookOf(theme, appearance), 'it'))
      expect(ratio, `${label}, ${appearance}`).toBeGreaterThanOrEqual(needs);
});

test('a name that nobody knows looks like lime', () => {
  expect(lookOf('Custom_Gold', 'light')).toEqual(lookOf('default', 'light'));
});
