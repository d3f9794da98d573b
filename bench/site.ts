import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { browserFlags, findBrowser } from '../server/tests/harness/browser.ts';
import { startServer } from '../tests/harness/servers/server.ts';
import { buildTestSite, testSiteDir } from '../tests/harness/servers/site.ts';
import { handMade } from './site/hand-made.ts';
import { nextPackages, startNextTemplate } from './site/next-template.ts';
import type { Traffic } from './site/traffic.ts';
import { type Paints, tapToFocus, visit } from './site/visit.ts';
import { median } from './support/numbers.ts';

export const TITLE =
  "the landing page on a throttled phone, beside a hand-made page with the same words and Next's template";

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

type Visit = Paints & Traffic;

/** Visits the pages in turn, so that other load of the machine affects all. `next` is null if it cannot be built. */
async function visitAll(browser: Browser, url: string, next: string | null) {
  const visits = { ours: [] as Visit[], handMade: [] as Visit[], next: [] as Visit[] };
  const taps: number[] = [];
  const stay = async () => null;
  const look = async (at: string): Promise<Visit> => {
    const { paints, traffic } = await visit(browser, at, stay);
    return { ...paints, ...traffic };
  };
  for (let round = 0; round < VISITS; round += 1) {
    visits.handMade.push(await look(`${url}/hand-made`));
    if (next) visits.next.push(await look(next));
    const { paints, traffic, result } = await visit(browser, `${url}/`, tapToFocus);
    visits.ours.push({ ...paints, ...traffic });
    taps.push(result);
  }
  return { visits, tap: median(taps) };
}

const medians = (visits: readonly Visit[]): Visit => {
  const of = (value: (visit: Visit) => number) => median(visits.map(value));
  return {
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    bytes: of(({ bytes }) => bytes),
    scriptBytes: of(({ scriptBytes }) => scriptBytes),
    requests: of(({ requests }) => requests),
  };
};

const compressed = (file: string) => brotliCompressSync(readFileSync(file)).length;

/** Serves Next's template. Returns the reason if it cannot be built. */
const nextTemplate = () =>
  startNextTemplate().catch((error: Error) => {
    console.log(`  Next's template is left out: ${error.message}`);
    return error.message;
  });

export async function measure(): Promise<object> {
  const dist = await siteWithPeer();
  const next = await nextTemplate();
  const server = await startServer({ keepsLog: false, env: { SITE_DIST: dist } });
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  try {
    const { visits, tap } = await visitAll(browser, server.url, typeof next === 'string' ? null : next.url);
    const [page, handMadePage] = [medians(visits.ours), medians(visits.handMade)];
    const template =
      typeof next === 'string'
        ? { notMeasured: next.split('\n')[0]! }
        : { versions: nextPackages, ...medians(visits.next) };
    const ratios = { fcp: page.fcp / handMadePage.fcp, lcp: page.lcp / handMadePage.lcp };
    const bytes = {
      page: compressed(join(dist, 'index.html')),
      handMade: compressed(join(dist, 'hand-made.html')),
    };
    print({ ours: page, 'hand-made': handMadePage, "Next's template": template }, ratios, tap, bytes);
    const pages = { page, handMade: handMadePage, nextTemplate: template };
    return { ...pages, ratios, tapToFocusMs: tap, htmlBytes: bytes, goals };
  } finally {
    await browser.close();
    await server.stop();
    if (typeof next !== 'string') await next.stop();
    rmSync(dist, { recursive: true });
  }
}

function print(
  pages: Readonly<Record<string, Visit | { notMeasured: string }>>,
  ratios: { fcp: number; lcp: number },
  tap: number,
  bytes: object,
): void {
  for (const [name, page] of Object.entries(pages)) console.log(`  ${name.padEnd(16)} ${line(page)}`);
  console.log(
    `  against hand-made: FCP ${ratios.fcp.toFixed(2)}, LCP ${ratios.lcp.toFixed(2)} (goal ≤ ${goals.paint}); ` +
      `goals: TBT ≤ ${goals.tbtMs} ms, CLS 0`,
  );
  console.log(`  tap on Join Us → first field focused ${tap.toFixed(0)} ms (goal ≤ ${goals.tapMs} ms, cold)`);
  console.log(`  HTML with styles, compressed: ${JSON.stringify(bytes)}`);
}

function line(page: Visit | { notMeasured: string }): string {
  if ('notMeasured' in page) return `not measured: ${page.notMeasured}`;
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  return (
    `FCP ${page.fcp.toFixed(0)} ms, LCP ${page.lcp.toFixed(0)} ms, TBT ${page.tbt.toFixed(0)} ms, CLS ${page.cls.toFixed(4)}; ` +
    `${kb(page.bytes)} in ${page.requests} requests, script ${kb(page.scriptBytes)}`
  );
}
