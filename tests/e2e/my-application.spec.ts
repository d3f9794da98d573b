import type { Page } from '@playwright/test';
import { applicationQuestions } from '@solostead/contract/questions';
import type { TestServer } from '../harness/servers/server.ts';
import { mailsSettled } from '../harness/applicant.ts';
import { callPage, linkedApplicant, mailOf, secretsIn } from '../harness/applicant-page.ts';
import { findings } from './harness/axe.ts';
import { holdBack } from './harness/hold-back.ts';
import { expect, test } from './harness/product.ts';
import { readDataPage, savedFile } from './harness/saved-file.ts';

const pageOf = (secret: string) => `/my-application?key=${secret}`;
const section = (page: Page, name: string) => page.getByRole('region', { name });
const ends = (page: Page) => section(page, 'Download, withdraw or erase');

/** Lets the minute pass in which a request can be undone, in the database and for the page. */
async function passMinute(page: Page, server: TestServer, id: string): Promise<void> {
  await server.sql`update public.application_events set at = at - interval '61 seconds'
                    where application_id = ${id} and kind = 'applicant'`;
  await page.clock.fastForward(61_000);
}

// On phones alone: its buttons are large enough for a thumb.
test('the applicant’s page takes the secret out of the address and out of caches and referrers @phone-alone', async ({
  page,
  server,
}) => {
  const { row, secret } = await linkedApplicant(server);
  const referrers: Promise<string>[] = [];
  page.on('requestfinished', (request) => {
    referrers.push(request.allHeaders().then(({ referer }) => `${request.url()} ${referer}`));
  });
  const answered = await page.goto(pageOf(secret));
  const standing = section(page, 'Where it stands');
  await expect(standing).toBeVisible();
  expect(answered!.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  await expect(page).toHaveURL('/my-application');
  await page.reload();
  await expect(standing).toBeVisible();
  const lines = await Promise.all(referrers);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => line.split(' ')[1]!.includes(secret))).toEqual([]);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application');
  await expect(standing).toContainText(/Submitted.*Since \d+\s\w+\s\d{4}/);
  await expect(standing).toContainText(/You’ll have our answer by \d+\s\w+\s\d{4}\./);
  const sent = section(page, 'What you sent');
  for (const value of [row.name, row.email, row.linkedin!, row.sectors])
    await expect(sent).toContainText(value);
  await sent.getByText('Screening questions').click();
  await expect(sent.getByRole('listitem')).toHaveCount(applicationQuestions.length);
  expect(await findings(page)).toEqual([]);
  const { name, text } = await savedFile(page, () =>
    ends(page).getByRole('button', { name: 'Download as a file' }).click(),
  );
  const copy = await readDataPage(page, text, 'my-application.json');
  expect(text).toContain('<dt>Status</dt><dd dir="auto">Submitted</dd>');
  expect(copy).toMatchObject({ findings: [], json: { application: { email: row.email } } });
  expect([name, copy.headings[0]]).toEqual(['my-application.html', `The application of ${row.name}`]);
  await ends(page).getByRole('button', { name: 'New link' }).click();
  await expect(ends(page).getByText(`A new link is on its way to ${row.email}.`)).toBeVisible();
  const heights = await page
    .locator('main')
    .locator('button:visible, input:visible, textarea:visible, summary:visible')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(7);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test('the applicant’s page corrects, shows one thing, and withdraws', async ({ page, server }) => {
  const { id, row, secret } = await linkedApplicant(server);
  const standing = section(page, 'Where it stands');
  const sent = section(page, 'What you sent');
  const correct = page.getByRole('button', { name: 'Correct it' });
  const undo = page.getByRole('button', { name: 'Undo the withdrawal' });
  const undone = page.getByText('Undone. Your application is unchanged.');
  await page.clock.install();
  await page.goto(pageOf(secret));
  await test.step('a correction, and one that is cancelled while it is on its way', async () => {
    await page.getByRole('button', { name: 'Correct it' }).click();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await page.getByLabel('Full name').fill('x');
    await page.getByLabel('LinkedIn profile').fill('');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(page.getByLabel('Full name')).toBeFocused();
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your full name');
    await expect(page.getByLabel('LinkedIn profile')).toHaveAccessibleDescription(
      /LinkedIn profile is required/,
    );
    await page.getByLabel('Full name').fill('');
    await page.keyboard.insertText('x'.repeat(201));
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription(/^At most 200 characters/);
    await page.getByLabel('Full name').fill('Better Name');
    await page.getByLabel('LinkedIn profile').fill(row.linkedin!.replace('https://', ''));
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(sent.getByRole('status')).toHaveText('Corrected.');
    await expect(sent).toContainText('Better Name');
    await expect(correct).toBeFocused();
    const releaseCorrection = await holdBack(page, '**/rpc/my_application_correct');
    await correct.click();
    await page.getByLabel('Full name').fill('Better Name Still');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await sent.getByRole('button', { name: 'Cancel' }).click();
    await correct.click();
    await page.getByLabel('Full name').fill('Typed since');
    releaseCorrection();
    await expect(sent.getByRole('status')).toHaveText('Corrected.');
    await expect(page.getByLabel('Full name')).toHaveValue('Typed since');
    await sent.getByRole('button', { name: 'Cancel' }).click();
    await expect(sent).toContainText('Better Name Still');
  });

  await test.step('one shipped thing, shown and removed', async () => {
    const evidence = section(page, 'Show us one thing you shipped');
    await evidence.getByRole('button', { name: 'Show it to the reviewers' }).click();
    await expect(evidence.getByLabel('Link to it')).toBeFocused();
    await expect(evidence.getByLabel('Link to it')).toHaveAccessibleDescription(/begins with https/);
    const words = evidence.getByLabel('What it does');
    await words.fill('I built it.');
    await evidence.getByLabel('Link to it').fill('one.example/thing');
    const release = await holdBack(page, '**/rpc/my_application_evidence_save');
    await page.keyboard.press('Enter');
    await expect(evidence.locator('button[type=submit]')).toHaveText('Sending…');
    await words.fill('I built it. People use it.');
    await evidence.getByLabel('Link to it').focus();
    release();
    await expect(evidence.getByRole('status')).toHaveText('Saved. Our reviewers see it first.');
    await expect(evidence.getByLabel('Link to it')).toHaveValue('https://one.example/thing');
    await expect(evidence.getByLabel('Link to it')).toBeFocused();
    await expect(words).toHaveValue('I built it. People use it.');
    let removals = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/my_application_evidence_save')) removals += 1;
    });
    await evidence.getByRole('button', { name: 'Remove it' }).dblclick();
    await expect(evidence.getByRole('status')).toHaveText('Removed. Our reviewers no longer see it.');
    await expect(evidence.getByLabel('Link to it')).toHaveValue('');
    await expect(evidence.getByRole('button', { name: 'Show it to the reviewers' })).toBeFocused();
    expect(removals).toBe(1);
    const other = { link: 'https://two.example/', repository: '', words: 'Again.' };
    await callPage(server, 'evidence_save', secret, other);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const releaseRemoval = await holdBack(page, '**/rpc/my_application_evidence_save');
    await evidence.getByRole('button', { name: 'Remove it' }).click();
    await correct.focus();
    releaseRemoval();
    await expect(evidence.getByRole('status')).toHaveText('Removed. Our reviewers no longer see it.');
    await expect(evidence.getByRole('button', { name: 'Remove it' })).toHaveCount(0);
    await expect(correct).toBeFocused();
  });

  await test.step('a withdrawal and its undo', async () => {
    await ends(page).getByRole('button', { name: 'Withdraw' }).focus();
    await page.keyboard.press('Enter');
    await expect(standing).toContainText('Withdrawn');
    await expect(sent.getByRole('status')).toHaveText('');
    await expect(undo).toBeFocused();
    await expect(page.getByText(/\d+ s left/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Correct it' })).toBeHidden();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(undone).toBeVisible();
    await expect(standing).toContainText('Submitted');
  });

  await test.step('a withdrawal in another tab', async () => {
    await page.getByRole('button', { name: 'Correct it' }).click();
    await callPage(server, 'withdraw', secret);
    await page.getByLabel('Full name').fill('Another Name');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(sent.getByRole('status')).toHaveText(
      /was withdrawn, perhaps in another tab\. Nothing was changed/,
    );
    await expect(sent).toContainText('Better Name');
    await expect(standing).toContainText('Withdrawn');
    await expect(undone).toBeHidden();
    await passMinute(page, server, id);
    await expect(undo).toBeHidden();
    await expect(standing).toContainText('Withdrawn');
  });
});

test('the applicant’s page erases after a second press, and a link that has ended offers a new one', async ({
  page,
  server,
}) => {
  const { id, row, secret } = await linkedApplicant(server);
  await page.clock.install();
  await page.goto(pageOf(secret));
  await ends(page).getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase everything you sent?' });
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toBeHidden();
  const keep = page.getByRole('button', { name: 'Keep my application' });
  await expect(keep).toBeHidden();
  const release = await holdBack(page, '**/rpc/my_application_download');
  await ends(page).getByRole('button', { name: 'Download as a file' }).click();
  await ends(page).getByRole('button', { name: 'Erase' }).click();
  await dialog.getByRole('button', { name: 'Erase it all' }).click();
  await expect(keep).toBeFocused();
  await expect(page.getByRole('region', { name: 'Download', exact: true }).getByRole('button')).toHaveText([
    'Download as a file',
  ]);
  await expect(page.getByText(/will be erased on \d+\s\w+\s\d{4}\sat\s\d\d:\d\d\sUTC/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  release();
  await expect(section(page, 'Where it stands')).toBeHidden();
  const mail = await mailOf(server, row.email, 'Your application is being erased');
  await page.goto(pageOf(secretsIn(mail.text)[0]!));
  await keep.click();
  await expect(page.getByText('Nothing was erased. Your application is unchanged.')).toBeVisible();
  await expect(page.getByText('You’ll have our answer by')).toBeVisible();
  await mailOf(server, row.email, 'Nothing was erased');
  await callPage(server, 'erase', secret);
  await page.goto(pageOf(secret));
  await expect(keep).toBeVisible();
  await server.sql`update public.applications set erasing_at = now() where id = ${id}`;
  await page.clock.fastForward('25:00:00');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs your latest link');

  const { row: other } = await linkedApplicant(server);
  await page.goto('/my-application');
  await page.getByLabel('The email you applied with').fill(other.email);
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Check your inbox\./ })).toBeVisible();
  await mailOf(server, other.email, 'You have applied: here is your page');
});

