// The Vitest projects: which test files run where. Browser journeys (tests/e2e) are Playwright's, see playwright.config.ts.
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  define: { __APP_VERSION__: '"test"' },
  test: {
    // Every test that waits for a real server has its own, shorter patience.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Files that follow each other in a worker share what they import: loading the server anew for each took a third of the
    // time. So a test file leaves no state in a module.
    isolate: false,
    // Otherwise one core less than there are, which of two is half; much of a test is waiting for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
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
          include: ['src/**/*.test.ts', 'contract/**/*.test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
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
