// How names, searches and addresses are compared.
import { describe, expect, test } from 'vitest';
import { emailKey, fold, patterns } from './fold.ts';

describe('fold', () => {
  test.each([
    ['Łukasz O’Brien-Åström', 'lukasz obrien-astrom'],
    ['STRAßE', 'strasse'],
    ['  Zoë \u00a0 Núñez ', 'zoe nunez'],
    ['İstanbul', 'istanbul'],
    ['Ærø Þór', 'aero thor'],
    ['张伟', '张伟'],
    ['', ''],
  ])('%s → %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('composed and decomposed letters are the same', () => {
    expect(fold('Ame\u0301lie')).toBe(fold('Am\u00e9lie'));
  });
});

describe('patterns', () => {
  test('each word must be found, wherever', () => {
    expect(patterns('  Priya  RAMAN ')).toEqual(['%priya%', '%raman%']);
    expect(patterns(undefined)).toEqual([]);
    expect(patterns('   ')).toEqual([]);
  });

  test('signs of LIKE are ordinary signs', () => {
    expect(patterns('50%_a\\')).toEqual(['%50\\%\\_a\\\\%']);
  });

  test('ten words count', () => {
    expect(patterns('a '.repeat(30))).toHaveLength(10);
  });
});

test('addresses are compared without case', () => {
  expect(emailKey(' Amara.Nwosu@Brackenford.Example ')).toBe('amara.nwosu@brackenford.example');
});
