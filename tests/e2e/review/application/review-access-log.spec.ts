import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';
import { savedFile, savesAreDownloads } from '../../harness/saved-file.ts';

const LOG = '?screen=settings&section=log';

const entries = (page: Page): Locator =>
  page.getByRole('region', { name: 'Access log' }).getByRole('table').getByRole('row');
const filterBy = (page: Page, application: string) =>
  page.getByRole('textbox', { name: 'Application' }).fill(application);

test('an owner sees who opened and changed an application, opens it from there, pages to the oldest and back, and saves the log without names as CSV, which is logged too', async ({
  desk,
  elsewhere,
  admin,
  colleague,
}) => {
  await savesAreDownloads(desk.page);
  const id = await desk.openNew(`Bittern ${desk.prefix}`);
  await elsewhere.open(id);
  await elsewhere.move(id, 'in_review');
  await desk.goTo(LOG);
  await filterBy(desk.page, `${desk.server.url}/admin?open=${id}`);
  await expect(entries(desk.page)).toHaveText([
    /^WhenWho/,
    new RegExp(`${colleague.email}Moved`),
    new RegExp(`${colleague.email}Opened`),
    new RegExp(`${admin.email}Opened`),
  ]);
  await desk.page.getByRole('combobox', { name: 'Who' }).selectOption(colleague.email);
  await desk.page.getByRole('combobox', { name: 'What' }).selectOption('Opened');
  await expect(entries(desk.page)).toHaveCount(2);
  await desk.link(`Bittern ${desk.prefix}`).click();
  await expect(desk.panel.getByRole('heading', { name: `Bittern ${desk.prefix}` })).toBeVisible();
  await desk.panel.getByRole('button', { name: 'Close application' }).click();
  await expect(entries(desk.page)).toHaveCount(2);

  const { name, text } = await savedFile(desk.page, () =>
    desk.page.getByRole('button', { name: 'Export as CSV' }).click(),
  );
  expect(name).toMatch(/^access-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toMatch(
    /^\uFEFF"id","at","actor","actor_email","kind","application_id","batch_id","detail"\r\n/,
  );
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain(`"opened","${id}"`);
  expect(text).not.toContain('Bittern');
  await desk.page.getByRole('textbox', { name: 'Application' }).clear();
  await desk.page.getByRole('combobox', { name: 'Who' }).selectOption(admin.email);
  await desk.page.getByRole('combobox', { name: 'What' }).selectOption('Exports');
  await expect(entries(desk.page).nth(1)).toContainText(`${admin.email}Exported this log`);

  await desk.server.sql(
    `insert into public.access_log (kind, application_id, actor_email)
     select 'moved', $1, 'number-' || n || '@lab.example' from generate_series(1, 120) n`,
    [id],
  );
  await desk.open(LOG);
  await filterBy(desk.page, id);
  const first = entries(desk.page).nth(1);
  const older = desk.page.getByRole('button', { name: 'Older', exact: true });
  await expect(first).toContainText('number-120@');
  for (const [button, entry] of [
    ['Older', 'number-70@'],
    ['Older', 'number-20@'],
    ['Newer', 'number-70@'],
    ['Older', 'number-20@'],
    ['Newest', 'number-120@'],
  ] as const) {
    const turn = desk.page.getByRole('button', { name: button, exact: true });
    // While entries load it does nothing.
    await expect(turn).toBeEnabled();
    await turn.press('Enter');
    await expect(first).toContainText(entry);
    // Another Enter pages on.
    if (button === 'Older' && entry === 'number-70@') await expect(older).toBeFocused();
    if (entry === 'number-20@') await expect(older).toHaveCount(0);
  }
});

test('a data request is answered by a file with everything, or by erasing for good, and logs both answers, without a link to the erased one', async ({
  desk,
  admin,
}) => {
  await savesAreDownloads(desk.page);
  const id = await desk.openNew(`Knot ${desk.prefix}`, { sectors: 'tides and mud' });
  await desk.writeNote('Knows the coast.');
  await expect(desk.panel.getByRole('article')).toHaveCount(1);
  await desk.chooseMore('Data request…');
  await expect(desk.dialog).toContainText(`${desk.prefix}-1@builders.example`);
  const { name, text } = await savedFile(desk.page, () =>
    desk.dialog.getByRole('button', { name: 'Download everything' }).click(),
  );
  expect(name).toMatch(new RegExp(`^application-${id.slice(0, 8)}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  const { application_id: of, data } = JSON.parse(text) as {
    application_id: string;
    data: { applications: { sectors: string }[]; application_notes: { body: string }[] };
  };
  expect([of, data.applications[0]!.sectors, data.application_notes[0]!.body]).toEqual([
    id,
    'tides and mud',
    'Knows the coast.',
  ]);
  await expect(desk.toast('Everything was downloaded')).toBeVisible();
  await expect(desk.dialog).toContainText('Gone at once, and for good');
  await expect(desk.dialog).toContainText('What stays: the application’s number');
  await desk.dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(desk.toast('Application erased')).toBeVisible();
  await expect(desk.panel).toHaveCount(0);
  await desk.goTo(LOG);
  await filterBy(desk.page, id);
  await expect(entries(desk.page)).toHaveText([
    /^WhenWho/,
    new RegExp(`${admin.email}Erased for good.*by an owner`),
    new RegExp(`${admin.email}Downloaded everything`),
    new RegExp(`${admin.email}Wrote a note`),
    new RegExp(`${admin.email}Opened`),
  ]);
  await expect(entries(desk.page).nth(1)).toContainText(`${id.slice(0, 8)}, erased`);
  await expect(entries(desk.page).getByRole('link')).toHaveCount(0);
  await filterBy(desk.page, 'Knot');
  await expect(desk.page.getByText('This holds no number of an application.')).toBeVisible();
});
