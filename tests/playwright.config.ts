import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from '@solostead/server-testkit/browser';

// Playwright makes an error for each message to the browser, and keeps 200 frames of it.
Error.stackTraceLimit = 10;

/**
 * Switches off costs that only long visits repay, namely optimising compilers, threads that compile and collect
 * garbage, a spare process for the next page, and a separate network process. The behaviour of scripts and pages is
 * the same.
 */
const shortVisits = [
  '--js-flags=--no-maglev --no-turbofan --single-threaded',
  '--renderer-process-limit=1',
  // The last list counts: the first two are what Playwright asks for itself.
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
];

/** Returns true if files in memory have a gigabyte, which containers often lack. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 30;
}

const launchOptions = {
  executablePath: await findBrowser(),
  args: [...browserFlags, ...shortVisits],
  // Playwright keeps Chromium's shared memory on the disk, which costs 4 % of the tests' processor time.
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
};

/** Files that start another server. They come first, so that the others keep every worker busy to the end. */
const withAnotherServer = [
  'abuse-protection',
  'account/{clocks,second-factor,sign-in-methods}',
  'review/list/review-over',
  'review/settings/webhooks',
].map((file) => `**/${file}.spec.ts`);

/**
 * The product in a real browser at the width of a desktop, and at that of a phone where a test is tagged @phone-alone.
 * Tests tagged @release run in the release stage, and those tagged @phone once more there, at the width of a phone.
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  // Absolute, because the release stage takes it over.
  globalSetup: join(import.meta.dirname, 'e2e/harness/build-site.ts'),
  fullyParallel: false,
  // Each starts a browser, a server and a database. Three leave two processors idle for 10 % of the time, four for 5 %.
  workers: 4,
  timeout: 180_000,
  // Results come late on a busy machine, so tests wait long and name no time themselves.
  expect: { timeout: 60_000 },
  // CI machines are shared and noisy.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  grepInvert: /@release/,
  use: {
    viewport: { width: 1350, height: 900 },
    launchOptions,
    screenshot: 'only-on-failure',
    trace: 'off',
    // The film is decoded in software here and would slow every test that passes the landing page.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'another server', testMatch: withAnotherServer },
    { name: 'desktop', testIgnore: withAnotherServer },
  ],
});
