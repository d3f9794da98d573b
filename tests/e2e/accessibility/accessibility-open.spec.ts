import { findingsInBothSchemes } from '../harness/axe.ts';
import { expect, test } from '../harness/review-desk.ts';

test('axe finds nothing in the notice of a part that failed to load', async ({ desk }) => {
  const { page } = desk;
  await page.route(/\/Board\./, (route) => route.abort());
  await desk.open('?screen=board');
  await expect(page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});

test('axe finds nothing in the notices of dialogs whose script failed to load', async ({ page }) => {
  await page.route(/hydrate-login/, (route) => route.abort());
  await page.goto('/');
  await page.evaluate(() => document.querySelector<HTMLElement>('[commandfor=login-dialog]')!.click());
  await expect(page.getByText('This part could not be loaded.')).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});
