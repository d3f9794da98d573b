import type { Page } from '@playwright/test';
import { mailsTo } from '../../harness/applicant-page.ts';
import { Join } from '../harness/join.ts';
import { confirmationLink } from '../harness/mailed-link.ts';
import { expect, test } from '../harness/product.ts';

test.use({ javaScriptEnabled: false });

async function apply(page: Page, person: string): Promise<void> {
  const join = new Join(page);
  await join.open();
  await join.fill(person);
  await join.dialog.getByRole('button', { name: 'Submit application' }).click();
}

test('without script the form is saved as by anon, and the mailed link confirms by one press, not by following it', async ({
  page,
  server,
  prefix,
}) => {
  await apply(page, prefix);
  await expect(page).toHaveURL('/join/sent');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application submitted!');
  await expect(page.getByRole('main')).toContainText('check your email for a confirmation message.');
  const saved = async () => {
    const [row] = await server.sql<{ confirmed: Date | null }>(
      `select name, linkedin, q7, email_confirmed_at as confirmed from public.applications where email = $1`,
      [`${prefix}@example.org`],
    );
    return row!;
  };
  expect(await saved()).toMatchObject({
    name: 'Sample Builder',
    linkedin: `https://www.linkedin.com/in/${prefix}`,
    q7: true,
  });
  await page.goto(await confirmationLink(server, `${prefix}@example.org`));
  await expect(page.getByText('Confirming your email…')).toBeHidden();
  expect((await saved()).confirmed).toBeNull();
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL('/confirm-email/confirmed');
  await expect(page.getByRole('main')).toContainText(
    'Your email has been confirmed successfully! Thank you for applying to Solostead.',
  );
  expect((await saved()).confirmed).not.toBeNull();
  const subjects = (await mailsTo(server, `${prefix}@example.org`)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Confirm your application to Solostead')).toHaveLength(1);
});

test('without script the applicant’s page names the address to write to', async ({ page }) => {
  await page.goto('/my-application?key=anything');
  await expect(
    page.getByText(/^This page needs JavaScript\. Without it, please write to \S+@\S+\.$/),
  ).toBeVisible();
  await expect(page.getByText('Opening your application…')).toBeHidden();
});

test('without script an incomplete form lists what is missing, and Back keeps the typed text', async ({
  page,
  prefix,
}) => {
  const join = new Join(page);
  await join.open();
  await join.fill(prefix);
  await join.dialog.getByRole('checkbox').first().uncheck();
  await join.dialog.getByRole('button', { name: 'Submit application' }).click();
  await expect(page).toHaveURL('/join/incomplete');
  await expect(page.getByRole('main')).toContainText('All questions must be checked.');
  await page.goBack();
  await expect(page.getByLabel('Full name')).toHaveValue('Sample Builder');
});

test('without script everything can be read and the dialogs open', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Contact' })).toBeVisible();
  await page.locator('#contact').getByRole('button', { name: 'Request Investor Deck' }).click();
  await expect(page.getByRole('dialog', { name: 'Request Investor Deck' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('#model').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Why one person is faster' })).toBeVisible();
  await page.goto('/case-study');
  await expect(page.getByRole('heading', { level: 2, name: 'What It Proves' })).toBeVisible();
});
