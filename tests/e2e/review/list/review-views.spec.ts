import type { Locator } from '@playwright/test';
import { expect, seedOnce, test, type Desk } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
/** A view's tab, whether it fits or not. */
const tab = ({ page }: Desk, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, includeHidden: true });

// On phones too: rows stand without columns.
test('one lands on what is to be read: confirmed, unassigned, waiting, the longest first @phone', async ({
  desk,
  make,
  server,
  anyone,
}) => {
  // Other files' tests leave some that wait longer.
  await server.sql(`delete from public.applications where email_confirmed_at < now() - interval '399 days'`);
  const id = await make(`Longest ${anyone}`, { email_confirmed_at: daysAgo(400) });
  await make(`Assigned ${anyone}`, { email_confirmed_at: daysAgo(401) });
  await make(`Declined ${anyone}`, { email_confirmed_at: daysAgo(402), status: 'declined' });
  await server.sql(
    `update public.applications set assignee = (select user_id from public.user_roles limit 1) where name = $1`,
    [`Assigned ${anyone}`],
  );
  await desk.open();
  await expect(desk.page.getByRole('row').nth(1)).toContainText(`Longest ${anyone}`);
  await expect(desk.page.getByRole('row').nth(1)).toContainText('390 days overdue');
  await expect(tab(desk, /^To read/)).toHaveAttribute('aria-current', 'page');
  await expect(desk.page).toHaveURL('/admin');
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('Enter');
  await expect(desk.panel.getByRole('heading', { name: `Longest ${anyone}` })).toBeVisible();
  await expect(desk.page).toHaveURL(new RegExp(`assignee=none&due=waiting&sort=due&open=${id}$`));
  await desk.page.keyboard.press('Escape');
  await expect(desk.page).toHaveURL('/admin');
  await server.sql('delete from public.applications where id = $1', [id]);
});

test('a link to an application opens it over all, and All leads to all', async ({ desk, make, anyone }) => {
  await desk.open(`?open=${await make(`Linked ${anyone}`)}`);
  await desk.panel.getByRole('heading', { name: `Linked ${anyone}` }).waitFor();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page).toHaveURL('/admin?view=all');
  await expect(tab(desk, /^All/)).toHaveAttribute('aria-current', 'page');
  await tab(desk, /^To read/).click();
  await expect(desk.page).toHaveURL('/admin');
  await desk.page.goBack();
  await expect(tab(desk, /^All/)).toHaveAttribute('aria-current', 'page');
});

test('Mine holds what is assigned to me and not decided', async ({ desk, make, server, admin, anyone }) => {
  for (const status of ['in_review', 'declined']) await make(`Mine ${status} ${anyone}`, { status });
  await server.sql(
    `update public.applications set assignee = (select id from auth.users where email = $1) where name like $2`,
    [admin.email, `Mine % ${anyone}`],
  );
  await desk.open();
  await tab(desk, /^Mine/).click();
  await expect(desk.row(`Mine in_review ${anyone}`)).toBeVisible();
  await expect(desk.row(`Mine declined ${anyone}`)).toHaveCount(0);
});

// On phones too, where views are in a menu.
test('what is filtered is saved as a view in one step, brought back, renamed, shared and removed @phone', async ({
  desk,
  other,
  anyone,
}) => {
  const name = `Accepted ${anyone}`;
  const { page } = desk;
  await desk.open('?status=accepted&sort=name&columns=sectors,source');
  await page.getByRole('button', { name: 'Save view' }).click();
  await desk.dialog.getByLabel('Name of this view').fill(name);
  await desk.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(desk.toast('View saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);

  await desk.open();
  const more = page.getByRole('button', { name: 'More views' });
  const find = async (label: string) => {
    await expect(tab(desk, label)).toBeAttached();
    if (await more.isVisible()) await more.click();
    await page.getByRole('link', { name: label }).click();
  };
  await find(name);
  await expect(page).toHaveURL(/status=accepted&sort=name&columns=sectors%2Csource$/);

  await page.getByRole('button', { name: `Change ${name}` }).click();
  await desk.dialog.getByLabel('Name of this view').fill(`Shared ${anyone}`);
  await desk.dialog.getByLabel('Show it to everyone in the lab').check();
  await desk.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(desk.toast('View changed')).toBeVisible();
  await other.open();
  await expect(tab(other, `Shared ${anyone}`)).toBeAttached();

  await page.getByRole('button', { name: `Change Shared ${anyone}` }).click();
  await desk.dialog.getByRole('button', { name: 'Remove view' }).click();
  await expect(desk.toast(`Shared ${anyone} removed`)).toBeVisible();
  await expect(tab(desk, `Shared ${anyone}`)).toHaveCount(0);
  await desk.toast(`Shared ${anyone} removed`).getByRole('button', { name: 'Undo' }).click();
  await expect(tab(desk, `Shared ${anyone}`)).toBeAttached();
});

test('an owner removes a view that another member shares, and cannot rename it', async ({
  desk,
  server,
  colleague,
  anyone,
}) => {
  await server.sql(
    `insert into public.saved_views (owner, name, query, shared)
     select id, $1, '?status=accepted', true from auth.users where email = $2`,
    [`Theirs ${anyone}`, colleague.email],
  );
  await desk.open('?status=accepted');
  await desk.page.getByRole('button', { name: `Change Theirs ${anyone}` }).click();
  await expect(desk.dialog.getByLabel('Name of this view')).toHaveCount(0);
  await desk.dialog.getByRole('button', { name: 'Remove view' }).click();
  await expect(tab(desk, `Theirs ${anyone}`)).toHaveCount(0);
});

test('views that do not fit stand in a menu, out of the way of keys', async ({ desk, server, anyone }) => {
  const { page } = desk;
  await server.sql(
    `insert into public.saved_views (owner, name, query)
     select user_id, 'A long name of a view ' || n || ' ' || $1, '?search=' || n
       from public.user_roles, generate_series(1, 8) n`,
    [anyone],
  );
  await desk.open();
  await page.getByRole('button', { name: 'More views' }).click();
  const last = desk.dialog.getByRole('link', { name: `A long name of a view 8 ${anyone}` });
  await last.click();
  await expect(page).toHaveURL('/admin?search=8');
  await expect(page.getByRole('button', { name: 'More views' })).toHaveText(/A long name of a view 8/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await server.sql(`delete from public.saved_views where name like 'A long name%'`);
});
