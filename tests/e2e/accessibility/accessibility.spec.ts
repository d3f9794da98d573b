import { goToAccount } from '../harness/account-menu.ts';
import { findingsInBothSchemes } from '../harness/axe.ts';
import { expect, test } from '../harness/product.ts';
import { putSession } from '../harness/session.ts';

// On phones too, because bar and account share one column.
test('axe finds nothing on the dashboard, the account page while an app is added, and the page for a new password @phone', async ({
  page,
  admin,
}) => {
  test.slow();
  await putSession(page, admin);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeAttached();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await goToAccount(page);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(page.getByLabel('Name to know it by')).toBeFocused();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByText('This browser')).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/admin?view=new-password');
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});
