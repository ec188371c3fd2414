// Reads the JSON reports of the two test runners into one pair of numbers. A runner that broke counts as a failure,
// whatever its report says: silence must never look like success.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @returns {Count} */
function vitest(report) {
  // A file that could not be loaded has no tests to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @returns {Count} */
function playwright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

const READERS = { vitest, playwright };

/**
 * The numbers of one run: which runner, its report's path, its exit code.
 * @returns {Count}
 */
export function countTests(runner, reportFile, code) {
  let count = { passed: 0, failed: 0, skipped: 0 };
  let whole = code === 0;
  try {
    if (existsSync(reportFile)) count = READERS[runner](JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    // A report that was cut off.
    whole = false;
  }
  // It ran nothing, it crashed, or an error came outside of any test.
  const silent = count.failed === 0 && (!whole || count.passed === 0);
  return silent ? { ...count, failed: 1 } : count;
}
