import { applicationQuestions } from '@solostead/contract/questions';
import { findingsInBothSchemes } from './harness/axe.ts';
import { Join } from './harness/join.ts';
import { expect, test } from './harness/product.ts';

/** Name, email, LinkedIn profile, sectors and a check for each question. */
const fieldCount = 4 + applicationQuestions.length;

test('fields show their error on every change, and the button names the first that is missing (contract P5.1, P5.7)', async ({
  context,
  page,
}) => {
  const join = new Join(page);
  await page.setViewportSize({ width: 1350, height: 850 });
  await join.open();
  await test.step('the button is in view', async () => {
    await expect(join.submit).toBeInViewport({ ratio: 1 });
    const last = join.dialog.getByRole('checkbox').last();
    await last.focus();
    await expect(async () => {
      const [row, reached] = [await join.submit.boundingBox(), await last.boundingBox()];
      expect(reached!.y + reached!.height).toBeLessThan(row!.y);
    }).toPass();
    await expect(join.dialog.getByRole('link', { name: 'How we handle your data' })).toHaveAttribute(
      'href',
      '/privacy',
    );
  });
  await test.step('errors of a profile and of the questions', async () => {
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
  });

  await test.step('what is missing', async () => {
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
  });

  await test.step('a completed profile, and no connection', async () => {
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
});

test('a pasted text that is too long is kept whole, and refused with its limit', async ({ page }) => {
  const join = new Join(page);
  await join.open();
  for (const [label, limit, text] of [
    ['Full name', 'At most 200 characters Please enter your full name', 'x'.repeat(201)],
    ['Email', 'At most 254 characters Please enter a valid email address', `${'x'.repeat(250)}@example.org`],
    ['LinkedIn', 'copy the address. Please enter a valid LinkedIn profile URL', 'x'.repeat(1001)],
    ['Sector(s)', 'At most 1000 characters Please tell us the sector(s)', 'x'.repeat(1001)],
  ] as const) {
    await expect(join.field(label)).not.toHaveAttribute('maxlength');
    await join.field(label).focus();
    await page.keyboard.insertText(text);
    await expect(join.field(label)).toHaveValue(text);
    await expect.poll(() => join.field(label).getAttribute('aria-invalid')).toBe('true');
    await expect(join.field(label)).toHaveAccessibleDescription(new RegExp(limit.replace(/[()]/g, '.')));
  }
});

// On phones all fields have one width anyway, and a suggestion must fit.
test('a mistyped mail domain is corrected by one press, and a pasted profile is completed and shown in short @phone @release', async ({
  page,
  server,
  prefix,
}) => {
  const join = new Join(page);
  await join.open();
  await join.fill(prefix);
  const [email, linkedin] = [join.field('Email'), join.field('LinkedIn')];
  await test.step('the address', async () => {
    await email.fill(`${prefix}@gmial.com`);
    await expect(join.dialog.getByText('Did you mean')).toHaveCount(0);
    await email.press('Tab');
    await join.dialog.getByRole('button', { name: 'Did you mean gmail.com?' }).click();
    await expect(email).toHaveValue(`${prefix}@gmail.com`);
    await expect(email).toBeFocused();
    await expect(join.dialog.getByText('Did you mean')).toHaveCount(0);
    await email.fill(`\u200b${prefix}@example.org\u00a0`);
    await email.press('Tab');
    await expect(email).not.toHaveAttribute('aria-invalid');
  });
  const short = join.dialog.getByText('…/in/', { exact: false });
  await test.step('what no profile is', async () => {
    await linkedin.fill('https://www.linkedin.com/in/me/');
    await linkedin.press('Tab');
    await expect(linkedin).toHaveAccessibleDescription(
      /^“\/in\/me” opens everyone’s own profile\. .+ Please enter a valid LinkedIn profile URL$/,
    );
    await expect(short).toBeHidden();
    await expect(join.submit).toBeDisabled();
  });
  await test.step('the profile', async () => {
    const address = `https://www.linkedin.com/in/${prefix}`;
    await linkedin.fill(`My page: \u202a${address}.`);
    await linkedin.press('Tab');
    await expect(linkedin).toHaveValue(address);
    await expect(short).toHaveText(`…/in/${prefix}`);
    await expect(join.submit).toBeEnabled();
    await linkedin.focus();
    await expect(short).toBeHidden();
    await expect(async () => {
      const [field, row] = [
        await linkedin.boundingBox(),
        await join.dialog.locator('fieldset').boundingBox(),
      ];
      expect(field!.width).toBeGreaterThanOrEqual(row!.width - 1);
    }).toPass();
  });
  await join.submit.click();
  await expect(join.received).toBeVisible();
  expect(
    await server.value`select email || ' ' || linkedin from public.applications where email like ${`${prefix}%`}`,
  ).toBe(`${prefix}@example.org https://www.linkedin.com/in/${prefix}`);
});
