import type { Page } from '@playwright/test';
import { goToAccount } from '../harness/account/account-menu.ts';
import { findings, findingsInBothSchemes } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { dashboard, openAccount } from '../harness/account/own-account.ts';
import { expect, test } from '../harness/product.ts';
import { savedFile } from '../harness/saved-file.ts';
import {
  addApp,
  beginApp,
  factors,
  keepCodes,
  haveApp,
  haveRecoveryCodes,
  recoveryCodes,
} from '../harness/account/second-factors.ts';
import { totp } from '@solostead/server-testkit/identity/totp';

const CODE = /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/;

/** Adds the account's first app and returns the recovery codes that the page then shows. */
async function firstApp(page: Page, meanwhile = async () => {}): Promise<string[]> {
  const key = await beginApp(page);
  await factors(page).getByLabel('Six-digit code').fill(totp(key));
  await page.keyboard.press('Enter');
  await meanwhile();
  await expect(recoveryCodes(page).getByRole('listitem')).toHaveCount(10);
  return recoveryCodes(page).getByRole('listitem').allInnerTexts();
}

test('recovery codes come with a second factor, are kept and renewed @release', async ({
  page,
  context,
  server,
  me,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAccount(page, me);
  await expect(recoveryCodes(page)).toBeHidden();
  const { promise: made, resolve: make } = Promise.withResolvers<void>();
  await page.route('**/factors/recovery-codes*', async (route) => {
    if (route.request().method() === 'POST') await made;
    await route.fallback();
  });
  const sent = page.waitForRequest(
    (request) => /recovery/.test(request.url()) && request.method() === 'POST',
  );
  const codes = await firstApp(page, async () => {
    await sent;
    await expect(recoveryCodes(page)).toBeVisible();
    await expect(recoveryCodes(page).getByText('You have none yet.')).toHaveCount(0);
    make();
  });
  for (const code of codes) expect(code).toMatch(CODE);
  await expect(page.getByRole('heading', { name: 'Keep these codes somewhere safe' })).toBeFocused();
  expect(await findingsInBothSchemes(page)).toEqual([]);

  await test.step('copied, downloaded and printed', async () => {
    await recoveryCodes(page).getByRole('button', { name: 'Copy' }).click();
    await expect(new Login(page).toast('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
    // Browsers do the same without https.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await recoveryCodes(page).getByRole('button', { name: 'Copy' }).click();
    await expect(new Login(page).toast('Not copied')).toBeVisible();
    const { name, text } = await savedFile(page, () =>
      recoveryCodes(page).getByRole('button', { name: 'Download' }).click(),
    );
    expect(name).toBe('recovery-codes.txt');
    expect(text).toContain(`Recovery codes of ${me.email}`);
    for (const code of codes) expect(text).toContain(code);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(`Recovery codes of ${me.email}`)).toBeVisible();
    await expect(page.getByText(codes[0]!)).toBeVisible();
    await expect(page.getByText('Admin Dashboard')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('kept, and none for a further factor', async () => {
    await keepCodes(page);
    await expect(recoveryCodes(page)).toContainText('10 of 10 codes left.');
    await expect(page.locator('body')).not.toContainText(codes[0]!);
    // A further factor brings none.
    await addApp(page, 'Tablet');
    await expect(recoveryCodes(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('new ones when few are left', async () => {
    await server.sql(
      `update auth.mfa_recovery_codes c set consumed_at = now() where c.id in (
       select c.id from auth.mfa_recovery_codes c join auth.mfa_recovery_code_sets s
         on s.id = c.mfa_recovery_code_set_id join auth.users u on u.id = s.user_id
       where u.email = $1 limit 8)`,
      [me.email],
    );
    await page.reload();
    await expect(recoveryCodes(page)).toContainText('2 of 10 codes left. Make new ones before they run out.');
    await expect(page.locator('body')).not.toContainText(codes[0]!);
    expect(await findings(page)).toEqual([]);
    await recoveryCodes(page).getByRole('button', { name: 'Make new codes' }).click();
    await recoveryCodes(page)
      .getByRole('button', { name: 'Make new ones? The old ones stop working' })
      .click();
    await expect(recoveryCodes(page).getByRole('listitem')).toHaveCount(10);
    const fresh = await recoveryCodes(page).getByRole('listitem').allInnerTexts();
    expect(new Set([...codes, ...fresh]).size).toBe(20);
  });
});

test('a recovery code replaces the second factor, and a wrong one is reported at the field', async ({
  page,
  server,
  me,
}) => {
  const [code = ''] = await haveRecoveryCodes(server, await haveApp(server, me));
  const login = new Login(page);
  await login.signIn(me);
  await login.dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = login.dialog.getByLabel('Recovery code', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/16 letters and digits/);
  await page.keyboard.type('AAAA-BBBB-CCCC-DDDD');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/not one of your unused recovery codes/);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.type(code.replaceAll(/(.{4})(?=.)/g, '$1-'));
  await page.keyboard.press('Enter');
  await expect(dashboard(page)).toBeVisible();

  await test.step('the last factor takes the codes with it and leaves the session', async () => {
    await goToAccount(page);
    await expect(recoveryCodes(page)).toContainText('9 of 10 codes left.');
    await factors(page).getByRole('button', { name: 'Remove' }).click();
    await factors(page).getByRole('button', { name: 'Really remove?' }).click();
    await expect(factors(page).getByText('None.')).toBeVisible();
    await expect(recoveryCodes(page)).toBeHidden();
    await expect(factors(page).locator(':focus')).toHaveCount(1);
    await expect(dashboard(page)).toBeVisible();
  });
});

test('an auth service without recovery codes shows none and fails nothing @release', async ({ page, me }) => {
  // As a project on Supabase answers whose auth service is older, or has them switched off.
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external: { email: true } } }));
  await page.route('**/auth/v1/factors/recovery-codes', (route) =>
    route.fulfill({ status: 405, contentType: 'text/plain', body: '' }),
  );
  await openAccount(page, me);
  const key = await beginApp(page);
  await factors(page).getByLabel('Six-digit code').fill(totp(key));
  await page.keyboard.press('Enter');
  await expect(new Login(page).toast('App added')).toBeVisible();
  await expect(factors(page).getByRole('listitem')).toHaveCount(1);
  await expect(recoveryCodes(page)).toBeHidden();
  await expect(page.locator('[data-toast="danger"]')).toHaveCount(0);
});
