// Runs Lighthouse (phone profile) on the landing page and the case study of a server of its own; ends with 1 below 100.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../tests/harness/browser.ts';
import { startServer } from '../tests/harness/servers/server.ts';

const VERSION = '13.5.0';
const pages = ['/', '/case-study'];
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking --no-first-run';

if (process.argv.includes('--help')) {
  console.log(
    `npm run lighthouse: Lighthouse ${VERSION} (fetched by npx) on ${pages.join(' and ')}, one line each`,
  );
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'solostead-lighthouse-'));
const server = await startServer({ site: true });
try {
  for (const [index, page] of pages.entries()) {
    const report = join(folder, `${index}.json`);
    const run = spawnSync(
      'npx',
      [
        '--yes',
        `lighthouse@${VERSION}`,
        server.url + page,
        '--quiet',
        '--output=json',
        `--output-path=${report}`,
        `--chrome-flags=${FLAGS}`,
      ],
      { stdio: 'inherit', env: { ...process.env, CHROME_PATH: await findBrowser() } },
    );
    if (run.status !== 0) throw new Error('Lighthouse did not finish');
    printReport(page, JSON.parse(readFileSync(report, 'utf8')));
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** @param {string} page @param {{ categories: Record<string, { title: string; score: number }>; audits: Record<string, { id: string; score: number | null; displayValue?: string }> }} result */
function printReport(page, { categories, audits }) {
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
  const { ['first-contentful-paint']: fcp, ['largest-contentful-paint']: lcp } = audits;
  console.log(
    `${page.padEnd(14)} ${scores.join(' · ')}   FCP ${fcp?.displayValue} · LCP ${lcp?.displayValue}`,
  );
  const failed = Object.values(categories).filter(({ score }) => score < 1);
  if (failed.length === 0) return;
  process.exitCode = 1;
  const weak = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  console.log(`  below 1: ${weak.map(({ id, displayValue = '' }) => `${id} ${displayValue}`).join(', ')}`);
}
