import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { defineConfig } from 'astro/config';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import globalData from '@csstools/postcss-global-data';
import customMedia from 'postcss-custom-media';
import { contentCheck } from './build/content-check.mjs';
import { precompressed } from './build/precompressed.mjs';
import { scripts } from './build/scripts.mjs';
import { stylesBelow } from './build/styles-below.mjs';

/** The only breakpoint that several stylesheets share, under a name they may use. */
const breakpoint = fileURLToPath(new URL('./src/styles/breakpoint.css', import.meta.url));

/** Pages for search engines. The others carry `noindex` and stay out of the sitemap. */
const indexablePaths = new Set(['/', '/case-study', '/privacy', '/imprint', '/agreement']);

/** Without it no page names an address, so the build works at every port and host. */
const publicOrigin = process.env.SITE_URL || undefined;

/**
 * Reads SITE_URL (public origin for canonical links, cards and the sitemap) and SITE_DIST (output folder, relative to
 * the caller's). Astro itself passes PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY to the pages.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  ...(publicOrigin && { site: publicOrigin }),
  outDir: process.env.SITE_DIST ? resolve(process.env.SITE_DIST) : './dist',
  output: 'static',
  // /case-study is the file case-study.html: no redirect to a trailing slash on any static host.
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [
    react(),
    stylesBelow(),
    contentCheck(),
    scripts(),
    ...(publicOrigin
      ? [sitemap({ filter: (page) => indexablePaths.has(new URL(page).pathname.replace(/(.)\/$/, '$1')) })]
      : []),
    precompressed(),
  ],
  vite: {
    css: { postcss: { plugins: [globalData({ files: [breakpoint] }), customMedia()] } },
    build: {
      // Small pictures and fonts stay files, because inlined ones would grow the HTML past its first round trip. A
      // few lines of script are not worth a request.
      assetsInlineLimit: (path, content) => path.endsWith('.js') && content.length < 2048,
    },
  },
});
