import { applicationQuestions } from '../../supabase/functions/_shared/contract/questions.ts';
import { findingsInBothSchemes } from './harness/axe.ts';
import { Join } from './harness/join.ts';
import { expect, test } from './harness/product.ts';

/** Name, email, LinkedIn profile, sectors and a check for each question. */
const fieldCount = 4 + applicationQuestions.length;

test('a field and each question show their error on every change, and the button, in sight at 850 px of height, names what is missing, leads to the first of it, except during a composition in Safari, and says when the connection is lost (contract P5.1, P5.7)', async ({
  context,
  page,
}) => {
  const join = new Join(page);
  await page.setViewportSize({ width: 1350, height: 850 });
  await join.open();
  await expect(join.submit).toBeInViewport({ ratio: 1 });
  const last = join.dialog.getByRole('checkbox').last();
  await last.focus();
  const [row, reached] = [await join.submit.boundingBox(), await last.boundingBox()];
  expect(reached!.y + reached!.height).toBeLessThan(row!.y);
  await expect(join.dialog.getByRole('link', { name: 'How we handle your data' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await join.fill('sample');
  const linkedin = join.field('LinkedIn');
  await expect(join.submit).toBeEnabled();
  await linkedin.fill('https://example.org/in/sample');
  await expect(linkedin).toHaveAccessibleDescription(/Please enter a valid LinkedIn profile URL/);
  await expect(linkedin).toHaveAttribute('aria-invalid', 'true');
  await expect(join.submit).toBeDisabled();
  await linkedin.fill('https://www.linkedin.com/in/sample');
  await expect(linkedin).not.toHaveAttribute('aria-invalid');
  await expect(join.dialog.getByText('All questions must be checked.')).toBeVisible();
  const questions = await join.dialog.getByRole('checkbox').all();
  expect(questions).toHaveLength(applicationQuestions.length);
  await join.field('Email').fill('x');
  for (const question of questions) await question.uncheck();
  for (const question of questions)
    await expect(question).toHaveAccessibleDescription('Please check this screening question');
  await expect(join.submit).toBeDisabled();
  expect(await findingsInBothSchemes(page, ['#join-dialog'])).toEqual([]);

  await join.fill('sample');
  await expect(join.dialog.getByText(/ left/)).toHaveCount(0);
  await join.dialog.getByRole('checkbox').nth(1).uncheck();
  await join.field('Email').fill('sample@');
  await expect(join.submit).toBeDisabled();
  await expect(join.submit).toHaveAccessibleDescription(`2 of ${fieldCount} left: email, question 2`);
  const box = await join.submit.boundingBox();
  await page.mouse.click(box!.x + 20, box!.y + box!.height / 2);
  await expect(join.field('Email')).toBeFocused();
  await join.field('Full name').focus();
  await join.field('Full name').dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await page.keyboard.type('!');
  await expect(join.field('Full name')).toHaveValue(/!/);
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
