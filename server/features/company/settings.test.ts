// Which settings and modules a company may have.

import { describe, expect, test } from 'vitest';
import { allModules, allSettings, defaults, moduleProblems, settingProblems, themeProblems } from './settings.ts';

describe('settings', () => {
  test.each([
    { time_zone: 'Europe/London' },
    { time_zone: 'UTC' },
    { password_min_length: 6 },
    { password_min_length: 64 },
    { link_previews: true },
    { app_name: 'Hub', app_short_name: null },
    { work_week: [0, 1, 2, 3, 6] },
    { retention_days: 30 },
    { retention_days: null },
    { deactivated_days: 30 },
    { deactivated_days: null },
    { space_creation: 'permitted' },
    { currency: 'EUR', point_unit_value: 0.05 },
    {},
  ])('%j is fine', (given) => {
    expect(settingProblems(given)).toEqual([]);
  });

  test.each([
    [{ time_zone: 'Mars/Olympus' }, ['settings.time_zone']],
    [{ time_zone: '+01:00' }, ['settings.time_zone']],
    [{ password_min_length: 5 }, ['settings.password_min_length']],
    [{ password_min_length: 65, time_zone: '' }, ['settings.password_min_length', 'settings.time_zone']],
    [{ work_week: [] }, ['settings.work_week']],
    [{ work_week: [1, 1] }, ['settings.work_week']],
    [{ work_week: [5, 7] }, ['settings.work_week']],
    [{ retention_days: 29 }, ['settings.retention_days']],
    [{ deactivated_days: 29 }, ['settings.deactivated_days']],
    [{ deactivated_days: 36_501 }, ['settings.deactivated_days']],
    [{ space_creation: 'nobody' }, ['settings.space_creation']],
    [{ currency: 'XQQ' }, ['settings.currency']],
    [{ currency: 'eur' }, ['settings.currency']],
    [{ point_unit_value: 0 }, ['settings.point_unit_value']],
    [{ point_unit_value: Number.NaN }, ['settings.point_unit_value']],
    [{ telegraph: true, toString: 1 }, ['settings.telegraph', 'settings.toString']],
  ])('%j is refused with its places', (given, places) => {
    expect(settingProblems(given).map((problem) => problem.path)).toEqual(places);
  });

  test('what was never set, and what no longer makes sense, is the default', () => {
    expect(allSettings({})).toEqual(defaults);
    expect(allSettings({ time_zone: 'Atlantis/Harbour', password_min_length: 12, link_previews: true })).toEqual({
      ...defaults,
      password_min_length: 12,
      link_previews: true,
    });
    expect(allSettings({ telegraph: true } as object)).toEqual(defaults);
  });

  test('themes are the four of the specification and accents of one’s own that can be read, and no name of an object', () => {
    const refused = (name: string) => themeProblems(name).map(({ message }) => message);
    for (const name of ['default', 'Custom_Mob_1', 'Custom_Eventlink', 'Custom_Tron', 'Custom_0b6bcb'])
      expect(refused(name)).toEqual([]);
    for (const name of ['Default', 'constructor', '__proto__', '', 'Custom_0B6BCB', 'Custom_12345'])
      expect(refused(name)).toEqual(['No such theme']);
    expect(refused('Custom_7a7a7a')).toEqual(['Labels on it must have a contrast of 4.5:1']);
  });
});

describe('modules', () => {
  test('are on unless switched off; a forgotten one is left out', () => {
    expect(allModules({})).toEqual({ chat: true, people: true, push: true });
    expect(allModules({ chat: false, telegraph: true })).toEqual({ chat: false, people: true, push: true });
  });

  test('an unknown name is refused with its place', () => {
    expect(moduleProblems({ chat: true, toString: false })).toEqual([
      { path: 'modules.toString', message: 'No such module' },
    ]);
    expect(moduleProblems({ chat: false, people: true })).toEqual([]);
  });
});
