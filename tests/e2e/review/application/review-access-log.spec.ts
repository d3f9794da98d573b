import { passErasure } from '../../../harness/erase.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';
import { readDataPage, savedFile } from '../../harness/saved-file.ts';

const LOG = '?screen=settings&section=log';

const entries = (page: Page): Locator =>
  page.getByRole('region', { name: 'Access log' }).getByRole('table').getByRole('row');
const filterBy = (page: Page, application: string) =>
  page.getByRole('textbox', { name: 'Application' }).fill(application);

test('an owner filters the access log, saves it without names and answers data requests from it', async ({
  desk,
  elsewhere,
  admin,
  colleague,
}) => {
  const { page, panel, dialog } = desk;
  await test.step('filtered and saved', async () => {
    const id = await desk.openNew(`Bittern ${desk.prefix}`);
    await elsewhere.open(id);
    await elsewhere.move(id, 'in_review');
    await desk.goTo(LOG);
    await filterBy(page, `${desk.server.url}/admin?open=${id}`);
    await expect(entries(page)).toHaveText([
      /^WhenWho/,
      new RegExp(`${colleague.email}Moved`),
      new RegExp(`${colleague.email}Opened`),
      new RegExp(`${admin.email}Opened`),
    ]);
    await page.getByRole('combobox', { name: 'Who' }).selectOption(colleague.email);
    await page.getByRole('combobox', { name: 'What' }).selectOption('Opened');
    await expect(entries(page)).toHaveCount(2);
    await desk.link(`Bittern ${desk.prefix}`).click();
    await expect(panel.getByRole('heading', { name: `Bittern ${desk.prefix}` })).toBeVisible();
    await panel.getByRole('button', { name: 'Close application' }).click();
    await expect(entries(page)).toHaveCount(2);

    const log = await savedFile(page, () => page.getByRole('button', { name: 'Export as CSV' }).click());
    expect(log.name).toMatch(/^access-log-\d{4}-\d\d-\d\d\.csv$/);
    expect(log.text).toMatch(
      /^\uFEFF"id","at","actor","actor_email","kind","application_id","batch_id","detail"\r\n/,
    );
    expect(log.text.trim().split('\r\n')).toHaveLength(2);
    expect(log.text).toContain(`"opened","${id}"`);
    expect(log.text).not.toContain('Bittern');
    await page.getByRole('textbox', { name: 'Application' }).clear();
    await page.getByRole('combobox', { name: 'Who' }).selectOption(admin.email);
    await page.getByRole('combobox', { name: 'What' }).selectOption('Exports');
    await expect(entries(page).nth(1)).toContainText(`${admin.email}Exported this log`);
  });

  await test.step('a data request, and an erasure with its undo', async () => {
    const erased = await desk.openNew(`Knot ${desk.prefix}`);
    await desk.chooseMore('Data request…');
    await expect(dialog).toContainText(`${desk.prefix}-2@builders.example`);
    const button = dialog.getByRole('button', { name: 'Download everything' });
    const everything = await savedFile(page, () => button.click());
    // It leaves after a while.
    await expect(desk.toast('Everything was downloaded')).toBeVisible();
    expect(everything.name).toMatch(
      new RegExp(`^application-${erased.slice(0, 8)}-\\d{4}-\\d\\d-\\d\\d\\.html$`),
    );
    const jsonName = `application-${erased.slice(0, 8)}.json`;
    const held = await readDataPage(page, everything.text, jsonName);
    expect(held).toMatchObject({
      findings: [],
      jsonName,
      json: { application_id: erased, data: { applications: [{ name: `Knot ${desk.prefix}` }] } },
    });
    expect(held.headings.slice(0, 2)).toEqual([`What we hold about Knot ${desk.prefix}`, 'What you told us']);
    await page.keyboard.press('Escape');
    await desk.chooseMore('Erase…');
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    const hidden = desk.toast('is hidden and will be erased in a minute');
    await expect(panel).toHaveCount(0);
    await hidden.getByRole('button', { name: 'Undo' }).click();
    await expect(desk.toast('Nothing was erased')).toBeVisible();
    await desk.openApplication(erased);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search people and commands' }).fill('erase');
    await page.getByRole('option', { name: 'Erase…' }).click();
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(hidden).toBeVisible();
    await passErasure(desk.server, erased);
    await desk.goTo(LOG);
    await filterBy(page, erased);
    await expect(entries(page)).toHaveText([
      /^WhenWho/,
      new RegExp(`Erased for good.*by an owner.*${erased.slice(0, 8)}, erased`),
      new RegExp(`${admin.email}Asked for the erasure`),
      new RegExp(`${admin.email}Undid the erasure`),
      new RegExp(`${admin.email}Asked for the erasure`),
      new RegExp(`${admin.email}Downloaded everything`),
      new RegExp(`${admin.email}Opened`),
    ]);
    await expect(entries(page).getByRole('link')).toHaveCount(0);
    await filterBy(page, 'Knot');
    await expect(page.getByText('This contains no application number.')).toBeVisible();
  });

  await test.step('pages', async () => {
    // A number that was not filtered by before, because a page that was just read is kept.
    const many = crypto.randomUUID();
    await desk.server.sql(
      `insert into public.access_log (kind, application_id, actor_email)
     select 'moved', $1, 'number-' || n || '@lab.example' from generate_series(1, 120) n`,
      [many],
    );
    await filterBy(page, many);
    const first = entries(page).nth(1);
    const older = page.getByRole('button', { name: 'Older', exact: true });
    await expect(first).toContainText('number-120@');
    for (const [button, entry] of [
      ['Older', 'number-70@'],
      ['Older', 'number-20@'],
      ['Newer', 'number-70@'],
      ['Older', 'number-20@'],
      ['Newest', 'number-120@'],
    ] as const) {
      const turn = page.getByRole('button', { name: button, exact: true });
      // While entries load it does nothing.
      await expect(turn).toBeEnabled();
      await turn.press('Enter');
      await expect(first).toContainText(entry);
      // Another Enter pages on.
      if (button === 'Older' && entry === 'number-70@') await expect(older).toBeFocused();
      if (entry === 'number-20@') await expect(older).toHaveCount(0);
    }
  });
});
