import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Join } from '../e2e/harness/join.ts';
import { expect, test } from '../e2e/harness/product.ts';
import { seedOnce } from '../e2e/harness/review-desk.ts';
import { putSession, SESSION } from '../e2e/harness/account/session.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Compressed bytes of a comparable hand-made page. */
const budget = {
  html: 14_600,
  scriptBeforeInteraction: 2_048,
  requestsBeforeInteraction: 9,
  withoutFilm: 125_000,
  film: 1_000_000,
  joinPath: 92_100,
  reviewScripts: 120_000,
  styledWhenADialogOpens: 350,
} as const;

/** 0.000 as browsers report it. A word that ends 5 px further right in our face than in the fallback is below it. */
const STILL = 0.001;

interface Loaded {
  path: string;
  type: string;
  bytes: number;
}

/** Records all later requests of the page with their transferred size. Call the result when the page is idle. */
function record(page: Page): () => Promise<Loaded[]> {
  const loading: Promise<Loaded>[] = [];
  page.on('requestfinished', (request) => {
    const one = request.sizes().then(({ responseBodySize }) => ({
      path: new URL(request.url()).pathname,
      type: request.resourceType(),
      bytes: responseBodySize,
    }));
    // The page may be closed before anybody asks.
    one.catch(() => {});
    loading.push(one);
  });
  return () => Promise.all(loading);
}

const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const sum = (parts: readonly Loaded[]) => parts.reduce((bytes, part) => bytes + part.bytes, 0);

const ofType = (parts: readonly Loaded[], type: string) => parts.filter((part) => part.type === type);

/** Returns the text of the page's inline scripts. */
const inlineScripts = (page: Page) =>
  page
    .locator('script:not([src]):not([type="application/ld+json"])')
    .evaluateAll((scripts) => scripts.map((script) => script.textContent).join('\n'));

for (const path of ['/', '/case-study'])
  test(`${path}: little HTML, script, weight and few requests, and nothing moves`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts = Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const recorded = record(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    const loaded = await recorded();
    await page.evaluate(() => document.fonts.ready);
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
    expect(shifted).toBeLessThan(STILL);
    expect(loaded.map((part) => part.path)).toHaveLength(new Set(loaded.map((part) => part.path)).size);
    expect(loaded.length, JSON.stringify(loaded)).toBeLessThanOrEqual(budget.requestsBeforeInteraction);
    expect(sum(loaded.filter(({ type }) => type !== 'media'))).toBeLessThanOrEqual(budget.withoutFilm);
    // The headlines' face is in the inlined styles, because a preload would delay the first paint.
    await expect(page.locator('link[rel=preload]')).toHaveCount(0);
    await expect(page.locator('head link[rel=stylesheet]')).toHaveCount(0);
    expect(
      (await page.locator('head style').allTextContents()).join('').match(/url\([^)]*woff2/g),
    ).toHaveLength(1);
    // The second face is asked for by a stylesheet at the end of the body: after the first paint.
    await expect(page.locator('body link[rel=stylesheet]')).toHaveCount(1);
    expect([ofType(loaded, 'document').length, ofType(loaded, 'stylesheet').length]).toEqual([1, 1]);
    expect(sum(ofType(loaded, 'document'))).toBeLessThanOrEqual(budget.html);
    // A video in the page would add the browser's styles of media controls to the first paint.
    const html = await (await page.request.get(path)).text();
    expect(html.replaceAll(/<template>.*?<\/template>/gs, '')).not.toContain('<video');
    const files = ofType(loaded, 'script');
    const inline = await inlineScripts(page);
    expect(files.length, 'files of script before an interaction').toBeLessThanOrEqual(1);
    expect(files.length + inline.length).toBeGreaterThan(0);
    expect(sum(files) + compressed(inline)).toBeLessThanOrEqual(budget.scriptBeforeInteraction);
  });

test('the film has at most 1 MB in each of its formats', async ({ request }) => {
  for (const file of ['/film/one-line.av1.webm', '/film/one-line.mp4']) {
    const answer = await request.get(file);
    expect(answer.status()).toBe(200);
    expect((await answer.body()).length).toBeLessThanOrEqual(budget.film);
  }
});

test('the whole join path has at most 92 KB', async ({ page, prefix }) => {
  const join = new Join(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const loaded = record(page);
  await page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
  await join.fill(prefix);
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  const isRequested = async () =>
    (await loaded()).some(({ path }) => path.includes('send-confirmation-email'));
  await expect.poll(isRequested).toBe(true);
  const code = (await loaded()).filter(
    ({ path, type }) => path.endsWith('.js') || type === 'script' || type === 'stylesheet',
  );
  expect(sum(code), JSON.stringify(code)).toBeLessThanOrEqual(budget.joinPath);
});

test('the review list needs at most 120 KB of scripts in eight files', async ({ page, admin, server }) => {
  await seedOnce(server);
  const lost: string[] = [];
  await page.route('**/_astro/auth.*.js', (route) => {
    lost.push(route.request().url());
    return route.abort();
  });
  await putSession(page, admin);
  await withoutLateTimers(page);
  const loaded = record(page);
  await page.goto('/admin');
  await expect(page.getByRole('table')).toBeVisible();
  // A route turns off the cache that makes a preloaded script and its import one transfer.
  const byPath = new Map((await loaded()).map((one) => [one.path, one]));
  const scripts = [...byPath.values()].filter(({ path }) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.length).toBeLessThanOrEqual(8);
  expect(sum(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(budget.reviewScripts);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  expect(lost).not.toEqual([]);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION)).toBeNull();
});

/** Starts no timer of more than a second, so that what a page loads later is not counted on a slow machine. */
const withoutLateTimers = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout;
    const startSoon = (work: () => void, ms = 0, ...values: unknown[]) =>
      ms > 1_000 ? 0 : start(work, ms, ...values);
    window.setTimeout = startSoon as typeof start;
  });

/** Returns the number of elements the browser styled for one press, the maximum of its passes. */
async function styledElements(page: Page, press: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await press();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const passes = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  return Math.max(...passes.map(({ args }) => args.elementCount ?? 0));
}

test('the join form opens with few elements to style', async ({ page }) => {
  // A dialog makes the rest of the page inert, which styles every element that does not rest: this is what a tap waits for.
  for (const width of [412, 1350]) {
    await page.setViewportSize({ width, height: 823 });
    await page.goto('/', { waitUntil: 'networkidle' });
    const styled = await styledElements(page, async () => {
      await page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
      await expect(new Join(page).field('Full name')).toBeFocused();
    });
    expect(styled, `${width} px`).toBeGreaterThan(100);
    expect(styled, `${width} px`).toBeLessThanOrEqual(budget.styledWhenADialogOpens);
  }
});
