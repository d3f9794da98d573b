import { defineConfig } from '@playwright/test';
import config, { desktop } from '../playwright.config.ts';

/** The browser's part of the release stage. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/release',
  projects: [{ name: 'release', use: desktop }],
});
