import { expect, test } from 'vitest';
import { featureOf } from './chunk-groups.ts';

test('pages of a feature go together', () => {
  expect(featureOf('/x/src/features/chat/routes/connect.tsx?tsr-split=component')).toBe('chat');
  expect(featureOf('C:\\x\\src\\features\\people\\routes\\people.tsx')).toBe('people');
});

test('the two shells: one goes with the sign-in pages, the other is its own', () => {
  expect(featureOf('/x/src/app/shell/signed-out-shell.tsx')).toBe('auth');
  expect(featureOf('/x/src/kit/ui/art/people.tsx')).toBe('auth');
  expect(featureOf('/x/src/app/shell/rail.tsx')).toBe('shell');
});

test('everything else belongs to none', () => {
  expect([featureOf('/x/src/kit/ui/controls/button.tsx'), featureOf('/x/node_modules/virtua/index.js')]).toEqual([
    null,
    null,
  ]);
});
