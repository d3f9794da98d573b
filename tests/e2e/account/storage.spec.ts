import { Login } from '../harness/login.ts';
import { linkPage } from '../harness/mailed-link.ts';
import { button, dashboard, newPassword } from '../harness/own-account.ts';
import { expect, test } from '../harness/product.ts';
import { putSession, signOut } from '../harness/session.ts';
import { closeStorage, fillStorage } from '../harness/storage.ts';

test('a session survives when the storage around it fills up', async ({ page, admin }) => {
  await putSession(page, admin);
  await page.goto('/favicon.svg');
  await fillStorage(page, ['localStorage', 'sessionStorage']);
  await page.goto('/admin');
  await expect(dashboard(page)).toBeVisible();
  await page.reload();
  await expect(dashboard(page)).toBeVisible();
});

test('with full local storage a sign-in lasts in its tab only, with a notice, and ends independently of other tabs', async ({
  page,
  admin,
  colleague,
}) => {
  await page.goto('/favicon.svg');
  await fillStorage(page, ['localStorage']);
  const login = new Login(page);
  await login.open();
  await expect(login.dialog.getByText('signed in in this tab alone')).toBeVisible();
  await login.send(admin);
  await expect(dashboard(page)).toBeVisible();
  const other = await page.context().newPage();
  await new Login(other).signIn(colleague);
  await expect(dashboard(other)).toBeVisible();
  await signOut(other);
  await other.goto('/admin');
  await expect(other).toHaveURL(/\/$/);
  await expect(page).toHaveURL('/admin');
  await page.reload();
  await expect(dashboard(page)).toBeVisible();
  await signOut(page);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/$/);
});

test('a session of one tab ends once the whole browser has another', async ({ page, admin, colleague }) => {
  await page.goto('/favicon.svg');
  await fillStorage(page, ['localStorage']);
  await new Login(page).signIn(admin);
  await expect(dashboard(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(() => localStorage.clear());
  const isReloaded = page.waitForEvent('domcontentloaded');
  await new Login(other).signIn(colleague);
  await expect(dashboard(other)).toBeVisible();
  await isReloaded;
  await expect(dashboard(page)).toBeVisible();
  await signOut(other);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/$/);
});

test('a browser that blocks storage sees what to allow, and stays in the login dialog', async ({
  page,
  admin,
}) => {
  await closeStorage(page);
  const login = new Login(page);
  await login.open();
  await expect(login.dialog.getByText('Allow it cookies and site data')).toBeVisible();
  await login.send(admin);
  await expect(login.toast('Not signed in')).toContainText('Allow it cookies and site data');
  await expect(login.dialog).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a mailed link signs in without any storage until the page is left', async ({
  page,
  server,
  me: { email },
}) => {
  await closeStorage(page);
  await page.goto(await linkPage(server, email, 'recovery'));
  await button(page, 'Continue').click();
  await expect(newPassword(page)).toBeVisible();
  await expect(page.locator('[data-toast]').filter({ hasText: 'in this page alone' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeAttached();
});
