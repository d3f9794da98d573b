import { applicationQuestions } from '../../supabase/functions/_shared/contract/questions.ts';
import { Join } from './harness/join.ts';
import { expect, test } from './harness/product.ts';

/** Name, email, LinkedIn profile, sectors and a check for each question. */
const fieldCount = 4 + applicationQuestions.length;

test('the missing fields are next to the disabled button, Enter or a press on it moves to the first of them, and it says when the connection is lost (contract P5.1)', async ({
  page,
  context,
}) => {
  const join = new Join(page);
  await join.open();
  await expect(
    join.dialog.getByText(
      `${fieldCount} of ${fieldCount} left: full name, email, LinkedIn profile and ${fieldCount - 3} more`,
    ),
  ).toBeVisible();
  await expect(join.dialog.getByRole('link', { name: 'How we handle your data' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await join.fill('sample');
  await expect(join.dialog.getByText(/ left/)).toHaveCount(0);
  await join.dialog.getByRole('checkbox').nth(1).uncheck();
  await join.field('Email').fill('sample@');
  await expect(join.submit).toBeDisabled();
  await expect(join.submit).toHaveAccessibleDescription(`2 of ${fieldCount} left: email, question 2`);
  const box = await join.submit.boundingBox();
  await page.mouse.click(box!.x + 20, box!.y + box!.height / 2);
  await expect(join.field('Email')).toBeFocused();
  await join.field('Email').fill('sample@example.org');
  await join.field('Full name').press('Enter');
  await expect(join.dialog.getByRole('checkbox').nth(1)).toBeFocused();
  await join.field('Sector(s)').fill('');
  await join.field('Full name').press('Enter');
  await expect(join.field('Sector(s)')).toBeFocused();
  await expect(join.field('Sector(s)')).toHaveAccessibleDescription(/Please tell us the sector\(s\)/);

  await join.fill('sample');
  await join.field('LinkedIn').fill('www.linkedin.com/in/sample');
  await join.field('LinkedIn').press('Tab');
  await expect(join.field('LinkedIn')).toHaveValue('https://www.linkedin.com/in/sample');
  await expect(join.submit).toBeEnabled();
  await context.setOffline(true);
  await expect(join.submit).toHaveAccessibleDescription('You are offline. What you typed is kept here.');
  await context.setOffline(false);
  await expect(join.submit).toHaveAccessibleDescription('');
});
