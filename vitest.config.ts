// The Vitest projects: which test files run where. Browser journeys (tests/e2e) are Playwright's, see playwright.config.ts.
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They wait more than they work: begun first, they end while all others run. */
const LONGEST = ['two-clients.test.ts', 'contract.test.ts', 'guards.test.ts', 'crash.test.ts', 'walks.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [react()],
  define: { __APP_VERSION__: '"test"' },
  test: {
    tags: [
      {
        name: 'long',
        description: 'Ten seconds or more, not of the main job. Not part of the short run (tools/lib/steps.mjs).',
      },
    ],
    // Every test that waits for a real server has its own, shorter patience. One that was given up goes on behind the next
    // one's back, so it is given up late: on a busy machine what takes five seconds can take a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As patient as the browser tests: on a busy machine what comes over sockets or goes to a disk can take more than a second.
    expect: { poll: { timeout: 30_000 } },
    // Files that follow each other in a worker share what they import: loading the server anew for each took a third of the
    // time. So a test file leaves no state in a module.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than there are cores: much of a test is waiting for the database and for clocks.
    maxWorkers: availableParallelism() + 1,
    // Node's own fetch, when a request is called off while its answer arrives: no promise of ours, and nobody could catch it
    // (nodejs/undici#1137 and later ones like it). Tests of bad networks call off many.
    onUnhandledError: (error) =>
      !('code' in error && error.code === 'ERR_INVALID_STATE' && error.stack?.includes('node:internal/deps/undici')),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'sw/**/*.test.ts', 'contract/**/*.test.ts'],
          setupFiles: ['tests/kit/indexed-db.ts'],
        },
      },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: ['src/**/*.test.tsx'] } },
      {
        extends: true,
        test: { name: 'server', environment: 'node', include: ['server/**/*.test.ts', 'tools/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'flow',
          environment: 'node',
          include: ['tests/flows/**/*.test.ts', 'tests/*.test.ts'],
          // Starts one PostgreSQL for all of them.
          globalSetup: ['tests/kit/global-setup.ts'],
        },
      },
    ],
  },
});
