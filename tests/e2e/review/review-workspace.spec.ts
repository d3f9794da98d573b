import type { Page } from '@playwright/test';
import { findings, findingsInBothSchemes, opened } from '../harness/axe.ts';
import { expect, nameOf, seedOnce, test } from '../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

/** Both schemes on phones alone, in the release stage, because colours do not depend on the width. */
const findingsHere = (page: Page, within: readonly string[] = []) =>
  page.viewportSize()!.width < 768 ? findingsInBothSchemes(page, within) : findings(page, { within });

// On phones too: rows stand without columns.
test('axe finds nothing on the list, its selection and its dialogs @phone', async ({ desk }) => {
  test.slow();
  const { page } = desk;
  await desk.open('?status=submitted&view=all');
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // Fifty rows behind a dialog would cost more than the dialog.
  for (const letter of ['A', 'B']) await desk.make(`Pintail ${desk.prefix} ${letter}`);
  await desk.goTo(`?status=submitted&search=pintail+${desk.prefix}`);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  for (const name of ['Actions', 'Status: Submitted', 'Add filter', 'Save view', 'View', 'Search']) {
    await page.getByRole('button', { name, exact: true }).click();
    await desk.dialog.waitFor();
    expect(await findingsHere(page, opened), name).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(desk.dialog).toHaveCount(0);
  }
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await desk.dialog.waitFor();
  expect(await findingsInBothSchemes(page), 'Export').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  expect(await findingsHere(page, opened), 'Account menu').toEqual([]);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await desk.dialog.waitFor();
  expect(await findingsHere(page), 'Keyboard shortcuts').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions' }).click();
  await desk.dialog.getByRole('button', { name: 'In review' }).click();
  await desk.dialog.getByLabel('Email each applicant').check();
  await page.getByRole('dialog', { name: /^Move .* applications to In review/ }).waitFor();
  expect(await findingsHere(page, ['dialog[open]']), 'a change of many').toEqual([]);
});

// On phones too: the panel covers the list.
test('axe finds nothing on an application, and HTML is text @phone', async ({ desk, colleague }) => {
  test.slow();
  const { page, panel } = desk;
  await desk.openNew(`Teal ${desk.prefix}`);
  await desk.writeNote(
    'See https://one.example/a.\n**Strong** <img src=x onerror=alert(1)> javascript:alert(1)',
  );
  const note = panel.getByRole('article');
  const link = note.getByRole('link');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'https://one.example/a');
  await expect(link).toHaveAttribute('rel', /noopener.*noreferrer/);
  await expect(note.locator('strong')).toHaveText('Strong');
  await expect(note.locator('img')).toHaveCount(0);
  await expect(note).toContainText('<img src=x onerror=alert(1)> javascript:alert(1)');
  await panel.getByLabel('New note').pressSequentially(`@${nameOf(colleague).slice(0, 2)}`);
  await expect(panel.getByRole('listbox', { name: 'Mention' }).getByRole('option').first()).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await panel.getByLabel('New note').press('Escape');
  await desk.openMore();
  expect(await findings(page, { within: opened })).toEqual([]);
  await page.keyboard.press('Escape');
  for (const entry of ['Data request…', 'Erase…']) {
    await desk.chooseMore(entry);
    expect(await findingsHere(page, ['dialog[open]']), entry).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await desk.openMoves();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findingsHere(page, opened), 'the menu').toEqual([]);
  await page.keyboard.press('Escape');
  await desk.chooseMove('In review');
  await desk.dialog.getByLabel('Email the applicant').check();
  expect(await findingsHere(page), 'the dialog').toEqual([]);
});

