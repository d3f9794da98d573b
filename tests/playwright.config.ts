import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './harness/browser.ts';

const launchOptions = { executablePath: await findBrowser(), args: browserFlags };

/** The product in a real browser at the widths of a phone and a desktop; a spec that needs one of them says so itself. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 4,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // CI machines are shared and noisy.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  use: {
    launchOptions,
    screenshot: 'only-on-failure',
    trace: 'off',
    // The film is decoded in software here and would slow every test that passes the landing page.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'phone',
      // Where the width changes nothing about what a person does, once is enough.
      testIgnore:
        /(account|abuse-protection|budgets|draft|ended-session|firefox|half-a-sign-in|lost-parts|lost-scripts|mailed-codes|mailed-links|other-origin|review-keys|second-factor|second-factor-account|sign-in-methods)\.spec\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    { name: 'desktop', use: { viewport: { width: 1350, height: 900 } } },
  ],
});
