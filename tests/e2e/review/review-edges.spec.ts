import { expireSession } from '../harness/session.ts';
import { fillStorage } from '../harness/storage.ts';
import { expect, test } from '../harness/review-desk.ts';

test('without room in the browser’s storage the review works, a saved note leaves its field, and a reload keeps the session', async ({
  desk,
}) => {
  await desk.make(`Avocet ${desk.prefix}`);
  await desk.open(`?search=avocet+${desk.prefix}`);
  await desk.link(`Avocet ${desk.prefix}`).waitFor();
  await fillStorage(desk.page, ['localStorage', 'sessionStorage']);
  await desk.link(`Avocet ${desk.prefix}`).click();
  await desk.writeNote('Written without room');
  await expect(desk.panel.getByText('Written without room')).toBeVisible();
  await expect(desk.panel.getByLabel('New note')).toHaveValue('');
  await desk.panel.getByLabel('New note').fill('Half written');
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('Escape');
  await expect(desk.panel).toBeHidden();
  await desk.link(`Avocet ${desk.prefix}`).click();
  await expect(desk.panel.getByLabel('New note')).toHaveValue('Half written');
  await desk.panel.getByLabel('New note').fill('');
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('Escape');
  await desk.openView();
  await desk.dialog.getByRole('checkbox', { name: 'Sectors' }).uncheck();
  await expect(desk.page.getByRole('columnheader', { name: 'Sectors' })).toHaveCount(0);
  await desk.page.reload();
  await expect(desk.link(`Avocet ${desk.prefix}`)).toBeVisible();
});

test('an account without an address shows an icon on the button of its menu', async ({ own: desk, me }) => {
  const { page } = desk;
  await page.goto('/favicon.svg');
  const phone = `49150${String(Date.now()).slice(-8)}`;
  await desk.server.sql(
    'update auth.users set email = null, phone = $2, phone_confirmed_at = now() where email = $1',
    [me.email, phone],
  );
  await expireSession(page);
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Account menu' }).locator('svg')).toBeVisible();
  await page.goto('/admin?screen=settings');
  await expect(page.getByRole('row').filter({ hasText: `+${phone}` })).toContainText('(you)');
});

test('a relative time is updated in unchanged rows', async ({ desk }) => {
  await desk.page.clock.install();
  await desk.make(`Dunlin ${desk.prefix}`);
  await desk.open(`?search=dunlin+${desk.prefix}`);
  const row = desk.row(`Dunlin ${desk.prefix}`);
  await expect(row.getByText('now', { exact: true })).toBeVisible();
  await desk.page.clock.fastForward('05:30');
  await expect(row.getByText('5 minutes ago')).toBeVisible();
});

/** Latin letters that a browser would draw from right to left. */
const turned = (prefix: string) => `Ruff \u202e${prefix}\u2066`;

test('an applicant’s name does not reverse the text next to it', async ({ desk }) => {
  const id = await desk.make(turned(desk.prefix), { sectors: 'music \u202eenergy' });
  const plain = `Ruff ${desk.prefix}`;
  await desk.open(`?search=${desk.prefix}`);
  await expect(desk.link(plain)).toBeVisible();
  await expect(desk.link(plain)).toHaveAttribute('title', plain);
  await expect(desk.row(plain)).toContainText('music energy');
  await desk.openApplication(id);
  await expect(desk.panel.getByRole('heading', { name: plain, exact: true })).toBeVisible();
  await desk.chooseMove('In review');
  await expect(desk.page.getByRole('dialog', { name: `Move ${plain} to In review` })).toBeVisible();
  await desk.page.keyboard.press('Escape');
  for (const screen of ['triage', 'board']) {
    await desk.open(`?screen=${screen}&search=${desk.prefix}`);
    await expect(desk.page.getByText(plain, { exact: true }).first()).toBeVisible();
    expect(await desk.page.getByRole('main').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  await desk.open('?screen=settings&section=log');
  await expect(
    desk.page.getByRole('table').getByRole('link', { name: plain, exact: true }).first(),
  ).toBeVisible();
});

// On phones too: the sentence has less room.
test('without a connection the notice below a name in triage covers nothing @phone', async ({ desk }) => {
  await desk.make(`Sanderling ${desk.prefix}`);
  await desk.open(`?screen=triage&search=sanderling+${desk.prefix}`);
  const article = desk.page.getByRole('article');
  await article.getByRole('heading', { name: `Sanderling ${desk.prefix}` }).waitFor();
  await article.getByRole('textbox', { name: 'New note' }).waitFor();
  const next = article.locator('header + *');
  const before = await next.boundingBox();
  await desk.page.context().setOffline(true);
  const notice = article.locator('[data-offline]');
  await expect(notice).toBeVisible();
  const { y, height } = (await notice.boundingBox())!;
  expect(await next.boundingBox()).toEqual(before);
  expect(y + height).toBeLessThanOrEqual(before!.y);
  expect(await notice.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  await desk.page.context().setOffline(false);
});
