// What reactions are called.
import { expect, test } from 'vitest';
import { reactionLabel, reactionNames } from './labels.ts';

test('the label says emoji, name, number and one’s own part', () => {
  expect(reactionLabel({ emoji: '🔥', count: 9, mine: false })).toBe('🔥 fire, 9, you did not react');
  expect(reactionLabel({ emoji: '👍🏽', count: 1, mine: true })).toBe('👍🏽 thumbs up, 1, you reacted');
  expect(reactionLabel({ emoji: 'ツ', count: 2, mine: false })).toBe('ツ, 2, you did not react');
});

test('the names, and how many others', () => {
  const of = (count: number, ...names: string[]) => reactionNames({ emoji: '🔥', count, mine: false, names });
  expect(of(2)).toBe('');
  expect(of(1, 'You')).toBe('You');
  expect(of(2, 'You', 'Amara')).toBe('You and Amara');
  expect(of(3, 'You', 'Amara')).toBe('You, Amara and 1 other');
  expect(of(9, 'A', 'B', 'C', 'D', 'E', 'F')).toBe('A, B, C, D, E and 4 others');
});
