// The wire only grows: an app that was installed last month sends what it knew then, and its outbox what it wrote then. What
// each endpoint took and said at the last landing is recorded (tests/wire/recorded.txt); `RECORD=1 vitest run --project flow
// tests/wire.test.ts` records anew, before a landing that adds something.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/registry.ts';
import { read, recordOf, write } from './wire/record.ts';
import { misses, refuses } from './wire/shape.ts';

const FILE = new URL('wire/recorded.txt', import.meta.url);
const now = new Map(endpoints.map((endpoint) => [endpoint.name, recordOf(endpoint)]));
if (process.env['RECORD'] === '1') writeFileSync(FILE, write(now));

test.for([...read(readFileSync(FILE, 'utf8'))])('%s takes what it took, and says what it said', ([name, older]) => {
  const newer = now.get(name);
  expect(newer?.address, 'its address').toBe(older.address);
  if (!newer) return;
  expect(refuses(older.input, newer.input), 'what it takes').toEqual([]);
  expect(misses(older.output, newer.output), 'what it says').toEqual([]);
});

test('it would be noticed', () => {
  const older = new Map([
    ['', 'object'],
    ['.a', '"x" | "y"'],
    ['.a!', 'must'],
    ['.b', 'string'],
  ]);
  const newer = new Map([
    ['', 'object'],
    ['.a', '"x" | "z" | number'],
    ['.c', 'string'],
    ['.c!', 'must'],
    ['.c.d', 'string'],
    ['.c.d!', 'must'],
  ]);
  expect(refuses(older, newer)).toEqual([
    '.a may not be "y" any more',
    '.b is not known any more',
    '.c must be there now',
  ]);
  expect(misses(older, newer)).toEqual(['.a can be number now', '.a may be left out now', '.b is not said any more']);
  expect([refuses(older, older), misses(newer, newer)]).toEqual([[], []]);
});
