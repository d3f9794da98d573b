import type { Page } from '@playwright/test';

/** Goes to the account by the menu at the end of the dashboard's bar. */
export async function goToAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
}
