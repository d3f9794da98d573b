import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { Join } from './join.ts';
import { Login } from './login.ts';

async function findings(page: Page): Promise<string[]> {
  // Colours in the middle of a transition are nobody's colours.
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('in the join dialog, empty, with errors and with a toast', async ({ page }) => {
      const join = new Join(page);
      await join.open();
      expect(await findings(page)).toEqual([]);
      await join.fill('sample');
      await join.field('Email').fill('x');
      await join.dialog.getByRole('checkbox').first().uncheck();
      expect(await findings(page)).toEqual([]);
      await page.route('**/rest/v1/applications*', (route) => route.abort());
      await join.fill('sample');
      await join.submit.click();
      await expect(join.toast('Error')).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test('in the login dialog with its toast', async ({ page }) => {
      const login = new Login(page);
      await login.open();
      await login.submit.click();
      await expect(login.toast('Missing credentials')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click();
      expect(await findings(page)).toEqual([]);
    });

    test('on the confirm page, in success and in error', async ({ page }) => {
      await page.goto('/confirm-email');
      await expect(page.getByText('missing application ID')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.route('**/rpc/confirm_email', (route) => route.fulfill({ json: { success: true } }));
      await page.goto('/confirm-email?application_id=x');
      await expect(page.getByText('confirmed successfully')).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test('on the dashboard', async ({ page, admin }) => {
      await new Login(page).signIn(admin);
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test('on the account page, while an app is added, and on the page for a new password', async ({
      page,
      admin,
    }) => {
      await new Login(page).signIn(admin);
      await page.getByRole('link', { name: 'Your account' }).click();
      await page.getByRole('button', { name: 'Add an app' }).click();
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
      await expect(page.getByText('This browser')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.goto('/admin?view=new-password');
      await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}

test('the dialogs work by keyboard: Escape closes them and the focus returns to their button', async ({
  page,
}) => {
  const join = new Join(page);
  await join.open();
  await expect(join.field('Full name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(join.dialog).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: 'Join Us' }).first()).toBeFocused();
});
