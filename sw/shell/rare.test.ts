import { expect, test } from 'vitest';
import { byRarity, missing, outdated } from './rare.ts';

const rare = [
  'assets/admin-bbbbbbbb.css',
  'assets/admin-bbbbbbbb.js',
  'assets/auth-more-a_aa-aaa.js',
  'assets/operator-oo-oo_oo.js',
];

test('the parts of the administration, of the operator and of rare ways to sign in are not fetched in advance', () => {
  const files = [...rare, 'index.html', 'assets/app-aaaaaaaa.js', 'assets/daily-aaaaaaaa.css'].map((url) => ({ url }));
  const { all, rare: found } = byRarity(files);
  expect(found.map(({ url }) => url)).toEqual(rare);
  expect(all.map(({ url }) => url)).toEqual(['index.html', 'assets/app-aaaaaaaa.js', 'assets/daily-aaaaaaaa.css']);
});

test('of a part that was used all files are taken along, also one that is new or was not kept', () => {
  expect(missing(rare, [])).toEqual([]);
  expect(missing(rare, ['/assets/admin-aa-a_aaa.js', '/assets/figtree-latin-ext-DCwSJGxG.woff2'])).toEqual([
    'assets/admin-bbbbbbbb.css',
    'assets/admin-bbbbbbbb.js',
  ]);
  expect(missing(rare, ['/assets/admin-aaaaaaaa.js', '/assets/admin-bbbbbbbb.js'])).toEqual([
    'assets/admin-bbbbbbbb.css',
  ]);
  expect(missing(rare, ['/assets/operator-oo-oo_oo.js'])).toEqual([]);
});

test('what a version does not know goes, but not before its successor is there; fonts stay', () => {
  const font = '/assets/figtree-latin-ext-DCwSJGxG.woff2';
  const used = [font, '/assets/firebase-aaaaaaaa.js', '/assets/admin-aaaaaaaa.js', '/assets/admin-aaaaaaaa.css'];
  expect(outdated(rare, used)).toEqual(['/assets/firebase-aaaaaaaa.js']);
  expect(outdated(rare, [...used, ...rare.map((path) => `/${path}`)])).toEqual(used.slice(1));
});
