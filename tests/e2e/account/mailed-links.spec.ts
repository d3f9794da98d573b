import { signIn } from '../../harness/member.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import { findings } from '../harness/axe.ts';
import { Login } from '../harness/login.ts';
import { latestMail, linkIn, linkPage, makeLink } from '../harness/mailed-link.ts';
import { expect, test } from '../harness/product.ts';
import {
  SESSION,
  button,
  countVerifications,
  dashboard,
  newPassword,
  sessionsOf,
  enter,
  someone,
  whoIsHere,
} from '../harness/own-account.ts';

test('a link in a mail is used up by a press but not by being opened, names the account, leaves the address at once and leads to a new password', async ({
  page,
  server,
  me: { email },
}) => {
  const login = new Login(page);
  await login.open();
  await login.dialog.getByLabel('Email').fill(email);
  await button(page, 'Forgot your password?').click();
  await expect(login.dialog.getByLabel('Email')).toHaveValue(email);
  await button(page, 'Send link').click();
  await expect(login.toast('Check your email')).toContainText('If this address has an account');
  const link = linkIn(await latestMail(server, email));
  expect(link).toMatch(/\/admin\?token_hash=[0-9a-f]{56}&type=recovery$/);
  // A scanner that follows links.
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await page.request.fetch(link, { method })).ok()).toBe(true);

  const told: string[] = [];
  const hash = new URL(link).searchParams.get('token_hash')!;
  page.on('request', (request) => {
    if (request.url() !== link) told.push(request.url(), request.headers()['referer'] ?? '');
  });
  const verifications = countVerifications(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(dashboard(page)).toHaveCount(0);
  expect(verifications()).toBe(0);
  expect(await whoIsHere(page)).toBeNull();
  expect(await findings(page)).toEqual([]);

  await button(page, 'Continue').dblclick();
  await expect(newPassword(page)).toBeVisible();
  await expect(page.getByText(`at least eight characters for ${email}.`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?view=new-password$/);
  expect(verifications()).toBe(1);
  expect(await whoIsHere(page)).toBe(email);
  expect(told.filter((text) => text.includes(hash))).toEqual([]);

  await page.goBack();
  expect(page.url()).not.toContain(hash);
  await page.goForward();
  expect(page.url()).not.toContain(hash);
  await expect(newPassword(page)).toBeVisible();
  expect(verifications()).toBe(1);

  await newPassword(page).fill('a new passphrase of mine');
  await page.getByLabel('New password, once more').fill('a new passphrase of mine');
  await button(page, 'Save password').click();
  await expect(login.toast('Password saved')).toBeVisible();
  expect((await signIn(server, email, 'a new passphrase of mine')).email).toBe(email);
});

test('a link in a mail that has expired leads to the login dialog, and one pressed without a connection stays valid', async ({
  page,
  server,
  me: { email },
}) => {
  await page.goto(await linkPage(server, email, 'recovery'));
  await server.sql(`update auth.users set recovery_sent_at = now() - interval '2 hours' where email = $1`, [
    email,
  ]);
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await button(page, 'Go to the login').click();
  await expect(page).toHaveURL('/');
  await expect(new Login(page).dialog).toBeVisible();
  expect(await whoIsHere(page)).toBeNull();

  await page.goto(await linkPage(server, email, 'magiclink'));
  await page.route('**/auth/v1/verify', (route) => route.abort());
  await button(page, 'Sign in').click();
  await expect(new Login(page).toast('Not done')).toContainText('No connection. Nothing was sent.');
  await page.unroute('**/auth/v1/verify');
  await button(page, 'Sign in').click();
  await expect(dashboard(page)).toBeVisible();
  await expect(new Login(page).toast('Signed in')).toContainText(`As ${email}.`);
});

