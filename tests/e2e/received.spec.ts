import type { Page } from '@playwright/test';
import { mailsTo } from '../harness/applicant-page.ts';
import type { TestServer } from '../harness/servers/server.ts';
import { countSaved, Join } from './harness/join.ts';
import { confirmationLinks } from './harness/mailed-link.ts';
import { expect, test } from './harness/product.ts';

const INSERT = '**/rest/v1/applications*';

async function send(page: Page, person: string): Promise<Join> {
  const join = new Join(page);
  await join.open();
  await join.fill(person);
  await join.submit.click();
  await expect(join.received).toBeVisible();
  return join;
}

/** The links mailed to an address, the latest last. */
const linksTo = async (server: TestServer, email: string) =>
  (await mailsTo(server, email)).flatMap(({ text }) => confirmationLinks(text));

/** Lets the minute between two mails pass, in the database and for the page. */
async function passMinute(page: Page, server: TestServer): Promise<void> {
  await server.sql(`update private.mails set claimed_at = claimed_at - interval '1 minute',
    created_at = created_at - interval '1 minute'`);
  await page.clock.fastForward(61_000);
}

test.describe('Application received', () => {
  test('opens in place of the form and says where the mail went and what comes next', async ({
    page,
    prefix,
  }) => {
    const join = await send(page, prefix);
    await expect(join.dialog).toBeHidden();
    await expect(join.toast('Application submitted!')).toBeVisible();
    await expect(join.received).toContainText(`We sent a message to ${prefix}@example.org`);
    await expect(join.received).toContainText('Open it and press the link in it.');
    await expect(join.received).toContainText('A founder answers every confirmed application within 10 days');
    await page.keyboard.press('Escape');
    await expect(join.received).toBeHidden();
    await join.press();
    await expect(join.field('Email')).toHaveValue('');
  });

  test('sends the mail again, once a minute', async ({ page, server, prefix }) => {
    await page.clock.install();
    const join = await send(page, prefix);
    await expect.poll(() => linksTo(server, `${prefix}@example.org`)).toHaveLength(1);
    await expect(join.received.getByRole('button', { name: /Send again in \d+ s/ })).toBeVisible();
    await passMinute(page, server);
    await join.received.getByRole('button', { name: 'Send again', exact: true }).click();
    await expect(join.received.getByRole('status')).toHaveText('Sent again. It can take a minute.');
    await expect.poll(() => linksTo(server, `${prefix}@example.org`)).toHaveLength(2);
  });

  test('corrects a wrong address, and the new one gets the mail', async ({ page, server, prefix }) => {
    const join = await send(page, prefix);
    const email = `${prefix}-right@example.org`;
    await join.received.getByText('Wrong address?').click();
    await join.received.getByLabel('The right email').fill('no address');
    await join.received.getByRole('button', { name: 'Correct it' }).click();
    await expect(join.received.getByLabel('The right email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await join.received.getByLabel('The right email').fill(email);
    await join.received.getByRole('button', { name: 'Correct it' }).click();
    await expect(join.received).toContainText(`We sent a message to ${email}`);
    await expect(join.received.getByRole('status')).toContainText('no longer works');
    await expect.poll(() => linksTo(server, email)).toHaveLength(1);
  });
});

test('treats the same form sent again after a lost answer as a success, not as a duplicate', async ({
  page,
  server,
  prefix,
}) => {
  const join = new Join(page);
  await page.route(INSERT, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await join.open();
  await join.fill(prefix);
  await join.submit.click();
  await expect(join.toast('Error')).toBeVisible();
  await page.unroute(INSERT);
  await join.submit.click();
  await expect(join.received).toBeVisible();
  expect(await countSaved(server, prefix)).toBe(1);
});

test('offers a new link if the link is invalid', async ({ page, server, prefix }) => {
  const join = await send(page, prefix);
  await expect(join.received).toBeVisible();
  await expect.poll(() => linksTo(server, `${prefix}@example.org`)).toHaveLength(1);
  await server.sql(`update private.mails set claimed_at = claimed_at - interval '1 minute',
    created_at = created_at - interval '1 minute'`);
  await page.goto('/confirm-email?application_id=00000000-0000-4000-8000-000000000000');
  await page.getByLabel('Your email').fill(`${prefix}@example.org`);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('status')).toContainText('If this address has applied');
  await expect.poll(() => linksTo(server, `${prefix}@example.org`)).toHaveLength(2);
});
