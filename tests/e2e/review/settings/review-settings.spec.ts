import { findings } from '../../harness/axe.ts';
import { expect, test } from '../../harness/review-desk.ts';

test.afterEach(async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  await server.sql('update public.lab_terms set answer_days = 10 where answer_days <> 10');
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

test('the settings have four groups, and an address opens one form alone', async ({ desk, page }) => {
  await desk.open('?screen=settings');
  const groups = page.getByRole('navigation', { name: 'Settings', exact: true });
  await expect(groups.getByRole('link')).toHaveText(['You', 'People', 'Mails', 'Lab']);
  await groups.getByRole('link', { name: 'Lab' }).click();
  const lab = page.getByRole('navigation', { name: 'Lab' });
  await expect(lab.getByRole('link')).toHaveText([
    'Applications',
    'Terms',
    'Scoring',
    'Webhooks',
    'Access log',
  ]);
  await page.goto('/admin?screen=settings&section=terms');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText('Terms');
});

test('an owner closes applications until a day, opens them again, and sees the current state after a conflict', async ({
  desk,
  page,
}) => {
  await desk.open('?screen=settings&section=intake');
  await expect(page.getByText('Applications are open.')).toBeVisible();
  await page.getByRole('button', { name: 'Close applications' }).click();
  await expect(page.getByLabel('They open on (UTC)')).toBeFocused();
  await expect(page.getByLabel('They open on (UTC)')).toHaveAccessibleDescription(
    'Please choose a day in the future',
  );
  await page.getByLabel('They open on (UTC)').fill('2099-12-01');
  await page.getByRole('button', { name: 'Close applications' }).click();
  await expect(page.getByText('Applications are closed until December 1, 2099')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open applications' }).click();
  await expect(page.getByText('Applications are open.')).toBeVisible();

  await desk.server.sql("select private.set_intake(true, '2099-11-01')");
  await page.getByLabel('I open them again').check();
  await page.getByRole('button', { name: 'Close applications' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else changed this' })).toBeVisible();
  await expect(page.getByText('Applications are closed until November 1, 2099')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Applications are closed until they are opened again.')).toBeVisible();
});

test('an owner changes the terms, learns that the pages must be rebuilt, and sees both versions after a conflict', async ({
  desk,
  page,
}) => {
  await desk.open('?screen=settings&section=terms');
  await expect(page.getByText('The pages say the same.')).toBeVisible();
  await page.getByLabel('Days until an answer').fill('14');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.toast('Terms saved')).toBeVisible();
  await expect(page.getByText('The pages say otherwise and must be built again')).toBeVisible();
  await expect(page.getByText('Days until an answer: the pages say 10, the lab goes by 14.')).toBeVisible();
  await expect(page.getByText('Days until an answer: 10 → 14')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.getByLabel('Days until an answer').fill('15');
  await desk.server.sql('update public.lab_terms set answer_days = 20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else saved other terms' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await expect(page.getByLabel('Days until an answer')).toHaveValue('20');
});

test('overdue applications are marked in words, filtered by the address and counted in the numbers', async ({
  desk,
  page,
}) => {
  const late = `Late ${desk.prefix}`;
  const soon = `Soon ${desk.prefix}`;
  const id = await desk.make(late, { email_confirmed_at: daysAgo(12.5) });
  await desk.make(soon, { email_confirmed_at: daysAgo(7.5) });
  await desk.open(`?due=overdue&search=${desk.prefix}`);
  await expect(desk.row(late)).toContainText('2 days overdue');
  await expect(desk.row(soon)).toBeHidden();
  await page.getByRole('button', { name: 'Answer due: Overdue' }).click();
  await desk.dialog.getByRole('button', { name: 'Within 3 days' }).click();
  await expect(desk.row(soon)).toContainText('due in 2 days');
  await expect(desk.row(late)).toBeHidden();
  expect(page.url()).toContain('due=soon');
  expect(await findings(page)).toEqual([]);
  await desk.openApplication(id);
  await expect(desk.panel).toContainText(/Answer\s*2 days overdue, waiting since .+, promised for .+/);
  await desk.open('?screen=numbers');
  await expect(page.getByText('Overdue now')).toBeVisible();
  await expect(page.getByText(/of \d+ who wait; \d+ due within 3 days \(promised: 10 days\)/)).toBeVisible();
});
