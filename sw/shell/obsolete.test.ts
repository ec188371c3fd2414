import { expect, test } from 'vitest';
import { obsolete } from './obsolete.ts';

const at = (path: string) => `https://limelight.example/${path}`;
const parts = (version: string, count: number) =>
  Array.from({ length: count }, (_, i) => at(`assets/part${i}-${version}.js`));

test('the page of the version before goes, its parts stay for a window that is still of it', () => {
  const wanted = [...parts('bbbbbbbb', 2), at('index.html?__WB_REVISION__=b')];
  const kept = [...parts('aaaaaaaa', 2), at('index.html?__WB_REVISION__=a'), ...wanted];
  expect(obsolete(kept, { wanted: new Set(wanted), before: new Set() })).toEqual([at('index.html?__WB_REVISION__=a')]);
});

test('of more than sixty parts of earlier versions the oldest go; what this version has itself does not count', () => {
  const [first, second, now] = [parts('aaaaaaaa', 25), parts('bbbbbbbb', 40), parts('cccccccc', 25)];
  const shared = first[3] ?? '';
  const wanted = new Set([...now, shared]);
  const gone = obsolete([...first, ...second, ...now], { wanted, before: new Set() });
  expect(gone).toEqual(first.filter((url) => url !== shared).slice(0, 4));
});

test('what the version before had all along stays, though it came first', () => {
  const [first, second, now] = [parts('aaaaaaaa', 2), parts('bbbbbbbb', 70), parts('cccccccc', 25)];
  const before = new Set(first.slice(0, 1));
  const gone = obsolete([...first, ...second, ...now], { wanted: new Set(now), before });
  expect(gone).toEqual([first[1], ...second.slice(0, 10)]);
});
