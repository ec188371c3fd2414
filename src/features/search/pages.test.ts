// Which pages are called as one types, and where they stand among what was found.
import { House } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import { type Page, withPages } from './pages.ts';
import type { RowGroup } from './rows.ts';

const page = (label: string, under = '', also?: string): Page => ({
  label,
  under,
  icon: House,
  to: '/',
  ...(also !== undefined && { also }),
});
const pages = [
  page('People'),
  page('Settings'),
  page('Profile', 'Settings', 'picture'),
  page('Notifications', 'Settings', 'quiet hours, pause'),
  page('Security', 'Settings', 'password'),
  page('About', 'Settings'),
  page('People', 'Admin', 'invite'),
  page('Audit log', 'Admin'),
];
const group = (type: RowGroup['type'], ...titles: string[]): RowGroup => ({
  type,
  label: type,
  more: false,
  rows: titles.map((title) => ({
    key: title,
    picture: { name: title, src: null, shape: 'round' },
    title,
    ranges: [],
    line: '',
    time: null,
    link: { to: '/' },
  })),
});
const said = group('messages', 'The settings of the oven');

describe('pages are found', () => {
  const found = (query: string) =>
    withPages([], pages, query).flatMap(({ rows }) =>
      rows.map(({ title, line }) => [line, title].filter(Boolean).join(' › ')),
    );

  test.each([
    ['settings', ['Settings', 'Settings › Profile', 'Settings › Notifications', 'Settings › Security']],
    ['setings', ['Settings']],
    ['notif', ['Settings › Notifications']],
    ['quiet hours', ['Settings › Notifications']],
    ['hours quiet', ['Settings › Notifications']],
    ['settings password', ['Settings › Security']],
    ['people', ['People', 'Admin › People']],
    ['admin people', ['Admin › People']],
    ['audit', ['Admin › Audit log']],
    ['pr', ['Settings › Profile']],
    // Two letters are too few for what is on a page.
    ['qu', []],
    ['hours oven', []],
    ['oven', []],
    ['', []],
    ['?', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test('what is typed of the name is marked', () => {
    const [row] = withPages([], pages, 'notif')[0]?.rows ?? [];
    expect(row?.ranges).toEqual([[0, 5]]);
  });
});

describe('pages stand', () => {
  const order = (query: string, ...groups: RowGroup[]) => withPages(groups, pages, query).map(({ type }) => type);

  test('behind people and spaces that fit as well, before what was said', () => {
    expect(order('set', group('people', 'Seth Obi'), group('spaces', 'Setting up'), said)).toEqual([
      'people',
      'spaces',
      'pages',
      'messages',
    ]);
    expect(order('sett', group('people', 'Bette'), group('spaces', 'Settlers'), said)).toEqual([
      'people',
      'spaces',
      'pages',
      'messages',
    ]);
  });

  test('before those that fit worse', () => {
    expect(order('settings', group('spaces', 'Settings of ovens'), said)).toEqual(['pages', 'spaces', 'messages']);
    expect(order('settings', group('spaces', 'Settings'), said)).toEqual(['spaces', 'pages', 'messages']);
    // Who has such a title, or is called nearly so.
    expect(order('audit', group('people', 'Ada Obi'), said)).toEqual(['pages', 'people', 'messages']);
    expect(order('notif', said)).toEqual(['pages', 'messages']);
  });

  test('last where messages are meant first', () => {
    expect(order('settings 3', said)).toEqual(['messages']);
    expect(order('"settings"', said, group('spaces', 'Settings'))).toEqual(['messages', 'spaces', 'pages']);
  });

  test('nowhere, if none fits', () => {
    expect(order('oven', said)).toEqual(['messages']);
  });
});