// On phones too, because every screen has another layout.
test('axe finds nothing on board, numbers, settings and access log @phone', async ({ desk }) => {
  const { page } = desk;
  // The bar around each screen is that of the list.
  const findingsOfScreen = () => findingsHere(page, ['main']);
  await desk.open('?screen=board');
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .waitFor();
  expect(await findingsOfScreen()).toEqual([]);
  await desk.make(`Garganey ${desk.prefix}`);
  await desk.goTo(`?screen=board&search=garganey+${desk.prefix}`);
  await page.getByRole('button', { name: `Move Garganey ${desk.prefix}` }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findingsHere(page, opened), 'the menu of moves').toEqual([]);
  await desk.goTo('?screen=numbers');
  await page.getByRole('img', { name: 'Applications per day' }).waitFor();
  expect(await findingsOfScreen()).toEqual([]);
  await desk.goTo('?screen=settings&section=people');
  await page.getByRole('button', { name: 'Send invitation' }).waitFor();
  expect(await findingsInBothSchemes(page, ['main'])).toEqual([]);
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await desk.dialog.waitFor();
  expect(await findingsHere(page, ['dialog[open]'])).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Emails', exact: true }).click();
  await page.locator('summary', { hasText: 'Declined' }).click();
  await page.locator('details[open]').getByLabel('Subject').waitFor();
  expect(await findingsOfScreen()).toEqual([]);
  await desk.goTo('?screen=settings&section=scoring');
  await page.getByLabel('Name of criterion 1').waitFor();
  expect(await findings(page, { within: ['main'] })).toEqual([]);
  await desk.goTo('?screen=settings&section=log');
  await page.getByRole('region', { name: 'Access log' }).getByRole('row').nth(1).waitFor();
  expect(await findingsOfScreen()).toEqual([]);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide, 'wider than the window').toBe(false);
});

test('the numbers are drawn, each with its table, and small ones marked', async ({ desk }) => {
  await desk.make(`Jabiru ${desk.prefix}`, {
    source: desk.prefix,
    status: 'interview',
    interviewed_at: new Date(),
  });
  await desk.make(`Knot ${desk.prefix}`, { source: desk.prefix, email_confirmed_at: new Date() });
  await desk.open('?screen=numbers');
  await expect(desk.page.getByRole('img', { name: 'Applications per day' })).toBeVisible();
  await expect(desk.page.getByText('Overdue now')).toBeVisible();
  await expect(desk.page.getByText(/\d+ waiting, \d+ due in 3 days \(promised: 10 days\)/)).toBeVisible();
  await desk.page.getByText('As a table').click();
  await expect(desk.page.getByRole('columnheader', { name: 'Confirmed' }).first()).toBeVisible();
  await desk.page.getByRole('button', { name: '1 year' }).click();
  await expect(desk.page.getByRole('img', { name: 'Applications per week' })).toBeVisible();
  const line = desk.page.getByRole('row').filter({ hasText: desk.prefix });
  await expect(line).toContainText('few');
  await expect(line.getByRole('cell')).toHaveText(['2', '1 50%', '1 50%', '0 0%']);
});

