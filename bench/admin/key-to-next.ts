import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../tests/harness/browser.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { median } from '../support/numbers.ts';

const GOAL_MS = 50;
const KEYS = 30;
/** Milliseconds between two keys: someone who reads. */
const PACE_MS = 300;

/** Puts a session into the browser, as the login dialog does. */
async function signIn(page: Page, server: TestServer): Promise<void> {
  const email = 'hands@lab.example';
  const { password } = await server.addAdmin(email);
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
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

/** Runs in the page: keeps how long each key takes until the next application's name has been painted. */
function watchNames(): void {
  const seen = window as unknown as { waits: number[]; pressedAt: number };
  const nameOf = () => document.querySelector('article h3')?.textContent;
  let shown = nameOf();
  new MutationObserver(() => {
    const name = nameOf();
    if (!name || name === shown) return;
    shown = name;
    const { pressedAt } = seen;
    // A task after the frame's callbacks runs once the frame is drawn.
    requestAnimationFrame(() => setTimeout(() => seen.waits.push(performance.now() - pressedAt)));
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** From a key that moves an application to the next one on the screen, while one reads a list one by one. */
export async function measureKeyToNext(server: TestServer): Promise<object> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1350, height: 850 } });
    await signIn(page, server);
    await page.addInitScript(watchKeys);
    await page.goto(`${server.url}/admin?screen=triage&status=submitted`);
    await page.locator('article h3').waitFor();
    await page.waitForTimeout(1_000);
    await page.evaluate(watchNames);
    for (let count = 0; count < KEYS; count += 1) {
      await page.keyboard.press('d');
      await page.waitForTimeout(PACE_MS);
    }
    const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
    if (waits.length !== KEYS) throw new Error(`${KEYS} keys showed ${waits.length} applications`);
    const [middle, slowest] = [median(waits), Math.max(...waits)];
    console.log(
      `key that moves → the next application shown: ${middle.toFixed(1)} ms, at most ${slowest.toFixed(1)} ms (goal ≤ ${GOAL_MS} ms)`,
    );
    return { medianMs: middle, slowestMs: slowest, keys: KEYS, goalMs: GOAL_MS };
  } finally {
    await browser.close();
  }
}
