import { applicationQuestions } from '@solostead/contract/questions';
import { mailsTo } from '../harness/applicant-page.ts';
import { makeApplication } from '../harness/member.ts';
import { findings } from './harness/axe.ts';
import { expect, test } from './harness/product.ts';
import { countSaved, Join } from './harness/join.ts';
import { confirmationLink, confirmationLinks } from './harness/account/mailed-link.ts';
import { holdBack } from './harness/hold-back.ts';
import { closeStorage } from './harness/storage.ts';

const INSERT = '**/rest/v1/applications*';
const FUNCTION = '**/functions/v1/send-confirmation-email';

// On phones alone: applicants come by phone. The other engines apply in wide windows.
test('one insert fills and empties the form, and the mailed link confirms (contract P4.1, P4.2, P8.4) @phone-alone', async ({
  page,
  server,
  prefix,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const join = new Join(page);
  const inserts: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/rest/v1/applications') && inserts.push(request.url()),
  );
  const release = await holdBack(page, INSERT);
  await join.open();
  await join.fill(prefix);
  await join.submit.dblclick();
  await expect(join.submit).toHaveText('Submitting...');
  await join.field('Email').press('Enter');
  await join.field('Email').press('Enter');
  // A short phone, on which the next dialog and the notice have no room one above the other.
  await page.setViewportSize({ width: 390, height: 600 });
  release();
  await expect(join.toast('Application submitted!')).toContainText(
    'Thanks for applying — check your email for a confirmation message.',
  );
  const coversDialog = (toast: Element) => {
    const dialog = toast.closest('dialog');
    return dialog && dialog.getBoundingClientRect().top < toast.getBoundingClientRect().bottom;
  };
  await expect.poll(() => join.toast('Application submitted!').evaluate(coversDialog)).toBe(false);
  expect(inserts).toHaveLength(1);
  expect(await countSaved(server, prefix)).toBe(1);
  await expect(join.dialog).toBeHidden();
  await expect(join.received).toContainText(`We sent an email to ${prefix}@example.org`);
  await expect(join.received).toContainText('A founder answers every confirmed application within 10 days');
  await join.received.getByRole('button', { name: 'Done' }).click();
  await expect(join.received).toBeHidden();
  await join.press();
  await expect(join.field('Email')).toHaveValue('');
  await expect(join.dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(join.submit).toBeDisabled();

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

test('text typed before the script is kept, judged and counted', async ({ page, prefix }) => {
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
  await join.field('Email').fill(`${prefix}@example.org`);
  await join.field('Sector(s)').fill('Logistics');
  for (const question of (await join.dialog.getByRole('checkbox').all()).slice(1)) await question.check();
  await expect(join.submit).toBeEnabled();

  await test.step('it stays through a reload until it was sent', async () => {
    await page.reload();
    await join.press();
    await expect(join.field('Full name')).toHaveValue('Sample Early');
    await expect(join.field('Sector(s)')).toHaveValue('Logistics');
    await join.field('LinkedIn').fill(`https://www.linkedin.com/in/${prefix}`);
    await expect(join.submit).toBeEnabled();
    await join.submit.click();
    await expect(join.toast('Application submitted!')).toBeVisible();
    await page.reload();
    await join.press();
    // The text would return with the script of the dialog.
    await expect(page.locator('[data-deferred=join]')).toHaveCount(0);
    await expect(join.field('Full name')).toHaveValue('');
  });
});

const EMAIL = 'This email has already applied. If this was you, check your inbox for the confirmation link.';
const LINKEDIN = 'This LinkedIn profile has already submitted an application.';

test('on a duplicate the named field gets its message, and the toast offers the link again (contract P8.1)', async ({
  page,
  server,
  prefix,
}) => {
  const join = new Join(page);
  await makeApplication(server, prefix, {
    email: `${prefix}@example.org`,
    linkedin: `https://www.linkedin.com/in/${prefix}`,
  });
  await join.open();
  await join.fill(prefix);
  await join.field('LinkedIn').fill(`https://www.linkedin.com/in/${prefix}-other`);
  await join.submit.click();
  await expect(join.toast('Already applied')).toContainText('onboarding@');
  await expect(join.field('Email')).toHaveAccessibleDescription(new RegExp(EMAIL));
  await expect(join.dialog.getByText(LINKEDIN)).toBeHidden();
  await join.toast('Already applied').getByRole('button', { name: 'Email me the next step' }).click();
  await expect(
    join.toast('Check your inbox. If this address has applied, we have emailed it the next step.'),
  ).toBeVisible();
  await join.field('Email').fill(`${prefix}-other@example.org`);
  await join.field('LinkedIn').fill(`http://de.linkedin.com/in/${prefix.toUpperCase()}/?trk=x`);
  await join.submit.click();
  await expect(join.field('LinkedIn')).toHaveAccessibleDescription(new RegExp(LINKEDIN));
  await expect(join.dialog).toBeVisible();
  await expect(join.field('Sector(s)')).toHaveValue('Logistics');
});

test('a refusal is shown in the server’s words, and a lost answer is sent again without a duplicate (contract P4.2, P8.2)', async ({
  page,
  server,
  prefix,
}) => {
  const join = new Join(page);
  /** Sends the form, which stays open with what was typed. */
  const sendInVain = async (words: string) => {
    await join.submit.click();
    await expect(join.toast('Error')).toContainText(words);
    // It stays while the pointer is on it.
    await join.toast('Error').hover();
    await expect(join.dialog).toBeVisible();
    await expect(join.field('Full name')).toHaveValue('Sample Builder');
    await page.unroute(INSERT);
  };
  await join.open();
  await join.fill(prefix);
  const message = 'Too many applications came from your network. Please try again in 5 minutes.';
  await page.route(INSERT, (route) => route.fulfill({ status: 429, json: { message } }));
  await sendInVain(message);
  expect(await findings(page, { within: ['#join-dialog'] })).toEqual([]);
  await join.toast('Error').getByRole('button', { name: 'Dismiss' }).click();
  // Saved, and the answer is lost on its way.
  await page.route(INSERT, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sendInVain('Failed to submit application. Please try again.');
  await join.submit.click();
  await expect(join.received).toBeVisible();
  expect(await countSaved(server, prefix)).toBe(1);
});

test('Confirmation email failure: the application was saved, and the mail can be sent again (contract P8.3)', async ({
  page,
  server,
  prefix,
}) => {
  const join = new Join(page);
  const email = `${prefix}-right@example.org`;
  const links = async () => (await mailsTo(server, email)).flatMap(({ text }) => confirmationLinks(text));
  /** Lets the minute between two mails pass, in the database and for the page. */
  const passMinute = async () => {
    await server.sql(`update private.messages set claimed_at = claimed_at - interval '1 minute',
      created_at = created_at - interval '1 minute'`);
    await page.clock.fastForward(61_000);
  };
  await closeStorage(page);
  await page.clock.install();
  await page.route(FUNCTION, (route) => route.fulfill({ status: 502, json: { error: 'mail' } }));
  await join.apply(prefix);
  await expect(join.toast('Application submitted!')).toContainText('could not be sent');
  await expect(join.dialog).toBeHidden();
  await expect(join.received).toContainText('could not be sent yet');
  await expect(join.received.getByRole('button', { name: 'Send again', exact: true })).toBeEnabled();
  expect(await countSaved(server, prefix)).toBe(1);
  await page.unroute(FUNCTION);

  await join.received.getByText('Wrong address?').click();
  const right = join.received.getByLabel('The right email');
  await right.fill('no address');
  await join.received.getByRole('button', { name: 'Correct it' }).click();
  await expect(right).toHaveAccessibleDescription('Please enter a valid email address');
  await right.fill(email);
  await join.received.getByRole('button', { name: 'Correct it' }).click();
  await expect(join.received).toContainText(`We sent an email to ${email}`);
  await expect(join.received.getByRole('status')).toContainText('no longer works');
  await expect(join.received.getByText('Wrong address?')).toBeFocused();
  await expect.poll(links).toHaveLength(1);

  await expect(join.received.getByRole('button', { name: /Send again in \d+ s/ })).toBeVisible();
  await passMinute();
  await join.received.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(join.received.getByRole('status')).toHaveText('Sent again. It can take a minute.');
  await expect.poll(links).toHaveLength(2);
});
