import { Join } from '../harness/join.ts';
import { confirmationLink } from '../harness/account/mailed-link.ts';
import { expect, test } from '../harness/product.ts';

test.use({ javaScriptEnabled: false });

test('without script the browser checks the form and sends a whole one', async ({ page, server, prefix }) => {
  const join = new Join(page);
  const submit = join.dialog.getByRole('button', { name: 'Submit application' });
  await join.open();
  for (const [label, most] of [
    ['Full name', '200'],
    ['Email', '254'],
    ['LinkedIn', '1000'],
    ['Sector(s)', '1000'],
  ] as const)
    await expect(join.field(label)).toHaveAttribute('maxlength', most);
  await join.fill(prefix);
  await join.dialog.getByRole('checkbox').first().uncheck();
  await submit.click();
  await expect(join.dialog.getByRole('checkbox').first()).toBeFocused();
  await expect(page).toHaveURL('/');
  await join.dialog.getByRole('checkbox').first().check();
  await join.field('LinkedIn').fill('https://lnkd.in/sample');
  await submit.click();
  await expect(page).toHaveURL('/join/incomplete?fields=linkedin');
  await expect(page.getByRole('main').locator('p')).toHaveText([
    'Please enter a valid LinkedIn profile URL. Open your profile → Contact info → copy the address.',
    'Your browser’s Back button leads to the form as you left it.',
  ]);
  await page.goBack();
  await expect(page.getByLabel('Full name')).toHaveValue('Sample Builder');

  await join.open();
  await join.fill(prefix);
  await join.field('LinkedIn').fill(`See m.linkedin.com/in/${prefix}.`);
  await submit.click();
  await expect(page).toHaveURL('/join/sent');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application submitted!');
  await expect(page.getByRole('main')).toContainText('check your email for a confirmation message.');
  await expect(page.getByRole('main')).toContainText('within 10 days, with a call or a no.');
  await page.goto(await confirmationLink(server, `${prefix}@example.org`));
  await expect(page.getByText('Confirming your email…')).toBeHidden();
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL(/\/confirm-email\/confirmed\?application_id=[\w-]{43}$/);
  await expect(page.getByRole('main')).toContainText(
    'Your email has been confirmed successfully! Thank you for applying to Solostead.',
  );
  for (const label of ['Link to it', 'Repository', 'What it does'])
    await expect(page.getByLabel(label)).toHaveAttribute('maxlength', '500');
  await page.getByLabel('Link to it').fill('http://one.example');
  await page.getByLabel('What it does').fill('I built it.');
  const send = page.getByRole('button', { name: 'Show it to the reviewers' });
  await send.click();
  await expect(page).toHaveURL('/confirm-email/invalid?fields=link');
  await expect(page.getByRole('main').locator('[data-field]')).toHaveText([
    'Link to it: Please enter an address that begins with https://, in at most 500 characters.',
  ]);
  await page.goBack();
  await expect(page.getByLabel('What it does')).toHaveValue('I built it.');
  await page.getByLabel('Link to it').fill('one.example/thing');
  await send.click();
  await expect(page).toHaveURL('/confirm-email/saved');
  expect(
    await server.value`select e.link from public.application_evidence e
      join public.applications a on a.id = e.application_id where a.email = ${`${prefix}@example.org`}`,
  ).toBe('https://one.example/thing');
});

test('without script all can be read, and the applicant’s page names an address', async ({ page }) => {
  await page.goto('/');
  const figure = page.locator('[data-thread]');
  await expect(figure.locator('svg').first()).toBeVisible();
  for (const number of ['1', '0']) await expect(figure.getByText(number, { exact: true })).toHaveCount(1);
  await expect(figure.locator('input')).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Contact' })).toBeVisible();
  await page.locator('#contact').getByRole('button', { name: 'Request Investor Deck' }).click();
  await expect(page.getByRole('dialog', { name: 'Request Investor Deck' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('#model').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Why one person is faster' })).toBeVisible();
  await page.goto('/case-study');
  await expect(page.getByRole('heading', { level: 2, name: 'What It Proves' })).toBeVisible();
  await page.goto('/my-application?key=anything');
  await expect(
    page.getByText(/This page needs JavaScript\. Without it, please write to \S+@\S+\./),
  ).toBeVisible();
  await expect(page.getByText('Opening your application…')).toBeHidden();
  const address = page.getByRole('main').getByRole('link', { name: /^onboarding@/ });
  await expect(address).toHaveAttribute('href', /^mailto:onboarding@/);
  await page.goto('/join/duplicate');
  await expect(page.getByRole('textbox')).toHaveAttribute('maxlength', '254');
  await expect(address).toHaveAttribute('href', /^mailto:onboarding@/);
});
