import type { Page } from '@playwright/test';
import { callPage, confirmedApplicant } from '../../harness/applicant-page.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import { findings } from '../harness/axe.ts';
import { expect, test } from '../harness/product.ts';

test.use({ javaScriptEnabled: false });

async function open(page: Page, server: TestServer, secret: string): Promise<void> {
  await page.goto(`/my-application?key=${secret}`);
  await expect(page.getByText('Opening your application…')).toBeHidden();
  await page.getByRole('button', { name: 'Open my application' }).click();
}

// On phones too: one column.
test('without script one press opens the page, the secret is out of its address, and it says what the other says @phone', async ({
  page,
  server,
}) => {
  const { row, secret } = await confirmedApplicant(server, { name: 'Sample {{key}} <b>"Builder"</b>' });
  await open(page, server, secret);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application');
  await expect(page.getByRole('region', { name: 'Where it stands' })).toContainText('Received');
  await expect(page.getByText(/You have our answer by \d+ \w+ \d{4}\./)).toBeVisible();
  const sent = page.getByRole('region', { name: 'What you sent' });
  for (const value of [row.name, row.email, row.linkedin!, row.sectors])
    await expect(sent).toContainText(value);
  await sent.getByText('Screening questions').click();
  await expect(sent.getByRole('listitem')).toHaveCount(7);
});

test('without script corrections and what was shipped are taken by the same rules', async ({
  page,
  server,
}) => {
  const { secret } = await confirmedApplicant(server);
  await open(page, server, secret);
  await page.getByLabel('Full name').fill('x');
  await page.getByRole('button', { name: 'Save the correction' }).click();
  await expect(page.getByText('Please enter your full name')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('x');
  await page.getByLabel('Full name').fill('Better Name');
  await page.getByRole('button', { name: 'Save the correction' }).click();
  await expect(page.getByRole('status')).toHaveText('Corrected.');
  await page.getByLabel('Link to it').fill('one.example');
  await page.getByLabel('What it does').fill('I built it.');
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('status')).toHaveText('Saved. Our reviewers see it first.');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('status')).toHaveText('Taken back. Our reviewers no longer see it.');
});

test('without script withdrawing and erasing work and are undone', async ({ page, server }) => {
  const { secret } = await confirmedApplicant(server);
  await open(page, server, secret);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('region', { name: 'Where it stands' })).toContainText('Withdrawn');
  await page.getByRole('button', { name: 'Undo the withdrawal' }).click();
  await expect(page.getByText('Undone. Your application stands as before.')).toBeVisible();
  await page.getByLabel('Yes, erase everything I sent').check();
  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Your application will be erased')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the erasure' }).click();
  await expect(page.getByText('Undone. Nothing is erased.')).toBeVisible();
  expect((await callPage(server, '', secret)).application).toMatchObject({ status: 'submitted', undo: null });
});

test('without script the file and a new link come too', async ({ page, server }) => {
  const { row, secret } = await confirmedApplicant(server);
  await open(page, server, secret);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as a file' }).click();
  expect((await downloading).suggestedFilename()).toBe('my-application.json');
  await page.getByRole('button', { name: 'New link' }).click();
  await expect(page.getByRole('status')).toContainText(`A new link is on its way to ${row.email}.`);
});

test('without script a link that is no good says so', async ({ page, server }) => {
  await open(page, server, 'unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link leads nowhere');
});

test.describe('with script to look at it', () => {
  test.use({ javaScriptEnabled: true });

  test('the page that a form is answered with has no findings by axe', async ({ page, server }) => {
    const { secret } = await confirmedApplicant(server);
    await page.goto('/');
    await page.setContent(
      `<form method="post" action="${server.url}/my-application"><input name="key" value="${secret}"><button>Go</button></form>`,
    );
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(page.getByRole('region', { name: 'Where it stands' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
