import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IN_FLIGHT_MS, judge, OVERLAP_MS, ROTATE_AFTER_MS, STALE_AFTER_MS, type TokenState } from './rotation.ts';

const MINUTE = 60_000;
const token = (given: Partial<TokenState> = {}): TokenState => ({
  alive: true,
  generation: 3,
  current: 3,
  life_ms: 14 * MINUTE,
  age_ms: MINUTE,
  since_issue_ms: MINUTE,
  since_use_ms: MINUTE,
  since_previous_use_ms: 11 * MINUTE,
  ...given,
});

test('a young token of the running generation is valid and stays', () => {
  expect(judge(token())).toEqual({ kind: 'live', for_ms: ROTATE_AFTER_MS - MINUTE, rotate: false, first: false });
});

test('its first use is told', () => {
  expect(judge(token({ since_use_ms: null }))).toMatchObject({ kind: 'live', first: true });
});

test('from ten minutes on it gets a successor, after its end it is dead', () => {
  expect(judge(token({ age_ms: ROTATE_AFTER_MS, life_ms: 5 * MINUTE }))).toMatchObject({ kind: 'live', rotate: true });
  expect(judge(token({ age_ms: 15 * MINUTE, life_ms: 0 }))).toEqual({ kind: 'dead' });
});

test('the generation before: until the new one is used, a little longer for what is on its way, a minute at most', () => {
  const before = { generation: 2, life_ms: 4 * MINUTE, age_ms: 11 * MINUTE };
  const at = (since_issue_ms: number, since_use_ms: number | null) =>
    judge(token({ ...before, since_issue_ms, since_use_ms })).kind;
  expect(at(OVERLAP_MS - 1, null)).toBe('live');
  expect(at(OVERLAP_MS, null)).toBe('dead');
  expect(at(20_000, IN_FLIGHT_MS - 1)).toBe('live');
  expect(at(20_000, IN_FLIGHT_MS)).toBe('dead');
  expect(judge(token({ ...before, since_issue_ms: 1, since_use_ms: null }))).toMatchObject({
    rotate: false,
    first: false,
  });
});

test('two generations behind: stolen, if its owner has been using younger ones for longer than anything is under way', () => {
  const old = { generation: 1, life_ms: -5 * MINUTE, age_ms: 21 * MINUTE };
  const at = (since_use_ms: number | null, since_previous_use_ms: number | null) =>
    judge(token({ ...old, since_use_ms, since_previous_use_ms })).kind;
  expect(at(null, STALE_AFTER_MS + 1)).toBe('stolen');
  expect(at(STALE_AFTER_MS + 1, null)).toBe('stolen');
  expect(at(1000, 1000)).toBe('dead');
  // Answers with the new tokens were lost: nobody ever used them, so nothing is proven.
  expect(at(null, null)).toBe('dead');
});

test('nothing of a session that is over is valid, and nothing of it can be stolen', () => {
  const state = fc.record({
    generation: fc.integer({ min: 1, max: 9 }),
    current: fc.integer({ min: 1, max: 9 }),
    life_ms: fc.integer(),
    age_ms: fc.nat(),
    since_issue_ms: fc.nat(),
    since_use_ms: fc.option(fc.nat()),
    since_previous_use_ms: fc.option(fc.nat()),
  });
  fc.assert(
    fc.property(state, (s) => {
      expect(judge({ alive: false, ...s }).kind).toBe('dead');
    }),
  );
  // And whatever lives, lives no longer than the token itself.
  fc.assert(
    fc.property(state, (s) => {
      const verdict = judge({ alive: true, ...s });
      return verdict.kind !== 'live' || (verdict.for_ms > 0 && verdict.for_ms <= s.life_ms);
    }),
  );
});