// On phones the button and the day are below each other.
test('the applicant’s page offers to apply again after a withdrawal, and after a decline from its day on @phone', async ({
  page,
  server,
}) => {
  const { id, row, secret } = await linkedApplicant(server);
  const standing = section(page, 'Where it stands');
  await callPage(server, 'withdraw', secret);
  await page.clock.install();
  await page.goto(pageOf(secret));
  await expect(standing).toContainText('Withdrawn');
  await expect(standing.getByRole('button', { name: 'Apply again' })).toBeHidden();
  await passMinute(page, server, id);
  expect(await findings(page)).toEqual([]);
  await standing.getByRole('button', { name: 'Apply again' }).click();
  await expect(standing).toContainText('We read it as a new application');
  await expect(standing).toContainText('Submitted');
  await expect(standing).toContainText(/You’ll have our answer by \d+\s\w+\s\d{4}\./);
  await mailOf(server, row.email, 'You have applied again');
  await server.sql`select private.change_status(array[${id}::uuid], 'declined', 'move', null,
    '{"subject": "A no", "body": "Words", "due_at": "2026-01-01T00:00:00Z", "to": "any"}')`;
  await mailOf(server, row.email, 'A no');
  // A mail is recorded after it was sent.
  await mailsSettled(server);
  await page.reload();
  await expect(standing).toContainText(
    /You can apply again from \d+\s\w+\s\d{4}\. This page offers it then\./,
  );
  await expect(standing.getByRole('button', { name: 'Apply again' })).toBeHidden();
  const rest = section(page, 'Download or erase');
  await expect(rest.getByRole('button')).toHaveText(['Download as a file', 'New link', 'Erase']);
  expect(await findings(page)).toEqual([]);
});

test('a lost answer or script is reported, and trying again acts once @release', async ({ page, server }) => {
  const { secret } = await linkedApplicant(server);
  await page.route('**/rest/v1/rpc/my_application*', (route) => route.abort());
  await page.goto(pageOf(secret));
  await expect(page.getByText('That did not work. Please try again.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/my_application*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(section(page, 'Where it stands')).toBeVisible();
  await page.route(/hydrate-my-application/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('This part could not be loaded.')).toBeVisible();
  await page.unroute(/hydrate-my-application/);
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(section(page, 'Where it stands')).toContainText('Submitted');

  const lost = '**/rest/v1/rpc/my_application_withdraw';
  await page.route(lost, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ends(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(ends(page).getByRole('status').filter({ hasText: /./ })).toHaveText(
    'That did not work. Please try again.',
  );
  await page.unroute(lost);
  await ends(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(section(page, 'Where it stands')).toContainText('Withdrawn');
});
