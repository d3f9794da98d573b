import type { Route } from '@playwright/test';
import { findings, findingsInBothSchemes } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { holdBack } from '../harness/hold-back.ts';
import { codeIn, latestMail, linkIn } from '../harness/account/mailed-link.ts';
import { expect, test } from '../harness/product.ts';
import { button, newPassword, whoIsHere } from '../harness/account/own-account.ts';

test('the code of a mail signs in after “Forgot your password?” and continues to a new password', async ({
  page,
  server,
  me: { email },
}) => {
  const login = new Login(page);
  await login.open();
  await test.step('the way back from a forgotten password', async () => {
    await login.dialog.getByLabel('Email').fill(email);
    await button(page, 'Forgot your password?').click();
    expect(await findingsInBothSchemes(page, ['#login-dialog'])).toEqual([]);
    await login.dialog.getByRole('button', { name: 'Back to sign in' }).click();
    await expect(login.dialog.getByLabel('Email')).toBeFocused();
    await expect(login.dialog.getByLabel('Email')).toHaveValue(email);
    await button(page, 'Forgot your password?').click();
    // An answer that comes after Back leaves the person where they are.
    const requested = Promise.withResolvers<Route>();
    await page.route('**/auth/v1/recover*', (route) => requested.resolve(route), { times: 1 });
    await login.dialog.getByLabel('Email').fill(`unknown-${email}`);
    await button(page, 'Send link').click();
    const held = await requested.promise;
    await button(page, 'Back to sign in').click();
    await held.continue();
    await expect(page.getByText('If this address has an account')).toBeVisible();
    await expect(login.dialog.getByLabel('Password')).toBeVisible();
    await login.dialog.getByLabel('Email').fill(email);
    await button(page, 'Forgot your password?').click();
    await button(page, 'Send link').click();
  });
  const code = login.dialog.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expect(login.dialog).toContainText(`an email is on its way to ${email}.`);
  expect(await findings(page)).toEqual([]);
  const mail = await latestMail(server, email);
  expect(linkIn(mail)).toMatch(/\/admin\?token_hash=[0-9a-f]{56}&type=recovery$/);
  const right = codeIn(mail);
  await test.step('a wrong code, and one given up for another address', async () => {
    await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/This code is wrong/);
    const verify = await holdBack(page, '**/auth/v1/verify');
    const session = page.waitForResponse('**/auth/v1/verify');
    const signedOut = page.waitForResponse('**/auth/v1/logout*');
    await code.fill(right);
    await page.keyboard.press('Enter');
    await button(page, 'Another address').click();
    verify();
    expect((await session).ok()).toBe(true);
    await signedOut;
    expect(await whoIsHere(page)).toBeNull();
  });
  await test.step('the next code, and a new password', async () => {
    await button(page, 'Send link').click();
    await expect(code).toBeFocused();
    const next = codeIn(await latestMail(server, email, 2));
    await code.fill(` ${next.slice(0, 3)} ${next.slice(3)} `);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\?view=new-password$/);
    await expect(newPassword(page)).toBeVisible();
    expect(await findingsInBothSchemes(page)).toEqual([]);
    await expect(page.getByText(`at least eight characters for ${email}.`)).toBeVisible();
  });
});

test('the code in an invitation is accepted on the page of its link', async ({ page, server, prefix }) => {
  const email = `invited-${prefix}@example.org`;
  const invited = await page.request.post(`${server.url}/auth/v1/invite`, {
    headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` },
    data: { email },
  });
  expect(invited.ok()).toBe(true);
  await server.sql(
    `insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = $1`,
    [email],
  );
  const text = await latestMail(server, email);
  // As mail programs break long links.
  await page.goto(linkIn(text).replace(/token_hash=(.{20})[^&]*/, 'token_hash=$1'));
  await expect(page.getByRole('heading', { name: 'Your invitation' })).toBeVisible();
  await button(page, 'Accept the invitation').click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await button(page, 'Enter the code from the email instead').click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Six-digit code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toHaveAccessibleDescription(/This code is wrong/);
  await page.getByLabel('Six-digit code').fill(codeIn(text));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\?view=new-password$/);
  await expect(page.getByText(`at least eight characters for ${email}.`)).toBeVisible();
});