test('a link opened during a session of another account asks, naming both accounts, and staying keeps the session and ends the other; one of the same account asks too', async ({
  page,
  server,
  prefix,
  me,
}) => {
  await enter(page, me);
  const otherUser = await someone(server, `other-user-${prefix}`);
  const mine = await page.evaluate((key) => localStorage.getItem(key), SESSION);
  await page.goto(await linkPage(server, otherUser.email, 'magiclink'));
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { name: 'Change accounts?' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    `You are signed in here as ${me.email}. The link is for another account: ${otherUser.email}.`,
  );
  await expect(button(page, `Stay signed in as ${me.email}`)).toBeFocused();
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION)).toBe(mine);
  await page.keyboard.press('Enter');
  await expect(dashboard(page)).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION)).toBe(mine);
  await expect.poll(() => sessionsOf(server, otherUser.email)).toEqual([]);

  await page.goto(await linkPage(server, me.email, 'recovery'));
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'You are signed in already' })).toBeVisible();
  await button(page, 'Go on with the link').click();
  await expect(newPassword(page)).toBeVisible();
  expect(await whoIsHere(page)).toBe(me.email);
});

test('a link opened during a session keeps it when the request to replace it fails, and otherwise replaces it, ends the former session, and shows the new person in another tab', async ({
  page,
  context,
  server,
  prefix,
  me,
}) => {
  await enter(page, me);
  const next = await someone(server, `next-${prefix}`);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(dashboard(other)).toBeVisible();
  await page.goto(await linkPage(server, next.email, 'magiclink'));
  await button(page, 'Sign in').click();
  const replace = button(page, `Sign in as ${next.email}`);
  await page.route('**/auth/v1/user', (route) => route.abort());
  await replace.click();
  await expect(new Login(page).toast('Not done')).toBeVisible();
  await expect(replace).toBeFocused();
  expect(await whoIsHere(page)).toBe(me.email);
  expect(await sessionsOf(server, me.email)).toHaveLength(1);
  await page.unroute('**/auth/v1/user');
  await replace.click();
  await expect(dashboard(page)).toBeVisible();
  await other.getByRole('button', { name: 'Account menu' }).click();
  await expect(other.getByRole('banner').getByText(next.email)).toBeVisible();
  expect(await whoIsHere(page)).toBe(next.email);
  await expect(dashboard(page)).toBeVisible();
  expect(await sessionsOf(server, next.email)).toHaveLength(1);
  expect(await sessionsOf(server, me.email)).toEqual([]);
});

/** A link that opens at once, as GET /verify of the wire answers it. */
async function tokensOf(server: TestServer, email: string): Promise<string> {
  const { action_link } = await makeLink(server, email, 'magiclink');
  const answer = await fetch(action_link, { redirect: 'manual' });
  return new URL(answer.headers.get('location')!).hash;
}

test('an address that contains tokens is never accepted, with or without a session, nor in an open tab; a code that this browser did not request is not sent anywhere, and an error message shows only the site’s own text', async ({
  page,
  server,
  prefix,
  me,
}) => {
  const otherUser = await someone(server, `other-user-${prefix}`);
  const tokens = await tokensOf(server, otherUser.email);
  expect(tokens).toContain('access_token=');
  const refused = new Login(page).toast('This link does not work');
  await page.goto(`/${tokens}`);
  await expect(refused).toContainText('Please ask for a new one.');
  await expect(page).toHaveURL('/');
  expect(await whoIsHere(page)).toBeNull();

  await enter(page, me);
  for (const isOpen of [true, false]) {
    const fresh = await tokensOf(server, otherUser.email);
    if (isOpen) await page.evaluate((hash) => (location.hash = hash), fresh);
    else await page.goto(`/${fresh}`);
    await expect(refused).toBeVisible();
    await expect(dashboard(page)).toBeVisible();
    expect(page.url()).not.toContain('token');
    expect(await whoIsHere(page)).toBe(me.email);
    await refused.getByRole('button', { name: 'Dismiss' }).click();
  }

  let exchanges = 0;
  await page.route('**/auth/v1/token*', (route) => {
    exchanges += 1;
    return route.abort();
  });
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/?code=11111111-1111-4111-8111-111111111111');
  await expect(new Login(page).toast('Login failed')).toContainText('It was not begun in this browser.');
  await expect(page).toHaveURL('/');
  expect(exchanges).toBe(0);
  const words = 'Call+%2B1+900+555+to+unlock+your+account';
  await page.goto('/favicon.svg');
  await page.goto(`/#error=access_denied&error_code=otp_expired&error_description=${words}`);
  await expect(new Login(page).toast('This link does not work')).toContainText(
    'Email link is invalid or has expired. Please ask for a new one.',
  );
  await expect(page).toHaveURL('/');
  await expect(page.locator('body')).not.toContainText('900 555');
});
