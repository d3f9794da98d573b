import { Login } from '../harness/account/login.ts';
import { linkPage } from '../harness/account/mailed-link.ts';
import { button, dashboard, newPassword } from '../harness/account/own-account.ts';
import { expect, test } from '../harness/product.ts';
import { SESSION, sessionOf, signOut } from '../harness/account/session.ts';
import { closeStorage, fillStorage } from '../harness/storage.ts';

test('with full local storage a sign-in lasts in its tab @release', async ({ page, admin, colleague }) => {
  await page.goto('/favicon.svg');
  await fillStorage(page, ['localStorage']);
  const login = new Login(page);
  await login.open();
  await expect(login.dialog.getByText('signed in only in this tab')).toBeVisible();
  await login.send(admin);
  await expect(dashboard(page)).toBeVisible();
  const other = await page.context().newPage();
  await new Login(other).signIn(colleague);
  await expect(dashboard(other)).toBeVisible();
  await signOut(other);
  await expect(page).toHaveURL('/admin');
  await page.reload();
  await expect(dashboard(page)).toBeVisible();

  const isReloaded = page.waitForEvent('domcontentloaded');
  const session = await sessionOf(other, colleague);
  await other.evaluate(
    ([key, stored]) => {
      localStorage.clear();
      localStorage.setItem(key, stored);
    },
    [SESSION, session] as const,
  );
  await isReloaded;
  await expect(dashboard(page)).toBeVisible();
  await other.evaluate((key) => localStorage.removeItem(key), SESSION);
  await expect(page).toHaveURL(/\/$/);
  await expect(login.toast('Signed out')).toContainText('Your session has ended.');
});

test('a browser that blocks storage sees in the login dialog what to allow, and a mailed link signs in until the page is left', async ({
  page,
  server,
  me,
}) => {
  await closeStorage(page);
  const login = new Login(page);
  await login.open();
  await expect(login.dialog.getByText('Allow cookies and site data')).toBeVisible();
  await login.send(me);
  await expect(login.toast('Not signed in')).toContainText('Allow cookies and site data');
  await expect(login.dialog).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await page.goto(await linkPage(server, me.email, 'recovery'));
  await button(page, 'Continue').click();
  await expect(newPassword(page)).toBeVisible();
  await expect(login.toast('for this page only')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Applications', exact: true })).toBeAttached();
});
