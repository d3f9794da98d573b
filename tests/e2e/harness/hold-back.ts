import type { Page } from '@playwright/test';

/** Holds matching requests back until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Does something that sends a matching request, which is held back until the returned function is called. */
export async function sendHeldBack(
  page: Page,
  url: string,
  action: () => Promise<unknown>,
): Promise<() => void> {
  const release = await holdBack(page, url);
  const sent = page.waitForRequest(url);
  await action();
  await sent;
  return release;
}
