import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** The browser's part of the release stage. */
export default defineConfig({
  ...config,
  outputDir: '../../test-results/release',
  grepInvert: [],
  projects: [
    { name: 'release', testDir: '.', testMatch: '*.spec.ts' },
    { name: 'variants', testDir: '../e2e', grep: /@release/ },
    {
      name: 'phone',
      testDir: '../e2e',
      grep: /@phone(?!-alone)/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
