import type { Browser, CDPSession, Page } from '@playwright/test';

/** A mid-range phone with 412 × 823 px, on a connection of 150 ms and 1.6 Mbit/s, with a quarter of this processor. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const cpu = { rate: 4 };

/** Milliseconds, the layout shift, and the bytes received over the network, with compressed bodies and with headers. */
export type Visit = { fcp: number; lcp: number; tbt: number; cls: number; bytes: number };

/** Runs first in the page and records what the browser reports. */
function observe(): void {
  const seen = Object.assign(window, { paints: { fcp: 0, lcp: 0, tbt: 0, cls: 0 } }).paints;
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime));
  on('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  on('longtask', (entry) => (seen.tbt += Math.max(0, entry.duration - 50)));
  on('layout-shift', (entry) => (seen.cls += entry.value ?? 0));
}

/** Counts all later traffic. An unfinished response counts with the part that has arrived. */
function countTraffic(session: CDPSession): () => number {
  const bytes = new Map<string, number>();
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, (bytes.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength);
  });
  return () => [...bytes.values()].reduce((total, some) => total + some, 0);
}

/** One visit with a cold cache. `after` may use the page, still throttled. */
export async function visit(
  browser: Browser,
  url: string,
  after: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', cpu);
  const bytesNow = countTraffic(session);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  const paints = await page.evaluate(() => (window as unknown as { paints: Omit<Visit, 'bytes'> }).paints);
  const bytes = bytesNow();
  await after(page);
  await context.close();
  return { ...paints, bytes };
}

/** Taps Join Us. Returns the milliseconds until the first field has the focus. */
export async function tapToFocus(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = Object.assign(window, { pressed: 0, focused: 0 });
    addEventListener('pointerdown', (event) => (seen.pressed = event.timeStamp), {
      once: true,
      capture: true,
    });
    addEventListener('focusin', ({ target }) => {
      if ((target as HTMLElement).matches('#join-dialog input')) seen.focused ||= performance.now();
    });
  });
  // A locator would add listeners to the page, which run throttled before the dialog opens.
  const { x, y } = await page.evaluate(() => {
    const button = document.querySelector('main [commandfor=join-dialog]')!;
    button.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.touchscreen.tap(x, y);
  const both = await page.waitForFunction(() => {
    const { pressed, focused } = window as unknown as { pressed: number; focused: number };
    return focused ? focused - pressed : null;
  });
  return (await both.jsonValue()) as number;
}
