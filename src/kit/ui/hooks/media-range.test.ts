import { expect, test } from 'vitest';
import { mediaRangeFrom, mediaRanges } from './media-range.ts';

/** Answers media queries for a window of this width. */
function windowOf(width: number, standalone = false) {
  return (query: string): boolean => {
    const min = query.match(/min-width: (\d+)px/)?.[1];
    const max = query.match(/max-width: (\d+)px/)?.[1];
    if (query.includes('standalone')) return standalone;
    if (!min && !max) return false;
    return width >= Number(min ?? 0) && width <= Number(max ?? Number.POSITIVE_INFINITY);
  };
}

const names = (width: number, standalone = false) =>
  Object.entries(mediaRangeFrom(windowOf(width, standalone)))
    .filter(([, holds]) => holds)
    .map(([name]) => name);

test('the numbers of section 9', () => {
  expect(names(767)).toEqual(['tabletOrMobile', 'mobile', 'tablet', 'mobileBrowser']);
  expect(names(768)).toEqual(['tabletOrMobile', 'tablet', 'mobileBrowser']);
  expect(names(900)).toEqual(['tabletOrMobile', 'tablet', 'mobileBrowser']);
  expect(names(901)).toEqual(['tablet']);
  expect(names(1224)).toEqual(['desktop', 'tablet']);
  expect(names(1824)).toEqual(['desktop', 'bigScreen']);
});

test('an installed app is no mobile browser', () => {
  expect(names(390, true)).toEqual(['tabletOrMobile', 'mobile', 'tablet', 'standalone', 'installedApp']);
  expect(names(1440, true)).toEqual(['desktop', 'standalone']);
});

test('the queries themselves', () => {
  expect(mediaRanges.retina).toBe('(min-resolution: 2dppx)');
  expect(mediaRanges.portrait).toBe('(orientation: portrait)');
});
