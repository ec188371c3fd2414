// Every code with which the server may refuse something is known to the client, which says it in words.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonErrors } from '#contract/kernel/errors.ts';
import { endpoints } from '#contract/registry.ts';

/** Nobody is told: a report of an error that could not be passed on. */
const UNTOLD = ['TUNNEL_CLOSED'];

test('no code that may be answered is without words', () => {
  const client = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const words = new Set(client.match(/\b[A-Z][A-Z_]+\b/g));
  const codes = new Set(endpoints.flatMap(({ errors }) => Object.keys({ ...commonErrors, ...errors })));
  expect(codes.size).toBeGreaterThan(100);
  expect([...codes].filter((code) => !words.has(code))).toEqual(UNTOLD);
});
