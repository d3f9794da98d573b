import { mailsTo } from '../../../harness/applicant-page.ts';
import { findings } from '../../harness/axe.ts';
import { sendHeldBack } from '../../harness/hold-back.ts';
import { latestMail, linkIn } from '../../harness/account/mailed-link.ts';
import { expect, test } from '../../harness/review-desk.ts';

test('an owner invites someone, changes the access of the new member and removes that member', async ({
  desk,
  browser,
}) => {
  const email = `${desk.prefix}@lab.example`;
  await desk.open('?screen=settings&section=people');
  const field = desk.page.getByLabel('Email', { exact: true });
  const access = desk.page.getByRole('combobox', { name: 'Access', exact: true });
  expect((await access.boundingBox())!.height).toBe((await field.boundingBox())!.height);
  await field.fill(email);
  const release = await sendHeldBack(desk.page, '**/functions/v1/invite-admin', () =>
    desk.page.getByRole('button', { name: 'Send invitation' }).click(),
  );
  await field.fill('second@lab.example');
  release();
  await expect(desk.toast(`Invitation sent to ${email}`)).toBeVisible();
  await expect(field).toHaveValue('second@lab.example');
  const mails = await desk.server.mails();
  expect(mails.some(({ to }) => to?.some(({ address }) => address === email))).toBe(true);
  const invitation = desk.page
    .getByRole('region', { name: 'Invitations' })
    .getByRole('row')
    .filter({ hasText: email });
  await expect(invitation).toContainText('Reviewer');
  await expect(invitation.getByRole('time')).toHaveText(/^\d{1,2}\s\w{3,4}\s\d{4}$/);
  expect(await findings(desk.page, { within: ['main'] })).toEqual([]);
  await desk.page.getByRole('button', { name: `Resend the invitation of ${email}` }).click();
  await expect.poll(() => mailsTo(desk.server, email)).toHaveLength(2);

  const newcomer = await (await browser.newContext({ baseURL: desk.server.url })).newPage();
  await newcomer.goto(linkIn(await latestMail(desk.server, email, 2)));
  await newcomer.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(newcomer.getByLabel('New password', { exact: true })).toBeVisible();
  await newcomer.context().close();
  await desk.page.reload();
  await expect(invitation).toHaveCount(0);
  await desk.page.getByRole('combobox', { name: `Access of ${email}` }).selectOption('Reader');
  await expect(desk.toast(`${email} is now reader`)).toBeVisible();
  await desk.page.getByRole('button', { name: `Remove ${email}` }).click();
  await desk.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(desk.toast(`${email} was removed`)).toBeVisible();
  await expect(desk.page.getByRole('row').filter({ hasText: email })).toHaveCount(0);
});

test('a revoked invitation shows nothing, and the page of an expired link mails a new one @release', async ({
  desk,
  browser,
}) => {
  const email = `late-${desk.prefix}@lab.example`;
  await desk.open('?screen=settings&section=people');
  await desk.page.getByLabel('Email', { exact: true }).fill(email);
  await desk.page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(desk.toast(`Invitation sent to ${email}`)).toBeVisible();
  const page = await (await browser.newContext({ baseURL: desk.server.url })).newPage();
  const link = linkIn(await latestMail(desk.server, email));
  const age = "confirmation_sent_at = now() - interval '2 hours', invited_at = now() - interval '2 hours'";
  await desk.server.sql(`update auth.users set ${age} where email = $1`, [email]);
  await desk.server.sql(
    "update private.invitations set mailed_at = now() - interval '2 hours' where email = $1",
    [email],
  );
  const expired = async (address: string) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    expect(page.url()).not.toContain('invitation=');
    await page.getByRole('button', { name: 'Email me a fresh link' }).click();
    await expect(
      page.getByText('Check your inbox. If the invitation is still valid, a fresh link is on its way'),
    ).toBeVisible();
  };
  await expired(link);
  expect(await findings(page)).toEqual([]);
  const fresh = linkIn(await latestMail(desk.server, email, 2));
  await expired(link.replace(/invitation=.*/, 'invitation=00000000-0000-4000-8000-000000000000'));

  await page.goto(fresh);
  await page.getByRole('button', { name: 'Accept the invitation' }).waitFor();
  await desk.page.reload();
  await desk.page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
  await expect(desk.toast(`The invitation of ${email} was revoked`)).toBeVisible();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('You do not have admin permissions.')).toBeVisible();
  await page.context().close();
});
