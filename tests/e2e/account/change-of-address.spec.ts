import type { Page } from '@playwright/test';
import { signIn } from '../../harness/member.ts';
import { findings } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { codeIn, latestMail, linkIn } from '../harness/account/mailed-link.ts';
import { expect, test } from '../harness/product.ts';
import { button, dashboard, openAccount, sessionsOf, whoIsHere } from '../harness/account/own-account.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Email address' });

async function ask(page: Page, wanted: string) {
  await panel(page)
    .getByRole('button', { name: /^(Change address|Use another address)$/ })
    .click();
  await panel(page).getByLabel('New email address').fill(wanted);
  await page.keyboard.press('Enter');
}

test('another address is requested, confirmed with the codes mailed to both, and then used to sign in', async ({
  page,
  server,
  admin,
  me,
  prefix,
}) => {
  const { email, password } = me;
  const wanted = `new-${prefix}@example.org`;
  await openAccount(page, me);
  await ask(page, email.toUpperCase());
  await expect(panel(page).getByLabel('New email address')).toHaveAccessibleDescription(
    /already your address/,
  );
  await panel(page).getByLabel('New email address').fill(admin.email);
  await page.keyboard.press('Enter');
  await expect(panel(page).getByLabel('New email address')).toHaveAccessibleDescription(
    /already been registered/,
  );
  await panel(page).getByLabel('New email address').fill(wanted);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText(`Waiting to be changed to ${wanted}.`);
  await page.reload();
  await expect(panel(page)).toContainText('Confirm at the old and the new address');
  expect(await findings(page)).toEqual([]);

  const ofOld = panel(page).getByLabel(`Code from the email to ${email}`);
  await ofOld.fill('000000');
  await page.keyboard.press('Enter');
  await expect(ofOld).toHaveAccessibleDescription('This code is wrong or has expired.');
  await expect(ofOld).toBeFocused();
  await ofOld.fill(codeIn(await latestMail(server, email)));
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('listitem').first()).toContainText('Confirmed');
  await panel(page)
    .getByLabel(`Code from the email to ${wanted}`)
    .fill(codeIn(await latestMail(server, wanted)));
  await page.keyboard.press('Enter');
  await expect(new Login(page).toast('Email address changed')).toContainText(wanted);
  await expect(panel(page)).toContainText(wanted);
  await expect(panel(page).getByRole('button', { name: 'Change address' })).toBeVisible();
  expect((await signIn(server, wanted, password)).email).toBe(wanted);
});

test('links that change the address work in this browser and in another one, and once @release', async ({
  page,
  browser,
  server,
  me,
  prefix,
}) => {
  const { email } = me;
  const wanted = `new-${prefix}@example.org`;
  await page.clock.install();
  await openAccount(page, me);
  await ask(page, wanted);
  await expect(panel(page)).toContainText('Waiting to be changed');
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  for (const [address, answer] of [
    [email, 'One address is confirmed'],
    [wanted, 'Signed in'],
  ] as const) {
    await other.goto(linkIn(await latestMail(server, address)));
    await other.getByRole('button', { name: /Confirm|Change/ }).click();
    await expect(other.getByText(answer).first()).toBeVisible();
  }
  // When the page looks next whether its address has changed.
  await page.clock.fastForward(5_000);
  await expect(panel(page).getByRole('button', { name: 'Change address' })).toBeVisible();
  await expect(panel(page)).toContainText(wanted);
  const toast = new Login(page).toast('Email address changed');
  await expect(toast).toContainText(wanted);
  await context.close();

  const sessions = await sessionsOf(server, wanted);
  const next = `next-${prefix}@example.org`;
  await ask(page, next);
  await page.goto(linkIn(await latestMail(server, next)));
  await button(page, 'Confirm the change').click();
  await expect(page.getByRole('heading', { name: 'One address is confirmed' })).toBeVisible();
  await button(page, 'Continue').click();
  await expect(dashboard(page)).toBeVisible();
  await page.goto(linkIn(await latestMail(server, wanted, 2)));
  await button(page, 'Confirm the change').click();
  await expect(toast).toContainText(next);
  await expect(dashboard(page)).toBeVisible();
  await expect.poll(() => whoIsHere(page)).toBe(next);
  expect(await sessionsOf(server, next)).toEqual(sessions);

  await page.goto(linkIn(await latestMail(server, next)));
  await button(page, 'Confirm the change').click();
  await expect(page.getByText('“Send both emails again” in your account')).toBeVisible();
  await button(page, 'Go to your account').click();
  await expect(panel(page)).toContainText(next);
});
