import { applicationQuestions } from '../../supabase/functions/_shared/contract/questions.ts';
import { Join } from './harness/join.ts';
import { expect, test } from './harness/product.ts';

/** Name, email, LinkedIn profile, sectors and a check for each question. */
const fieldCount = 4 + applicationQuestions.length;

test('the missing fields are next to the disabled button, which is described by them (contract P5.1)', async ({
  page,
}) => {
  const join = new Join(page);
  await join.open();
  await expect(
    join.dialog.getByText(
      `${fieldCount} of ${fieldCount} left: full name, email, LinkedIn profile and ${fieldCount - 3} more`,
    ),
  ).toBeVisible();
  await join.fill('sample');
  await expect(join.dialog.getByText(/ left/)).toHaveCount(0);
  await join.dialog.getByRole('checkbox').nth(1).uncheck();
  await join.field('Email').fill('sample@');
  await expect(join.submit).toBeDisabled();
  await expect(join.submit).toHaveAccessibleDescription(`2 of ${fieldCount} left: email, question 2`);
});

test('Enter moves to the first missing field and shows its error', async ({ page }) => {
  const join = new Join(page);
  await join.open();
  await join.fill('sample');
  await join.field('Sector(s)').fill('');
  await join.field('Full name').press('Enter');
  await expect(join.field('Sector(s)')).toBeFocused();
  await expect(join.field('Sector(s)')).toHaveAccessibleDescription(/Please tell us the sector\(s\)/);
  await join.field('Sector(s)').fill('Logistics');
  await join.dialog.getByRole('checkbox').nth(2).uncheck();
  await join.field('Full name').press('Enter');
  await expect(join.dialog.getByRole('checkbox').nth(2)).toBeFocused();
});

test('a press on the disabled button moves to the first missing field as well', async ({ page }) => {
  const join = new Join(page);
  await join.open();
  await join.fill('sample');
  await join.field('Email').fill('sample@');
  const box = await join.submit.boundingBox();
  await page.mouse.click(box!.x + 20, box!.y + box!.height / 2);
  await expect(join.field('Email')).toBeFocused();
});

test('leaving the profile puts https:// before an address that has none (contract P5.5)', async ({
  page,
}) => {
  const join = new Join(page);
  await join.open();
  await join.fill('sample');
  await join.field('LinkedIn').fill('www.linkedin.com/in/sample');
  await expect(join.field('LinkedIn')).toHaveAccessibleDescription(
    /Please enter a valid LinkedIn profile URL/,
  );
  await join.field('LinkedIn').press('Tab');
  await expect(join.field('LinkedIn')).toHaveValue('https://www.linkedin.com/in/sample');
  await expect(join.submit).toBeEnabled();
  await join.field('LinkedIn').fill('sample');
  await join.field('LinkedIn').press('Tab');
  await expect(join.field('LinkedIn')).toHaveValue('sample');
});

test('text typed before the script counts as filled', async ({ page }) => {
  const join = new Join(page);
  const held = Promise.withResolvers<void>();
  await page.goto('/');
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await join.press();
  await expect(join.submit).toHaveAccessibleDescription(/The form is still loading/);
  await join.field('Full name').fill('Sample Early');
  await join.dialog.getByRole('checkbox').nth(1).check();
  held.resolve();
  await expect(
    join.dialog.getByText(
      `${fieldCount - 2} of ${fieldCount} left: email, LinkedIn profile, sectors and ${fieldCount - 5} more`,
    ),
  ).toBeVisible();
});

test('the form links to the page about stored data', async ({ page }) => {
  const join = new Join(page);
  await join.open();
  await expect(join.dialog.getByRole('link', { name: 'How we handle your data' })).toHaveAttribute(
    'href',
    '/privacy',
  );
});

test('a profile that was typed before the script arrived gets its https:// afterwards', async ({ page }) => {
  const join = new Join(page);
  const held = Promise.withResolvers<void>();
  await page.goto('/');
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await join.press();
  await join.field('LinkedIn').fill('linkedin.com/in/sample-early');
  await join.field('Sector(s)').focus();
  held.resolve();
  await expect(join.field('LinkedIn')).toHaveValue('https://linkedin.com/in/sample-early');
});

test('the form shows a lost connection until it returns', async ({ page, context }) => {
  const join = new Join(page);
  await join.open();
  await join.fill('sample');
  await context.setOffline(true);
  await expect(join.submit).toHaveAccessibleDescription('You are offline. What you typed is kept here.');
  await context.setOffline(false);
  await expect(join.submit).toHaveAccessibleDescription('');
});
