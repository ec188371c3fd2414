// The browser journeys (tests/e2e/*.e2e.ts) against the real build and real servers, which the tests start themselves.
import { defineConfig } from 'playwright/test';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';

const executablePath = await findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that passes only the second time is a failing test.
  retries: 0,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath ? { executablePath } : {}) },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
