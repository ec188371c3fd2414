// Every permission stands in one group, and a role's line says how much it allows.
import { expect, test } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { endpoints } from '#contract/registry.ts';
import { allowedText, groups } from './words.ts';

test('each permission stands in one group', () => {
  expect(groups.flatMap((group) => group.permissions).toSorted()).toEqual([...permissions].toSorted());
});

test('a group says so while nothing asks for its permissions', () => {
  const asked = new Set(
    endpoints.flatMap(({ access }) => {
      if (typeof access === 'string') return [];
      return 'all' in access ? access.all : access.any;
    }),
  );
  for (const { title, later, permissions: held } of groups)
    expect(!held.some((permission) => asked.has(permission)), title).toBe(later === true);
});

test.each([
  [[], 'Nothing but what everybody may do'],
  [['spaces.create', 'people.manage'], 'Manage people, Create spaces'],
  [['polls.manage', 'spaces.create', 'people.manage'], 'Manage people, Create spaces, Manage polls'],
  [['audit.view', 'polls.manage', 'spaces.create', 'people.manage'], 'Manage people, See the audit log and 2 more'],
  [[...permissions], 'Everything'],
  [['of.tomorrow'], 'Nothing but what everybody may do'],
])('%j', (held, text) => {
  expect(allowedText({ built_in: null, permissions: held })).toBe(text);
});
