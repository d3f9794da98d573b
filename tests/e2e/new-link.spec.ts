import { linkedApplicant, mailOf } from '../harness/applicant-page.ts';
import { findings } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';

test('a link that is unknown, has ended or has no secret offers a new one by mail, with the same answer for every address', async ({
  page,
  server,
}) => {
  const { row } = await linkedApplicant(server);
  for (const address of ['/my-application', '/my-application?key=unknown']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs your latest link');
    await expect(page.getByText('It is in our latest email to you.')).toBeVisible();
  }
  const email = page.getByLabel('The email you applied with');
  await email.fill('no address');
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  for (const address of ['unknown@example.org', row.email]) {
    await email.fill(address);
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
      'Check your inbox. If this address has applied, we have emailed it the next step.',
    );
  }
  expect(await findings(page)).toEqual([]);
  await mailOf(server, row.email, 'You have applied: here is your page');
});
