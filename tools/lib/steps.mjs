// The steps of `npm test`, in order: what each is called, what it runs, and how its result is counted.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureClientBuilt } from './client-build.mjs';
import { countTests } from './count.mjs';
import { bin, inProject, node24, run, ToolError, toolEnvironment } from './project.mjs';

/** @typedef {{ passed: number, failed: number, skipped?: number, output: string }} Result */

/**
 * All of it has 90 minutes where a change lands, and a slow machine may need most of them; a runner that hangs must not hang the machine
 * that waits for the last line.
 */
const ends = performance.now() + 87 * 60 * 1000;
const MINUTE_MS = 60_000;

const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined };

/** A check counts as one, whatever it finds. */
const check = (name, command, ...args) => ({
  name,
  /** @returns {Promise<Result>} */
  async work() {
    const { code, output } = await run(command, args, { env: toolEnvironment(PLAIN) });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  },
});

/** Something of ours that throws a ToolError. */
const action = (name, act) => ({
  name,
  /** @returns {Promise<Result>} */
  async work() {
    try {
      await act();
      return { passed: 1, failed: 0, output: '' };
    } catch (error) {
      return { passed: 0, failed: 1, output: error instanceof ToolError ? error.message : error.stack };
    }
  },
});

/** A test runner: its tests count one by one. `more` are a person's own arguments (file names). */
const runner = (name, kind, more, command) => ({
  name,
  /** @returns {Promise<Result>} */
  async work() {
    const report = inProject('.cache', 'test', `${name}.json`);
    mkdirSync(path.dirname(report), { recursive: true });
    rmSync(report, { force: true });
    const { args, env = {} } = command(report);
    const { code, output } = await run(node24, [...args, ...more], {
      env: toolEnvironment({ ...PLAIN, ...env }),
      timeout: Math.max(MINUTE_MS, Math.round(ends - performance.now())),
    });
    return { ...countTests(kind, report, code), output };
  },
});

const types = (folder) => check(`types:${folder}`, bin('tsc'), '-p', folder);

/** What is left to the whole run: files tagged `long`, journeys that are not tagged `@main`. */
const SHORT = {
  vitest: ['--tags-filter=!long'],
  playwright: ['--grep=@main'],
};

/**
 * All steps: row by row, and what stands in one row runs beside each other, each lane in its order. The checks leave half of
 * the machine idle, the tests do not. `more` goes to the test runners; `whole`: every test there is.
 */
export const rows = (more, whole) => [
  // First: it writes the tree of routes that all that follows needs.
  [[action('client-build', ensureClientBuilt)], [types('contract'), types('server')]],
  [
    [
      check('format', bin('biome'), 'ci', '--colors=off'),
      check('lint', bin('oxlint'), '--type-aware', '--deny-warnings', '--format=agent'),
    ],
    [types('src'), types('sw'), types('tests'), check('dead-code', bin('knip'))],
  ],
  [
    [
      runner('vitest', 'vitest', more, (report) => ({
        args: [
          inProject('node_modules', 'vitest', 'vitest.mjs'),
          'run',
          '--reporter=agent',
          '--reporter=json',
          `--outputFile.json=${report}`,
          ...(whole ? [] : SHORT.vitest),
        ],
      })),
    ],
  ],
  [
    [
      action('browser', async () => {
        process.env.CHROMIUM_PATH = await ensureBrowser();
      }),
      runner('e2e', 'playwright', more, (report) => ({
        args: [
          inProject('node_modules', 'playwright', 'cli.js'),
          'test',
          '--reporter=list,json',
          ...(whole ? [] : SHORT.playwright),
        ],
        // Playwright sets FORCE_COLOR for its workers, and Node complains about both.
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, NO_COLOR: undefined, FORCE_COLOR: '0' },
      })),
    ],
  ],
];
