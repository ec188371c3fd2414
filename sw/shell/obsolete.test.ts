import { expect, test } from 'vitest';
import { obsolete } from './obsolete.ts';

const at = (path: string) => `https://limelight.example/${path}`;
const parts = (version: string, count: number) =>
  Array.from({ length: count }, (_, i) => at(`assets/part${i}-${version}.js`));

test('the page of the version before goes, its parts stay for a window that is still of it', () => {
  const wanted = [...parts('bbbbbbbb', 2), at('index.html?__WB_REVISION__=b')];
  const kept = [...parts('aaaaaaaa', 2), at('index.html?__WB_REVISION__=a'), ...wanted];
  expect(obsolete(kept, new Set(wanted))).toEqual([at('index.html?__WB_REVISION__=a')]);
});

test('of more than sixty parts of earlier versions the oldest go; what this version has itself does not count', () => {
  const [first, second, now] = [parts('aaaaaaaa', 25), parts('bbbbbbbb', 40), parts('cccccccc', 25)];
  const shared = first[3] ?? '';
  const gone = obsolete([...first, ...second, ...now], new Set([...now, shared]));
  expect(gone).toEqual(first.filter((url) => url !== shared).slice(0, 4));
});
