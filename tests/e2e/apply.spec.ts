import { applicationQuestions } from '../../supabase/functions/_shared/contract/questions.ts';
import { applicationKeys } from '../../supabase/functions/_shared/contract/application.ts';
import { findingsInBothSchemes } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';
import { countSaved, Join } from './harness/join.ts';
import { confirmationLink } from './harness/mailed-link.ts';
import { holdBack } from './harness/hold-back.ts';
import { closeStorage } from './harness/storage.ts';

const INSERT = '**/rest/v1/applications*';
const FUNCTION = '**/functions/v1/send-confirmation-email';

test.describe('Join form: closed, open, submitting, then closed and reset on success (contract P4.2, P8.4)', () => {
  test("one insert with the public key and no token, exactly the eleven keys, while the button reads 'Submitting...' and a second submit is ignored; then the function with name and email (contract P3.1, P4.1, P7.1, P7.2, P7.5)", async ({
    page,
    server,
    prefix,
  }) => {
    const join = new Join(page);
    const inserts: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/rest/v1/applications') && inserts.push(request.url()),
    );
    const release = await holdBack(page, INSERT);
    await join.open();
    await join.fill(prefix);
    const inserting = page.waitForRequest(INSERT);
    const invoking = page.waitForRequest(FUNCTION);
    await join.submit.dblclick();
    await expect(join.submit).toHaveText('Submitting...');
    await join.field('Email').press('Enter');
    await join.field('Email').press('Enter');
    const insert = await inserting;
    expect(insert.headers()).toMatchObject({ apikey: server.publishableKey, prefer: 'return=minimal' });
    expect(insert.headers()).not.toHaveProperty('authorization');
    expect(Object.keys(insert.postDataJSON()).sort()).toEqual([...applicationKeys].sort());
    release();
    expect((await invoking).postDataJSON()).toEqual({
      name: 'Sample Builder',
      email: `${prefix}@example.org`,
    });
    await expect(join.toast('Application submitted!')).toContainText(
      'Thanks for applying — check your email for a confirmation message.',
    );
    expect(inserts).toHaveLength(1);
    expect(await countSaved(server, prefix)).toBe(1);
    await expect(join.dialog).toBeHidden();
    await join.received.getByRole('button', { name: 'Done' }).click();
    await join.press();
    await expect(join.field('Email')).toHaveValue('');
    await expect(join.dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(join.submit).toBeDisabled();
  });

  test('text typed before the script is kept, judged and counted, and the first field has the focus at once', async ({
    page,
  }) => {
    const join = new Join(page);
    await page.goto('/');
    const release = await holdBack(page, '**/_astro/*.js');
    await join.press();
    await expect(join.field('Full name')).toBeFocused();
    await expect(join.submit).toHaveAccessibleDescription(/The form is still loading/);
    await page.keyboard.type('A');
    await join.field('LinkedIn').fill('www.linkedin.com/in/sample');
    await join.dialog.getByRole('checkbox').first().check();
    await join.field('Email').focus();
    release();
    const count = 4 + applicationQuestions.length;
    await expect(
      join.dialog.getByText(`${count - 2} of ${count} left: full name, email, sectors and ${count - 5} more`),
    ).toBeVisible();
    await expect(join.field('Full name')).toHaveValue('A');
    await expect(join.dialog.getByText('Please enter your full name')).toBeVisible();
    await expect(join.dialog.getByText('Please enter a valid email address')).toHaveCount(0);
    await join.field('Full name').fill('Sample Early');
    await expect(join.field('LinkedIn')).toHaveValue('https://www.linkedin.com/in/sample');
    await join.field('Email').fill('early@example.org');
    await join.field('Sector(s)').fill('Logistics');
    for (const question of (await join.dialog.getByRole('checkbox').all()).slice(1)) await question.check();
    await expect(join.submit).toBeEnabled();
  });
});

test.describe('Validation: checked on every change; submit stays disabled until all is valid (contract P5.1)', () => {
  const cases = [
    ['Full name', 'A', 'Please enter your full name'],
    ['Email', 'sample@', 'Please enter a valid email address'],
    ['LinkedIn', '', 'LinkedIn profile is required'],
    ['LinkedIn', 'https://example.org/in/sample', 'Please enter a valid LinkedIn profile URL'],
    ['Sector(s)', ' x ', 'Please tell us the sector(s) you want to build in'],
  ] as const;
  test('each field and question shows its error with the texts of contract P5.2, P5.3, P5.4, P5.5, P5.6 and P5.7', async ({
    page,
  }) => {
    const join = new Join(page);
    await join.open();
    await join.fill('sample');
    for (const [label, value, message] of cases) {
      await test.step(`${label} ${JSON.stringify(value)}: ${message}`, async () => {
        const field = join.field(label);
        const valid = await field.inputValue();
        await expect(join.submit).toBeEnabled();
        await field.fill(value);
        await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[()]/g, '\\$&')));
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(join.submit).toBeDisabled();
        await field.fill(valid);
        await expect(field).not.toHaveAttribute('aria-invalid');
      });
    }
    await expect(join.dialog.getByText('All questions must be checked.')).toBeVisible();
    const questions = await join.dialog.getByRole('checkbox').all();
    expect(questions).toHaveLength(applicationQuestions.length);
    await questions[0]!.uncheck();
    await join.field('Email').fill('x');
    await expect(join.dialog.getByText('Please enter a valid email address')).toBeVisible();
    expect(await findingsInBothSchemes(page, ['#join-dialog'])).toEqual([]);
    await join.field('Email').fill('sample@example.org');
    await questions[0]!.check();
    for (const question of questions) await question.uncheck();
    for (const question of questions) {
      await expect(question).toHaveAccessibleDescription('Please check this screening question');
      await expect(join.submit).toBeDisabled();
      await question.check();
    }
    await expect(join.submit).toBeEnabled();
  });
});

