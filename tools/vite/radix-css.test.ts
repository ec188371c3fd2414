import postcss from 'postcss';
import { expect, test } from 'vitest';
import { cut, importedComponents, usageOf } from './radix-css.ts';

const words = new Set(['rt-Button', 'rt-variant', 'rt-r-size', 'rt-r-m', 'rt-r-mt']);
const options = { colours: ['lime', 'red'], gray: 'olive' };
const after = (css: string, source = '') => {
  const root = postcss.parse(css);
  cut(root, words, usageOf([`import { Button } from '@radix-ui/themes';${source}`]), options);
  return root.toString().replace(/\s+/g, ' ').trim();
};

test('which components the sources import', () => {
  const sources = [
    "import { Button, TextField as Field } from '@radix-ui/themes';",
    "import type { Theme } from '@radix-ui/themes'; import { Box, type BoxProps } from '@radix-ui/themes'",
  ];
  expect([...importedComponents(sources)]).toEqual(['Button', 'TextField', 'Box']);
});

test('classes that no component can write are gone, also from a list of selectors', () => {
  expect(after('.rt-Button { a: b } .rt-Card { a: b }')).toBe('.rt-Button { a: b }');
  expect(after('.rt-Button.rt-variant-soft, .rt-Badge { a: b }')).toBe('.rt-Button.rt-variant-soft { a: b }');
  expect(after('@media (hover: hover) { .rt-Card { a: b } }')).toBe('');
});

test('what a selector only excludes does not count', () => {
  expect(after('.rt-Button:not(.rt-Card) { a: b }')).toBe('.rt-Button:not(.rt-Card) { a: b }');
});

test('colours, grays, gamuts and scalings that are not ours', () => {
  expect(
    after("[data-accent-color='lime'] { a: b } [data-accent-color='plum'] { a: b } [data-accent-color=''] { a: b }"),
  ).toBe("[data-accent-color='lime'] { a: b } [data-accent-color=''] { a: b }");
  expect(after(".radix-themes:where([data-gray-color='mauve']) { a: b }")).toBe('');
  expect(after('@supports (color: color(display-p3 1 1 1)) { .rt-Button { a: b } }')).toBe('');
  expect(after("[data-scaling='90%'] { a: b } [data-scaling='100%'] { a: b }")).toBe("[data-scaling='100%'] { a: b }");
});

test('what would look through the whole page with each element that comes or goes', () => {
  expect(after(".radix-themes, :root:where(:has(.radix-themes[data-is-root-theme='true'])) { a: b }")).toBe(
    '.radix-themes { a: b }',
  );
});

test('what would be worked out once more for every element', () => {
  expect(after('.radix-themes ::selection { a: b } .rt-Button::selection { a: b }')).toBe(
    '.rt-Button::selection { a: b }',
  );
});

test('margins and breakpoints count only when somebody writes them', () => {
  const css = '.rt-r-mt-2 { a: b } .md\\:rt-r-size-2 { a: b } .-rt-r-mt-2 { a: b }';
  expect(after(css)).toBe('');
  expect(after(css, '<Button mt="2" size={{ initial: "3", md: "2" }} />')).toBe(
    '.rt-r-mt-2 { a: b } .md\\:rt-r-size-2 { a: b }',
  );
  expect(after(css, '<Button mt="-2" />')).toBe('.rt-r-mt-2 { a: b } .-rt-r-mt-2 { a: b }');
});
