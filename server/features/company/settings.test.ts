// Which settings and modules a company may have.

import { describe, expect, test } from 'vitest';
import { AWAKE } from '#contract/notifications/awake.ts';
import { allModules, allSettings, isTheme, moduleProblems, settingProblems } from './settings.ts';

describe('settings', () => {
  test.each([
    { time_zone: 'Europe/London' },
    { time_zone: 'UTC' },
    { password_min_length: 6 },
    { password_min_length: 64 },
    { link_previews: true },
    {},
  ])('%j is fine', (given) => {
    expect(settingProblems(given)).toEqual([]);
  });

  test.each([
    [{ time_zone: 'Mars/Olympus' }, ['settings.time_zone']],
    [{ time_zone: '+01:00' }, ['settings.time_zone']],
    [{ password_min_length: 5 }, ['settings.password_min_length']],
    [{ password_min_length: 65, time_zone: '' }, ['settings.time_zone', 'settings.password_min_length']],
  ])('%j is refused with its places', (given, places) => {
    expect(settingProblems(given).map((problem) => problem.path)).toEqual(places);
  });

  test('what was never set, and what no longer makes sense, is the default', () => {
    expect(allSettings({})).toEqual({ time_zone: 'UTC', password_min_length: 8, link_previews: false, awake: AWAKE });
    expect(allSettings({ time_zone: 'Atlantis/Harbour', password_min_length: 12, link_previews: true })).toEqual({
      time_zone: 'UTC',
      password_min_length: 12,
      link_previews: true,
      awake: AWAKE,
    });
  });

  test('themes are the four of the specification, and no name of an object', () => {
    expect(['default', 'Custom_Mob_1', 'Custom_Eventlink', 'Custom_Tron'].every(isTheme)).toBe(true);
    expect(['Default', 'constructor', '__proto__', ''].some(isTheme)).toBe(false);
  });
});

describe('modules', () => {
  test('are on unless switched off; a forgotten one is left out', () => {
    expect(allModules({})).toEqual({ chat: true, people: true });
    expect(allModules({ chat: false, telegraph: true })).toEqual({ chat: false, people: true });
  });

  test('an unknown name is refused with its place', () => {
    expect(moduleProblems({ chat: true, toString: false })).toEqual([
      { path: 'modules.toString', message: 'No such module' },
    ]);
    expect(moduleProblems({ chat: false, people: true })).toEqual([]);
  });
});
