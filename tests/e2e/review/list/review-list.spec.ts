import { holdBack } from '../../harness/hold-back.ts';
import { expect, seedOnce, test } from '../../harness/review-desk.ts';
import { addressOf, makeFamily } from '../../harness/review-family.ts';

test.beforeAll(({ server }) => seedOnce(server));

test('the list shows the newest first, pages, searches and keeps its view', async ({ desk }) => {
  await desk.make(`Otter ${desk.prefix}`);
  await desk.open('?view=all');
  const first = desk.page.getByRole('row').nth(1);
  await expect(first).toContainText(`Otter ${desk.prefix}`);
  await desk.page.getByRole('button', { name: 'Next' }).click();
  await expect(desk.page.getByRole('button', { name: 'First page' })).toBeVisible();
  await expect(first).not.toContainText(`Otter ${desk.prefix}`);
  await desk.page.getByRole('button', { name: 'Previous' }).click();
  await expect(first).toContainText(`Otter ${desk.prefix}`);
  await desk.searchFor(`otter ${desk.prefix}`);
  await expect(desk.link(`Otter ${desk.prefix}`)).toBeFocused();
  await expect(desk.page.getByRole('row')).toHaveCount(2);
  await expect(desk.page.getByText('1 application', { exact: true })).toBeVisible();
  await expect(desk.page).toHaveURL(/search=otter/);
  await expect(desk.page.getByRole('button', { name: `Text: otter ${desk.prefix}` })).toBeVisible();

  const { page, dialog } = desk;
  await desk.make(`Ortolan ${desk.prefix}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const filterBy = async (name: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click();
    await dialog.getByRole('button', { name, exact: true }).click();
  };
  await desk.searchFor(`ortolan\t${desk.prefix}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await filterBy('Text');
  await dialog.getByRole('textbox').fill(`ortolan\t${desk.prefix}`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(new RegExp(`search=ortolan\\+${desk.prefix}$`));

  await filterBy('Applied');
  await dialog.getByLabel('From').focus();
  await page.keyboard.type('01022026');
  await expect(page).toHaveURL(/&from=2026-01-02$/);
  await page.keyboard.type('7');
  await expect(page).toHaveURL(/&from=\d{4}-01-02$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`search=ortolan\\+${desk.prefix}$`));
});

test('a profile is a link, and a missing one is marked in list and page @release', async ({ desk }) => {
  const linkedin = `https://www.linkedin.com/in/heron-${desk.prefix}`;
  const linked = await desk.make(`Heron with one ${desk.prefix}`, { linkedin });
  const id = await desk.make(`Heron ${desk.prefix}`, { linkedin: null });
  await desk.open(`?search=${desk.prefix}&open=${id}`);
  await expect(desk.panel.getByText('No profile', { exact: true })).toBeVisible();
  const marked = desk.page.getByRole('row').filter({ hasText: 'No profile' });
  await expect(marked).toHaveCount(1);
  await expect(marked).toContainText(`Heron ${desk.prefix}`);
  await desk.goToApplication(linked);
  await expect(desk.panel.getByRole('link', { name: linkedin })).toHaveAttribute('href', linkedin);
});

test('a status narrows the list, its count is exact, and Back widens it again', async ({ desk }) => {
  await desk.open('?view=all');
  await desk.page.getByRole('button', { name: 'Add filter' }).click();
  await desk.dialog.getByRole('button', { name: 'Status' }).click();
  const declined = desk.dialog.getByRole('checkbox', { name: /Declined/ });
  const [count] = await desk.server.sql<{ n: number }>(
    `select count(*)::integer as n from public.applications where status = 'declined' and archived_at is null`,
  );
  await expect(desk.dialog.getByText(`Declined${count!.n}`)).toBeVisible();
  await declined.check();
  await expect(desk.page).toHaveURL(/status=declined/);
  await expect(desk.page.getByText(`${count!.n} applications`)).toBeVisible();
  await desk.page.goBack();
  await expect(desk.page).not.toHaveURL(/status/);
  await expect(desk.page.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page');
});

test('unknown filters, empty results and empty or invalid pages say so and lead back', async ({ desk }) => {
  await desk.open('?stage=new&status=hired&search=zzqqxx');
  await expect(
    desk.page.getByText('This link is not quite right. What could be understood of it is shown.'),
  ).toBeVisible();
  await expect(desk.page.getByRole('button', { name: 'Text: zzqqxx' })).toBeVisible();
  await expect(desk.page.getByText('Nothing matches')).toBeVisible();
  await desk.page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(desk.page.getByRole('row').nth(1)).toBeVisible();

  const family = `Whimbrel ${desk.prefix}`;
  await makeFamily(desk, family, 51);
  await desk.goTo(addressOf(family));
  await desk.page.getByRole('button', { name: 'Next', exact: true }).click();
  await desk.link(`${family} 51`).focus();
  await desk.page.keyboard.press('m');
  await expect(desk.page.getByRole('menu')).toBeFocused();
  await desk.page.keyboard.press('6');
  await expect(desk.page.getByText('This page is empty')).toBeVisible();
  await expect(desk.page.getByText('50 applications')).toBeVisible();
  await desk.page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(desk.link(`${family} 50`)).toBeFocused();
  await desk.goTo(
    `${addressOf(family)}&after=${family}~${crypto.randomUUID()}`.replace('sort=name', 'sort=rating'),
  );
  await expect(desk.page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await desk.page.getByRole('button', { name: 'First page' }).click();
  await expect(desk.link(`${family} 02`)).toBeVisible();
});

test('a list that is opened from another screen shows that it loads, and no rows of another filter', async ({
  desk,
  page,
}) => {
  const loading = page.getByRole('region', { name: 'Applications' }).getByText('Loading…');
  await desk.make(`Dunlin ${desk.prefix}`);
  await desk.open(`?search=dunlin+${desk.prefix}`);
  await expect(desk.link(`Dunlin ${desk.prefix}`)).toBeVisible();
  await desk.goTo('?screen=numbers');
  const answer = await holdBack(page, '**/rpc/review_list*');
  await desk.goTo(`?search=nothing-${desk.prefix}`);
  await expect(loading).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  answer();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('Shift extends a selection from the last ticked row @release', async ({ desk }) => {
  const { page } = desk;
  await desk.open('?view=all&sort=name');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!this page)/ });
  const isTicked = () => boxes.evaluateAll((all: HTMLInputElement[]) => all.map(({ checked }) => checked));
  const ticked = async () => (await isTicked()).flatMap((checked, place) => (checked ? [place] : []));
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, place) => first + place);
  await boxes.nth(8).click();
  await boxes.nth(20).click({ modifiers: ['Shift'] });
  await expect.poll(ticked).toEqual(from(8, 20));
  await expect(page.getByRole('toolbar', { name: '13 selected' })).toBeVisible();
  expect(await page.evaluate(() => getSelection()!.toString())).toBe('');

  await page.keyboard.press('Escape');
  await expect.poll(ticked).toEqual([]);
  const links = page.locator('[data-column=name] a');
  await links.nth(2).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(ticked).toEqual([2, 3, 4]);
  await expect(links.nth(4)).toBeFocused();
  await links.nth(9).focus();
  await page.keyboard.press('Shift+X');
  await expect.poll(ticked).toEqual(from(2, 9));

  const count = await boxes.count();
  await links.nth(count - 1).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('button', { name: 'First page' })).toBeVisible();
  await expect.poll(ticked).toEqual([0]);
  await expect(page.getByRole('toolbar', { name: `${count - 2 + 1} selected` })).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(ticked).toEqual(from(2, count - 1));
});
