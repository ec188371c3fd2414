// The second wall: what a page has not covered up does not come through, in whatever corner of markup it stands.
import { expect, test } from 'vitest';
import { attributesOf } from './markup.ts';
import { recordingOf } from './segment.ts';
import { cssOf, propertyOf, styleOf } from './styles.ts';

const HEX = 'c0ffee00c0ffee00c0ffee00c0ffee00';

test.each([
  ['--name: Hunter Smith', ''],
  ['--ll-name: Hunter', ''],
  ['--ll-name: hunter', ''],
  ['--ll-name: Møller', ''],
  ['--x: "a\\"b Hunter"; color: red', 'color: red'],
  ["color: red; --x: 'a\\'b Hunter'", 'color: red'],
  ['background: url(/files/hunter\\)smith.png)', 'background: url("")'],
  ['background: url( "/files/hunter" ', 'background: url("")'],
  ['background: image-set("hunter.png" 1x)', 'background: image-set("" 1x)'],
  [`width: var(--ll-${HEX}); --ll-x: ${HEX}`, 'width: var(--ll-); --ll-x: '],
  ['/* Hunter */ top: 1px; font-family: Hunter; view-transition-name: hunter', 'top: 1px'],
  ['color: \\48 unter', ''],
  ['Hunter', ''],
  [
    '--ll-columns: minmax(220px, 2.4fr) 44px; --ll-spot: #ab12cd',
    '--ll-columns: minmax(220px, 2.4fr) 44px; --ll-spot: #ab12cd',
  ],
  [
    '--radix-popper-transform-origin: 0% 12.5px; transform: translate(0px, -3px)',
    '--radix-popper-transform-origin: 0% 12.5px; transform: translate(0px, -3px)',
  ],
])('of the style %s stays “%s”', (style, kept) => {
  expect(styleOf(style)).toBe(kept);
});

test.each([
  ['@import "hunter smith";', '@import "";'],
  ['.a{background:url(/files/hunter\\)smith.png)}', '.a{background:url("")}'],
  [".a{background:image-set('hunter' 1x)}/* hunter */", '.a{background:image-set("" 1x)}'],
  [`.a[data-id="${HEX}"]{color:red}`, '.a[data-id=""]{color:red}'],
  ['.a[data-look="quiet"]{content:"•"}.b{content:"Hunter"}', '.a[data-look="quiet"]{content:"•"}.b{content:""}'],
])('of the sheet %s stays %s', (sheet, kept) => {
  expect(cssOf(sheet)).toBe(kept);
});

test('of attributes what looks are made of', () => {
  const given = {
    class: `ll-meta rt-Link rr-block hunter m-${HEX} ll-${HEX} ll-1234 dark`,
    role: 'button',
    'data-placeholder': '',
    'data-state': 'open',
    'data-kind': 'Hunter',
    style: { color: ['red', 'important'], '--name': 'Hunter', top: false, '--hunter': false, 'font-family': 'Hunter' },
  };
  expect(attributesOf(given)).toEqual({
    class: 'll-meta rt-Link rr-block dark',
    role: 'button',
    'data-placeholder': '',
    'data-state': 'open',
    style: { color: ['red', 'important'], top: false },
  });
  expect(attributesOf({ role: 'kwame', 'data-placeholder': 'Kwame' })).toEqual({});
  expect(propertyOf('--name', 'Hunter')).toBeUndefined();
});

test('of places only numbers stay, whatever stands there', async () => {
  // Asked for their numbers, lists in lists would take their length squared, and the object would throw.
  const index = '[0,"1",null,[[[2]]],{"toString":0,"valueOf":0},1.5,3]';
  const text = `{}\n[{"type":3,"data":{"removes":[{"index":${index}}],"adds":[{"index":${index}}]}}]`;
  const [, events = ''] = (await recordingOf(text, 0)).split('\n');
  expect(JSON.parse(events)).toEqual([{ type: 3, data: { removes: [{ index: [0, 3] }], adds: [{ index: [0, 3] }] } }]);
});
