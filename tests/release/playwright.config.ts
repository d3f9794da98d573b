import { defineConfig } from '@playwright/test';
import config, { desktop, phone } from '../playwright.config.ts';

/** The browser's part of the release stage. */
export default defineConfig({
  ...config,
  outputDir: '../../test-results/release',
  projects: [
    { name: 'release', testDir: '.', testMatch: '*.spec.ts', use: desktop },
    { name: 'variants', testDir: '../e2e', grep: /@release/, use: desktop },
    { name: 'phone', testDir: '../e2e', grep: /@phone(?!-alone)/, use: phone },
  ],
});
