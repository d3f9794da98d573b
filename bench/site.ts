import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { browserFlags, findBrowser } from '../tests/harness/browser.ts';
import { startServer } from '../tests/harness/servers/server.ts';
import { buildTestSite, testSiteDir } from '../tests/harness/servers/site.ts';
import { handMade } from './site/hand-made.ts';
import { type Paints, tapToFocus, visit } from './site/visit.ts';
import { median } from './support/numbers.ts';

export const TITLE = 'the landing page on a throttled phone, beside a hand-made page with the same words';

const VISITS = 9;
const goals = { paint: 1.1, tapMs: 50, tbtMs: 20 };

/** The built site with the hand-made page beside it, so that one server serves both. */
async function siteWithPeer(): Promise<string> {
  await buildTestSite();
  const dist = mkdtempSync(join(tmpdir(), 'solostead-bench-site-'));
  cpSync(testSiteDir, dist, { recursive: true });
  const peer = handMade(readFileSync(join(dist, 'index.html'), 'utf8'));
  writeFileSync(join(dist, 'hand-made.html'), peer);
  // Compressed as well as ours is.
  writeFileSync(join(dist, 'hand-made.html.br'), brotliCompressSync(peer));
  return dist;
}

async function visitAll(browser: Browser, url: string) {
  const ours: Paints[] = [];
  const peers: Paints[] = [];
  const taps: number[] = [];
  // By turns, so that both meet the same weather on this machine.
  for (let round = 0; round < VISITS; round += 1) {
    peers.push((await visit(browser, `${url}/hand-made`, async () => null)).paints);
    const { paints, result } = await visit(browser, `${url}/`, tapToFocus);
    ours.push(paints);
    taps.push(result);
  }
  return { ours, peers, tap: median(taps) };
}

const medians = (visits: readonly Paints[]): Paints => ({
  fcp: median(visits.map(({ fcp }) => fcp)),
  lcp: median(visits.map(({ lcp }) => lcp)),
  tbt: median(visits.map(({ tbt }) => tbt)),
  cls: median(visits.map(({ cls }) => cls)),
});

const compressed = (file: string) => brotliCompressSync(readFileSync(file)).length;

export async function measure(): Promise<object> {
  const dist = await siteWithPeer();
  const server = await startServer({ keepsLog: false, env: { SITE_DIST: dist } });
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  try {
    const { ours, peers, tap } = await visitAll(browser, server.url);
    const [page, peer] = [medians(ours), medians(peers)];
    const ratios = { fcp: page.fcp / peer.fcp, lcp: page.lcp / peer.lcp };
    const bytes = {
      page: compressed(join(dist, 'index.html')),
      handMade: compressed(join(dist, 'hand-made.html')),
    };
    print(page, peer, ratios, tap, bytes);
    return { page, handMade: peer, ratios, tapToFocusMs: tap, htmlBytes: bytes, goals: goals };
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dist, { recursive: true });
  }
}

function print(
  page: Paints,
  peer: Paints,
  ratios: { fcp: number; lcp: number },
  tap: number,
  bytes: object,
): void {
  const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
  console.log(
    `  FCP   ${ms(page.fcp)}   hand-made ${ms(peer.fcp)}   ratio ${ratios.fcp.toFixed(2)} (goal ≤ ${goals.paint})`,
  );
  console.log(
    `  LCP   ${ms(page.lcp)}   hand-made ${ms(peer.lcp)}   ratio ${ratios.lcp.toFixed(2)} (goal ≤ ${goals.paint})`,
  );
  console.log(`  TBT   ${ms(page.tbt)}   (goal ≤ ${goals.tbtMs} ms)   CLS ${page.cls.toFixed(4)} (goal 0)`);
  console.log(`  tap on Join Us → first field focused ${ms(tap)} (goal ≤ ${goals.tapMs} ms, cold)`);
  console.log(`  HTML with styles, compressed: ${JSON.stringify(bytes)}`);
}
