import { goToAccount } from '../harness/account-menu.ts';
import { findingsInBothSchemes } from '../harness/axe.ts';
import { Join } from '../harness/join.ts';
import { Login } from '../harness/login.ts';
import { expect, test } from '../harness/product.ts';

const joinDialog = ['#join-dialog'];
const loginDialog = ['#login-dialog'];

test('axe finds nothing in the join dialog with errors and with a toast', async ({ page }) => {
  const join = new Join(page);
  await join.open();
  await join.fill('sample');
  await join.field('Email').fill('x');
  await join.dialog.getByRole('checkbox').first().uncheck();
  await expect(join.dialog.getByText('Please enter a valid email address')).toBeVisible();
  expect(await findingsInBothSchemes(page, joinDialog)).toEqual([]);
  await page.route('**/rest/v1/applications*', (route) => route.abort());
  await join.fill('sample');
  await join.submit.click();
  await expect(join.toast('Error')).toBeVisible();
  expect(await findingsInBothSchemes(page, joinDialog)).toEqual([]);
});

test('axe finds nothing in the login dialog with its toast', async ({ page }) => {
  const login = new Login(page);
  await login.open();
  await login.submit.click();
  await expect(login.toast('Missing credentials')).toBeVisible();
  expect(await findingsInBothSchemes(page, loginDialog)).toEqual([]);
  await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click();
  expect(await findingsInBothSchemes(page, loginDialog)).toEqual([]);
});

test('axe finds nothing on the confirm page in success', async ({ page }) => {
  await page.route('**/rpc/confirm_email', (route) => route.fulfill({ json: { success: true } }));
  await page.goto('/confirm-email?application_id=x');
  await expect(page.getByText('confirmed successfully')).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});

// On phones too, because bar and account share one column.
test('axe finds nothing on the dashboard, the account page while an app is added, and the page for a new password @phone', async ({
  page,
  admin,
}) => {
  test.slow();
  await new Login(page).signIn(admin);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
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