test('a reviewer manages nothing, and a reader is offered no change', async ({ desk, elsewhere }) => {
  const email = `reviewer-${desk.prefix}@lab.example`;
  await desk.signIn({ email, ...(await desk.server.addAdmin(email)) });
  const setAccess = (access: string) =>
    desk.server.sql(
      'update public.user_roles set access = $1 where user_id = (select id from auth.users where email = $2)',
      [access, email],
    );
  await setAccess('reviewer');
  const id = await desk.make(`Skua ${desk.prefix}`);
  await elsewhere.call('review_reply_add', { application_id: id, body: 'Tuesday at ten' });
  await desk.openApplication(id);
  await desk.move('In review');
  await desk.writeNote('Worth a talk.');
  await expect(desk.panel.getByRole('article')).toContainText('Worth a talk.');
  await expect(desk.panel).toContainText('Tuesday at ten');
  await expect(desk.panel.getByRole('button', { name: 'Remove this answer' })).toHaveCount(0);
  await desk.openMore();
  await expect(desk.panel.getByRole('button', { name: 'Data request…' })).toHaveCount(0);
  await desk.panel.getByRole('button', { name: 'Mark as bounced' }).click();
  await expect(desk.panel).toContainText('Emails to this address bounced');
  await expect(desk.panel.getByRole('button', { name: /^More/ })).toHaveCount(0);
  for (const [section, name, text] of [
    ['log', 'Access log', 'the access log'],
    ['webhooks', 'Webhooks', 'webhooks'],
    ['scoring', 'Scoring', 'scoring'],
  ] as const) {
    await desk.goTo(`?screen=settings&section=${section}`);
    await expect(desk.page.getByText(`Only owners see ${text}.`, { exact: true })).toBeVisible();
    await expect(desk.page.getByRole('link', { name })).toHaveCount(0);
    await expect(desk.page.getByRole('region', { name })).toHaveCount(0);
  }
  await desk.page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(desk.page.getByText('Only owners change who is here.')).toContainText(/Ask .+ \(owner\)/);
  await expect(desk.page.getByRole('button', { name: 'Send invitation' })).toHaveCount(0);
  await expect(desk.page.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  await desk.page.getByRole('link', { name: 'Emails', exact: true }).click();
  await expect(desk.page).toHaveURL(/screen=settings&section=templates/);
  await desk.page.locator('summary', { hasText: 'Declined' }).click();
  await expect(desk.page.getByLabel('Subject')).toHaveCount(0);

  await setAccess('reader');
  await desk.open(`?open=${id}`);
  await expect(desk.panel).toContainText('Worth a talk.');
  await expect(desk.page.getByRole('button', { name: /^Move / })).toHaveCount(0);
  await expect(desk.page.getByRole('checkbox', { name: 'Select this page' })).toHaveCount(0);
  await expect(desk.panel.getByLabel('New note')).toHaveCount(0);
  await expect(desk.panel).toContainText('Assignee: ');
  await expect(desk.panel.getByRole('combobox')).toHaveCount(0);
  await expect(desk.panel.getByRole('radio')).toHaveCount(0);
  const refuses = async (...keys: string[]) => {
    for (const key of keys) {
      await desk.page.keyboard.press(key);
      await desk.toast('Your access is reader').getByRole('button', { name: 'Dismiss' }).click();
    }
  };
  await refuses('r', 'e', 'm');

  await desk.goTo('?sort=-rating');
  await expect(
    desk.page.getByText(
      'A rating shows only to those whose own scores are complete. Applications without one come last.',
    ),
  ).toBeVisible();

  await desk.open();
  await expect(desk.page).toHaveURL(/\/admin\?view=all$/);
  // Nothing is chosen, and choosing would not help.
  await refuses('m', 'a', 't', 'x');
  await expect(desk.page.getByRole('navigation', { name: 'Views' }).getByRole('link')).toHaveText([
    /^All/,
    'Board',
  ]);
  await expect(desk.page.getByRole('link', { name: /^Read/ })).toHaveCount(0);
  await desk.page.getByRole('link', { name: 'Board', exact: true }).click();
  await expect(desk.page.getByRole('region', { name: 'Board' })).toBeVisible();
  await expect(desk.page.getByRole('link', { name: 'Board', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await desk.page.keyboard.press('?');
  await expect(desk.dialog).toContainText('Next application');
  for (const label of ['Reading one by one', 'Move to…', 'Assign to…', 'Select the application'])
    await expect(desk.dialog).not.toContainText(label);
  await desk.page.keyboard.press('Escape');
  await desk.goTo(`?screen=triage&open=${id}`);
  await expect(desk.page).toHaveURL(new RegExp(`admin\\?open=${id}`));
  await desk.goTo('?screen=settings&section=you');
  await expect(desk.page.getByText('Your access: Reader. You read and export')).toContainText(
    /Ask .+ \(owner\)/,
  );
});

test('a member without the required second factor sees how to add one', async ({ desk }) => {
  await desk.server.sql('update public.review_settings set second_factor_required = true');
  const refused: string[] = [];
  desk.page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  try {
    await desk.page.goto(`${desk.server.url}/admin`);
    await expect(desk.page.getByText('A second factor is required')).toBeVisible();
    await desk.page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    await desk.page.getByRole('link', { name: 'Go to your account' }).click();
    await expect(desk.page).toHaveURL(/view=account/);
  } finally {
    await desk.server.sql('update public.review_settings set second_factor_required = false');
  }
});
