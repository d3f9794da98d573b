import { postJson } from '@solostead/server-testkit/network/post-json';
import { signIn } from '../../harness/member.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import { findings } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { latestMail, linkIn, linkPage, makeLink } from '../harness/account/mailed-link.ts';
import { expect, test } from '../harness/product.ts';
import { SESSION } from '../harness/account/session.ts';
import {
  button,
  countVerifications,
  dashboard,
  newPassword,
  sessionsOf,
  enter,
  someone,
  whoIsHere,
} from '../harness/account/own-account.ts';

test('a mailed link is used up by a press but not by being opened, and leads to a new password', async ({
  page,
  server,
  me: { email },
}) => {
  await postJson(server, '/auth/v1/recover', { email });
  const link = linkIn(await latestMail(server, email));
  const sent: string[] = [];
  const hash = new URL(link).searchParams.get('token_hash')!;
  page.on('request', (request) => {
    if (request.url() !== link) sent.push(request.url(), request.headers()['referer'] ?? '');
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
  expect(sent.filter((text) => text.includes(hash))).toEqual([]);

  await page.goBack();
  expect(page.url()).not.toContain(hash);
  await page.goForward();
  expect(page.url()).not.toContain(hash);
  await expect(newPassword(page)).toBeVisible();
  expect(verifications()).toBe(1);

  await newPassword(page).fill('a new passphrase of mine');
  await page.getByLabel('Repeat the new password').fill('a new passphrase of mine');
  await button(page, 'Save password').click();
  await expect(new Login(page).toast('Password saved')).toBeVisible();
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

test('a link opened during a session of another account asks which of the two to keep', async ({
  page,
  context,
  server,
  prefix,
  me,
}) => {
  await enter(page, me);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(dashboard(other)).toBeVisible();
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

  await page.goto(await linkPage(server, otherUser.email, 'magiclink'));
  await button(page, 'Sign in').click();
  const replace = button(page, `Sign in as ${otherUser.email}`);
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
  await expect(other.getByRole('banner').getByText(otherUser.email)).toBeVisible();
  expect(await whoIsHere(page)).toBe(otherUser.email);
  await expect(dashboard(page)).toBeVisible();
  await expect.poll(() => sessionsOf(server, otherUser.email)).toHaveLength(1);
  await expect.poll(() => sessionsOf(server, me.email)).toEqual([]);

  await page.goto(await linkPage(server, otherUser.email, 'recovery'));
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'You are already signed in' })).toBeVisible();
  await button(page, 'Continue with the link').click();
  await expect(newPassword(page)).toBeVisible();
  expect(await whoIsHere(page)).toBe(otherUser.email);
});

/** A link that opens at once, as GET /verify of the wire answers it. */
async function tokensOf(server: TestServer, email: string): Promise<string> {
  const { action_link } = await makeLink(server, email, 'magiclink');
  const answer = await fetch(action_link, { redirect: 'manual' });
  return new URL(answer.headers.get('location')!).hash;
}

test('an address with tokens is never accepted, and a code that this browser did not request is sent nowhere @release', async ({
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
  await page.evaluate((hash) => (location.hash = hash), tokens);
  await expect(refused).toBeVisible();
  await expect(dashboard(page)).toBeVisible();
  expect(page.url()).not.toContain('token');
  expect(await whoIsHere(page)).toBe(me.email);

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
});
