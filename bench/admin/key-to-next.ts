import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../tests/harness/browser.ts';
import { eventually } from '../../tests/harness/servers/processes.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { median } from '../support/numbers.ts';

const READER = 'hands@lab.example';
const GOAL_MS = 50;
const MOST_KEYS = 30;
/** Milliseconds between two keys: someone who reads. */
const PACE_MS = 300;
/** The same for someone who holds a key down. */
const FAST_PACE_MS = 20;

/** Puts a session into the browser, as the login dialog does. */
async function signIn(page: Page, server: TestServer): Promise<void> {
  const { password } = await server.addAdmin(READER);
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: READER, password }),
  });
  const session = await response.text();
  await page.goto(`${server.url}/confirm-email`);
  await page.evaluate((kept) => localStorage.setItem('sb-solostead-auth-token', kept), session);
}

/** Runs before the page's own script, so that a key is noticed before the page has answered it. */
function watchKeys(): void {
  const seen = Object.assign(window, { waits: [] as number[], pressedAt: 0 });
  addEventListener('keydown', ({ timeStamp }) => void (seen.pressedAt = timeStamp), true);
}

/** Runs in the page: keeps how long each key takes until the next application has been painted; each has a heading of its own. */
function watchHeadings(): void {
  const seen = window as unknown as { waits: number[]; pressedAt: number };
  const headingOf = () => document.querySelector('article h3');
  let shown = headingOf();
  new MutationObserver(() => {
    const heading = headingOf();
    if (!heading || heading === shown) return;
    shown = heading;
    const { pressedAt } = seen;
    // A task after the frame's callbacks runs once the frame is drawn.
    requestAnimationFrame(() => setTimeout(() => seen.waits.push(performance.now() - pressedAt)));
  }).observe(document.body, { childList: true, subtree: true });
}

async function press(page: Page, keys: number, paceMs: number): Promise<void> {
  for (let count = 0; count < keys; count += 1) {
    await page.keyboard.press('d');
    await page.waitForTimeout(paceMs);
  }
}

/** As many as the list holds for two times of pressing, with one left to be shown. */
async function keysFor(server: TestServer): Promise<number> {
  const [row] = await server.sql<{ n: number }>(
    `select count(*)::integer as n from public.applications where status = 'submitted' and archived_at is null`,
  );
  return Math.min(MOST_KEYS, Math.floor((row!.n - 1) / 2));
}

/** How many applications have been declined; an application declined twice, or none, is not counted. */
async function declined(server: TestServer): Promise<number> {
  const [row] = await server.sql<{ n: number }>(
    `select count(distinct application_id)::integer as n from public.application_events
      where actor_email = $1 and kind = 'moved' and detail ->> 'to' = 'declined'`,
    [READER],
  );
  return row!.n;
}

/**
 * From a key that moves an application to the next one on the screen, while one reads a list one by one; then that each key
 * declines one application when they come 20 ms apart. The server's site is built.
 */
export async function measureKeyToNext(server: TestServer): Promise<object> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  const keys = await keysFor(server);
  try {
    const page = await browser.newPage({ viewport: { width: 1350, height: 850 } });
    await signIn(page, server);
    await page.addInitScript(watchKeys);
    await page.goto(`${server.url}/admin?screen=triage&status=submitted`);
    await page.locator('article h3').waitFor();
    await page.waitForTimeout(1_000);
    await page.evaluate(watchHeadings);
    await press(page, keys, PACE_MS);
    const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
    if (waits.length !== keys) throw new Error(`${keys} keys showed ${waits.length} applications`);
    await press(page, keys, FAST_PACE_MS);
    await eventually(async () => (await declined(server)) === 2 * keys, 10);
    const [middle, slowest] = [median(waits), Math.max(...waits)];
    console.log(
      `key that moves → the next application shown: ${middle.toFixed(1)} ms, at most ${slowest.toFixed(1)} ms ` +
        `(goal ≤ ${GOAL_MS} ms); ${keys} keys ${FAST_PACE_MS} ms apart declined ${keys} applications`,
    );
    return { medianMs: middle, slowestMs: slowest, keys, goalMs: GOAL_MS };
  } finally {
    await browser.close();
  }
}
