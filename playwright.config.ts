// The browser journeys (tests/e2e/*.e2e.ts) against the real build and real servers, which the tests start themselves.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';

const executablePath = await findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  // Five times what the longest ones take: patience costs nothing, and a busy machine can be that slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A test that passes only the second time is a failing test.
  retries: 0,
  // One more than there are cores: nearly half of a journey is waiting, for timers and for what others are told.
  workers: Math.min(6, Math.max(2, availableParallelism() + 1)),
  // Each test has a company of its own, and each worker a server: those of a long file need not be one after the other.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath ? { executablePath } : {}) },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
