import { expect, test } from './harness/product.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** On a phone only what stands or opens differently there. */
test.beforeEach(({}, info) => {
  const dependsOnWidth = /six sections/.test(info.title);
  test.skip(!dependsOnWidth && info.project.name === 'phone', 'not for phones');
});

test('the case study has its six sections, a way home and a canonical link (contract P2.9)', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'View Case Study' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Overview',
    'Opportunity',
    'Timeline',
    'What Was Built',
    'AI-Powered Stack',
    'What It Proves',
  ]);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/case-study$/);
  await page.getByRole('link', { name: 'Back to Home' }).first().click();
  await expect(page).toHaveURL('/');
});

test('five addresses have a page (contract P2.1)', async ({ request }) => {
  for (const [path, status, title] of [
    ['/', 200, 'a software lab where the team is one person'],
    ['/case-study', 200, 'case study'],
    ['/confirm-email', 200, 'Confirm your email'],
    ['/admin', 200, 'Admin Dashboard'],
    ['/anything-else', 404, 'Page not found'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(status);
    expect(/<title>([^<]*)/.exec(await answer.text())?.[1], path).toContain(title);
  }
});

test('an unknown path answers 404 with the page, and its path goes to the console (contract P2.11)', async ({
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const answer = await page.goto('/no/such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  expect(said.join('\n')).toContain('/no/such-page');
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('nothing is wider than the page', async ({ page }) => {
  for (const path of ['/', '/case-study', '/confirm-email', '/no-such-page']) {
    for (const width of [320, 390, 768, 1100, 1350]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('on paper there are the words, dark on light, and neither controls nor film', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/', '/case-study']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const left of await page.locator('nav, dialog, button, video').all()) {
      await expect(left).toBeHidden();
    }
  }
});
