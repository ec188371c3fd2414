// The last line of `npm test` must never be greener than the run was.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countTests } from './count.mjs';

const base = mkdtempSync(path.join(tmpdir(), 'll-count-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

function report(value: unknown): string {
  const file = path.join(base, 'report.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

it.each([
  ['all passed', 'vitest', vitest, 0, 5, 0],
  ['one failed', 'vitest', { ...vitest, numFailedTests: 1 }, 1, 5, 1],
  ['a file did not load', 'vitest', { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }, 1, 5, 1],
  ['an error outside of tests', 'vitest', vitest, 1, 5, 1],
  ['nothing ran', 'vitest', { ...vitest, numPassedTests: 0 }, 0, 0, 1],
  ['a report that was cut off', 'vitest', '{"numPassed', 0, 0, 1],
  ['all passed', 'playwright', playwright, 0, 3, 0],
  [
    'one failed, one only the second time',
    'playwright',
    { ...playwright, stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } },
    1,
    3,
    2,
  ],
  ['a file did not load', 'playwright', { ...playwright, errors: [{ message: 'x' }] }, 1, 3, 1],
] as const)('%s (%s)', (_name, runner, value, code, passed, failed) => {
  expect(countTests(runner, report(value), code)).toMatchObject({ passed, failed });
});

it('counts a runner without a report as failed', () => {
  expect(countTests('vitest', path.join(base, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});
