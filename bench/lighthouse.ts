import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../tests/harness/browser.ts';
import { startServer } from '../tests/harness/servers/server.ts';
import { buildPublicSite } from '../tests/harness/servers/site.ts';
import { median } from './support/numbers.ts';

const VERSION = '13.5.0';
const RUNS = 5;
const pages = ['/', '/case-study', '/privacy'];
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking --no-first-run';

export const TITLE =
  'Lighthouse, fetched by npx, median of five, on /, /case-study and /privacy: exit code 1 below 100';

/** Fetches a program from the network, so it is measured only when it is named. */
export const isOnlyByName = true;

/** What is read of Lighthouse's report. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

/**
 * Asks Lighthouse (phone profile) about pages of a server of its own, built as they go live: without a public address a
 * canonical link has none to name. Exit code 1 below 100.
 */
export async function measure(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-lighthouse-'));
  const server = await startServer({ env: { SITE_DIST: await buildPublicSite() } });
  try {
    const browser = await findBrowser();
    const asked: Report[][] = pages.map(() => []);
    // By turns, so that all pages meet the same weather on this machine.
    for (let round = 0; round < RUNS; round += 1) {
      pages.forEach((page, index) =>
        asked[index]!.push(ask(server.url + page, join(folder, `${index}.json`), browser)),
      );
    }
    return Object.fromEntries(pages.map((page, index) => [page, scoresOf(page, asked[index]!)]));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function ask(url: string, file: string, browser: string): Report {
  const args = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${FLAGS}`];
  const { status } = spawnSync('npx', ['--yes', `lighthouse@${VERSION}`, url, ...args], {
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: browser },
  });
  if (status !== 0) throw new Error('Lighthouse did not finish');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The median score of each category over all runs, and those of single runs beside it. */
function scoresOf(page: string, reports: readonly Report[]): Record<string, number> {
  const said = [];
  const scores: Record<string, number> = {};
  for (const [id, { title }] of Object.entries(reports[0]!.categories)) {
    const runs = reports.map(({ categories }) => Math.round(categories[id]!.score * 100));
    scores[title] = median(runs);
    said.push(`${title} ${scores[title]} (${runs.join(' ')})`);
  }
  console.log(`${page.padEnd(14)} ${said.join(' · ')}`);
  if (Object.values(scores).some((score) => score < 100)) {
    process.exitCode = 1;
    const weak = Object.values(reports.at(-1)!.audits).filter(({ score }) => score !== null && score < 0.9);
    console.log(`  below 1: ${weak.map(({ id, displayValue = '' }) => `${id} ${displayValue}`).join(', ')}`);
  }
  return scores;
}
