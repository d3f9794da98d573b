import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '@solostead/server-testkit/browser';
import { startServer } from '../tests/harness/servers/server.ts';
import { buildTestSite, testSiteDir } from '../tests/harness/servers/site.ts';
import { handMade } from './site/hand-made.ts';
import { tapToFocus, type Visit, visit } from './site/visit.ts';
import { median, medians } from './support/numbers.ts';

export const TITLE = 'the landing page on a throttled phone, next to a hand-made page with the same words';

const VISITS = 9;
const goals = { paint: 1.1, tapMs: 50, tbtMs: 20 };

/** The built site together with the hand-made page, so that one server serves both. */
async function siteWithPeer(): Promise<string> {
  await buildTestSite();
  const dist = mkdtempSync(join(tmpdir(), 'solostead-bench-site-'));
  cpSync(testSiteDir, dist, { recursive: true });
  const peer = handMade(readFileSync(join(dist, 'index.html'), 'utf8'));
  writeFileSync(join(dist, 'hand-made.html'), peer);
  // Compressed at the same level as our page.
  writeFileSync(join(dist, 'hand-made.html.br'), brotliCompressSync(peer));
  return dist;
}

/** Visits the pages in turn, so that other load of the machine affects both. Returns the medians. */
async function visitAll(browser: Browser, ours: string) {
  const visits = { page: [] as Visit[], handMade: [] as Visit[] };
  const taps: number[] = [];
  for (let round = 0; round < VISITS; round += 1) {
    visits.handMade.push(await visit(browser, `${ours}/hand-made`));
    const tap = async (page: Page) => void taps.push(await tapToFocus(page));
    visits.page.push(await visit(browser, `${ours}/`, tap));
  }
  return { page: medians(visits.page), handMade: medians(visits.handMade), tapToFocusMs: median(taps) };
}

export async function measure(): Promise<object> {
  const dist = await siteWithPeer();
  const server = await startServer({ keepsLog: false, env: { SITE_DIST: dist } });
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  try {
    const { tapToFocusMs, ...pages } = await visitAll(browser, server.url);
    const { page, handMade: peer } = pages;
    const ratios = { fcp: page.fcp / peer.fcp, lcp: page.lcp / peer.lcp };
    console.table(pages);
    console.log('  milliseconds, layout shift and bytes over the network');
    console.log(
      `  against hand-made: FCP ${ratios.fcp.toFixed(2)}, LCP ${ratios.lcp.toFixed(2)} (goal ≤ ${goals.paint}); ` +
        `goals: TBT ≤ ${goals.tbtMs} ms, CLS 0`,
    );
    console.log(
      `  tap on Join Us → first field focused ${tapToFocusMs.toFixed(0)} ms (goal ≤ ${goals.tapMs} ms, cold)`,
    );
    return { ...pages, ratios, tapToFocusMs, goals };
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dist, { recursive: true });
  }
}
