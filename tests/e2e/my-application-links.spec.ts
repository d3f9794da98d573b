import { confirmedApplicant, mailOf, secretsIn } from '../harness/applicant-page.ts';
import { findings } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';

const pageOf = (secret: string) => `/my-application?key=${secret}`;
const DEAD_TITLE = 'This link does not work';

test.describe('a link to the applicant’s page', () => {
  test('that is unknown, has ended or has no secret offers a new one by mail, with the same answer for every address', async ({
    page,
    server,
  }) => {
    const { row } = await confirmedApplicant(server);
    for (const address of ['/my-application', pageOf('unknown')]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(DEAD_TITLE);
      await expect(page.getByText('Use the link in our latest email')).toBeVisible();
    }
    const email = page.getByLabel('The email you applied with');
    await email.fill('no address');
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
    for (const address of ['unknown@example.org', row.email]) {
      await email.fill(address);
      await page.getByRole('button', { name: 'Send me a new link' }).click();
      await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
        /If you applied with this address and confirmed it, a new link is on its way/,
      );
    }
    expect(await findings(page)).toEqual([]);
    const [fresh = ''] = secretsIn((await mailOf(server, row.email, 'A new link to your application')).text);
    await page.goto(pageOf(fresh));
    await expect(page.getByRole('region', { name: 'Where it stands' })).toBeVisible();
  });
});