test.describe('On a duplicate: stays open with field errors (contract P8.1)', () => {
  const EMAIL =
    'This email has already applied. If this was you, check your inbox for the confirmation link.';
  const LINKEDIN = 'This LinkedIn profile has already submitted an application.';

  test('the field that the database names gets its message, and the toast reads Already applied and offers the link again', async ({
    page,
    prefix,
  }) => {
    const join = new Join(page);
    await join.open();
    await join.fill(prefix);
    await join.submit.click();
    await expect(join.dialog).toBeHidden();
    await join.open();
    await join.fill(prefix);
    await join.field('LinkedIn').fill(`https://www.linkedin.com/in/${prefix}-other`);
    await join.submit.click();
    await expect(join.toast('Already applied')).toContainText('onboarding@');
    await expect(join.field('Email')).toHaveAccessibleDescription(new RegExp(EMAIL));
    await expect(join.dialog.getByText(LINKEDIN)).toBeHidden();
    await join.toast('Already applied').getByRole('button', { name: 'Send the link again' }).click();
    await expect(join.toast('Asked for')).toContainText('If this address has applied and waits');
    await join.field('Email').fill(`${prefix}-other@example.org`);
    await join.field('LinkedIn').fill(`http://de.linkedin.com/in/${prefix.toUpperCase()}/?trk=x`);
    await join.submit.click();
    await expect(join.field('LinkedIn')).toHaveAccessibleDescription(new RegExp(LINKEDIN));
    await expect(join.dialog).toBeVisible();
    await expect(join.field('Sector(s)')).toHaveValue('Logistics');
  });
});

test.describe('On other failure: stays open with an error toast (contract P4.2, P8.2)', () => {
  test('an error of the server, an empty answer 404, a lost connection: Failed to submit application. Please try again.', async ({
    page,
    prefix,
  }) => {
    const join = new Join(page);
    await join.open();
    await join.fill(prefix);
    for (const answer of [{ status: 500, body: 'down' }, { status: 404 }, null]) {
      await page.route(INSERT, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await join.submit.click();
      await expect(join.toast('Error')).toContainText('Failed to submit application. Please try again.');
      // It stays while the pointer is on it.
      await join.toast('Error').hover();
      await expect(join.dialog).toBeVisible();
      await expect(join.field('Full name')).toHaveValue('Sample Builder');
      if (!answer) expect(await findingsInBothSchemes(page, ['#join-dialog'])).toEqual([]);
      await join.toast('Error').getByRole('button', { name: 'Dismiss' }).click();
      await page.unroute(INSERT);
    }
    await join.submit.click();
    await expect(join.toast('Application submitted!')).toBeVisible();
  });

  test('Confirmation email failure: the application was saved but the email could not be sent; the form still closes (contract P8.3)', async ({
    page,
    server,
    prefix,
  }) => {
    const join = new Join(page);
    await page.route(FUNCTION, (route) => route.fulfill({ status: 502, json: { error: 'mail' } }));
    await join.open();
    await join.fill(prefix);
    await join.submit.click();
    await expect(join.toast('Application submitted!')).toContainText('could not be sent');
    await expect(join.dialog).toBeHidden();
    await expect(join.received).toContainText('could not be sent yet');
    await expect(join.received.getByRole('button', { name: 'Send again', exact: true })).toBeEnabled();
    expect(await countSaved(server, prefix)).toBe(1);
  });
});

test('a browser that blocks storage can apply too', async ({ page, prefix }) => {
  await closeStorage(page);
  const join = new Join(page);
  await join.open();
  await join.fill(prefix);
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
});

// On phones too: applicants come by phone.
test('the whole job: apply, read the mail, open its link, and the address bar keeps no id @phone', async ({
  page,
  server,
  prefix,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const join = new Join(page);
  await join.open();
  await join.fill(prefix);
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  const link = await confirmationLink(server, `${prefix}@example.org`);
  expect(link).toContain(`${server.url}/confirm-email?application_id=`);
  await page.goto(link);
  await expect(page.getByText('Your email has been confirmed successfully!')).toBeVisible();
  await expect(page).toHaveURL('/confirm-email');
  const [row] = await server.sql('select email_confirmed_at from public.applications where email = $1', [
    `${prefix}@example.org`,
  ]);
  expect(row?.['email_confirmed_at']).toBeTruthy();
  // Nothing that the content security policy refused, nothing that was not found, nothing thrown.
  expect(complaints).toEqual([]);
});
