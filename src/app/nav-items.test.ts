import { House } from 'lucide-react';
import { expect, test } from 'vitest';
import type { FeatureManifest, NavItem } from '#src/kit/ui/navigation.ts';
import { navItems } from './nav-items.ts';

const item = (label: string, order: number, more: Partial<NavItem> = {}): NavItem => ({
  label,
  icon: House,
  to: '/',
  order,
  ...more,
});
const features: FeatureManifest[] = [
  { module: 'people', nav: item('People', 50) },
  { module: 'chat', nav: item('Chat', 10, { phone: 'bar' }) },
  { module: 'recognition', nav: item('Recognise', 20, { phone: 'action' }) },
  { nav: item('Home', 0, { phone: 'bar' }) },
  { nav: item('Surveys', 60, { place: 'more' }) },
  { nav: item('Admin', 90, { place: 'foot', permissions: ['company.configure', 'modules.manage'] }) },
  {},
];
const labels = (items: NavItem[]) => items.map((each) => each.label);

test('in their order, in their places', () => {
  const nav = navItems(features, { modules: {}, permissions: ['modules.manage'] });
  expect([labels(nav.main), labels(nav.more), labels(nav.foot)]).toEqual([
    ['Home', 'Chat', 'Recognise', 'People'],
    ['Surveys'],
    ['Admin'],
  ]);
  expect([labels(nav.bar), nav.action?.label, labels(nav.me)]).toEqual([
    ['Home', 'Chat'],
    'Recognise',
    ['People', 'Surveys', 'Admin'],
  ]);
});

test('a module that is off is gone from everywhere; one that is unknown is on', () => {
  const nav = navItems(features, { modules: { chat: false, recognition: false }, permissions: [] });
  expect([labels(nav.main), labels(nav.bar), nav.action]).toEqual([['Home', 'People'], ['Home'], undefined]);
  expect(labels(navItems(features, { modules: undefined, permissions: [] }).main)).toContain('Chat');
});

test('permissions hide', () => {
  expect(navItems(features, { modules: {}, permissions: ['people.manage'] }).foot).toEqual([]);
});
