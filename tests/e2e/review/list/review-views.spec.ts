import type { Locator } from '@playwright/test';
import { holdBack } from '../../harness/hold-back.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
/** A view's tab, whether it fits or not. */
const tab = ({ page }: Desk, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, includeHidden: true });

test('the first view shows those who wait longest, and Mine shows those assigned to the member', async ({
  desk,
  server,
  admin,
}) => {
  // Other files' tests leave some that wait longer.
  await server.sql(`delete from public.applications where email_confirmed_at < now() - interval '399 days'`);
  const id = await desk.make(`Longest ${desk.prefix}`, { email_confirmed_at: daysAgo(400) });
  await desk.open();
  await expect(desk.page.getByRole('row').nth(1)).toContainText(`Longest ${desk.prefix}`);
  await expect(desk.page.getByRole('row').nth(1)).toContainText('390 days overdue');
  await expect(tab(desk, /^To read/)).toHaveAttribute('aria-current', 'page');
  await expect(desk.page).toHaveURL('/admin');
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('Enter');
  await expect(desk.panel.getByRole('heading', { name: `Longest ${desk.prefix}` })).toBeVisible();
  await expect(desk.panel).toContainText(/Answer\s*390 days overdue, waiting since .+, promised for .+/);
  await expect(desk.page).toHaveURL(new RegExp(`assignee=none&due=waiting&sort=due&open=${id}$`));
  await desk.page.keyboard.press('Escape');
  await expect(desk.page).toHaveURL('/admin');
  await server.sql('delete from public.applications where id = $1', [id]);

  const [me] = await server.sql('select id from auth.users where email = $1', [admin.email]);
  await desk.make(`Mine ${desk.prefix}`, { assignee: me?.['id'] });
  await tab(desk, /^Mine/).click();
  await expect(desk.row(`Mine ${desk.prefix}`)).toBeVisible();

  await desk.goTo(`?open=${await desk.make(`Linked ${desk.prefix}`)}`);
  await desk.panel.getByRole('heading', { name: `Linked ${desk.prefix}` }).waitFor();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page).toHaveURL('/admin?view=all');
  await expect(tab(desk, /^All/)).toHaveAttribute('aria-current', 'page');
  await tab(desk, /^To read/).click();
  await expect(desk.page).toHaveURL('/admin');
  await desk.page.goBack();
  await expect(tab(desk, /^All/)).toHaveAttribute('aria-current', 'page');
});

test('a filter is saved as a view, renamed, shared and removed, and a failure is reported', async ({
  desk,
  elsewhere,
  admin,
}) => {
  const name = `Accepted ${desk.prefix}`;
  const { page } = desk;
  const save = desk.dialog.getByRole('button', { name: 'Save' });
  const undo = desk.toast(`Shared ${desk.prefix} removed`).getByRole('button', { name: 'Undo' });
  const change = page.getByRole('button', { name: `Change Shared ${desk.prefix}` });
  await test.step('saving, and a failure', async () => {
    await desk.open('?search=amber&status=accepted&sort=name&columns=sectors,source');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(desk.dialog).toContainText('Search words are not saved.');
    await page.keyboard.press('Escape');
    await desk.open('?status=accepted&sort=name&columns=sectors,source');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(desk.dialog).not.toContainText('Search words');
    await desk.dialog.getByLabel('Name of this view').fill(name);
    await page.route('**/rest/v1/saved_views*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    const reloaded = page.waitForResponse('**/rest/v1/saved_views*');
    await save.click();
    await expect(desk.toast('No answer')).toBeVisible();
    await reloaded;
    await expect(desk.dialog.getByLabel('Name of this view')).toHaveValue(name);
    await page.unrouteAll();
    await save.click();
    await expect(desk.toast('View saved')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  });

  await test.step('opening', async () => {
    await desk.goTo('');
    await tab(desk, name).click();
    await expect(page).toHaveURL(/status=accepted&sort=name&columns=sectors%2Csource$/);
  });

  await test.step('renaming and sharing', async () => {
    await page.getByRole('button', { name: `Change ${name}` }).click();
    await desk.dialog.getByLabel('Name of this view').fill(`Shared ${desk.prefix}`);
    await desk.dialog.getByLabel('Show it to everyone in the lab').check();
    await desk.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(desk.toast('View changed')).toBeVisible();
    const shown = await elsewhere.data
      .from('saved_views')
      .select('shared')
      .eq('name', `Shared ${desk.prefix}`);
    expect(shown.data).toEqual([{ shared: true }]);
  });

  await test.step('removing, and an undo that fails', async () => {
    await page.getByRole('button', { name: `Change Shared ${desk.prefix}` }).click();
    await desk.dialog.getByRole('button', { name: 'Remove view' }).click();
    await expect(desk.toast(`Shared ${desk.prefix} removed`)).toBeVisible();
    await expect(tab(desk, `Shared ${desk.prefix}`)).toHaveCount(0);
    await undo.click();
    await expect(tab(desk, `Shared ${desk.prefix}`)).toBeAttached();

    await change.click();
    await desk.dialog.getByRole('button', { name: 'Remove view' }).click();
    await expect(undo).toBeVisible();
    await desk.server.sql(
      `insert into public.saved_views (owner, name) select id, $1 from auth.users where email = $2`,
      [`Shared ${desk.prefix}`, admin.email],
    );
    await undo.click();
    await expect(desk.toast(`Shared ${desk.prefix} was not restored`)).toContainText(
      'You already have a view with this name.',
    );
  });

  await test.step('a change of a view that another tab removed', async () => {
    // Another tab removes it while its name is changed here.
    await desk.server.sql(
      `update public.saved_views set view = '{"status": "accepted", "sort": "name"}' where name = $1`,
      [`Shared ${desk.prefix}`],
    );
    await page.reload();
    await change.click();
    await desk.dialog.getByLabel('Name of this view').fill(name);
    await desk.server.sql('delete from public.saved_views where name = $1', [`Shared ${desk.prefix}`]);
    await save.click();
    await expect(desk.toast('No longer there')).toBeVisible();
    await expect(change).toHaveCount(0);
  });
});

test('views without room are in a menu, and an owner removes a shared view of another member @release', async ({
  desk,
  server,
  colleague,
}) => {
  const { page } = desk;
  await server.sql(
    `insert into public.saved_views (owner, name, view)
     select user_id, 'A long name of a view ' || n || ' ' || $1, jsonb_build_object('source', n::text)
       from public.user_roles, generate_series(1, 8) n`,
    [desk.prefix],
  );
  // The workspace is ready as soon as the head is: its first measurement has no tabs yet.
  const admit = await holdBack(page, '**/rest/v1/user_roles*');
  const answered = page.waitForResponse('**/rpc/my_account');
  const opening = desk.open();
  await (await answered).finished();
  admit();
  await opening;
  await page.getByRole('button', { name: 'More views' }).click();
  const last = desk.dialog.getByRole('link', { name: `A long name of a view 8 ${desk.prefix}` });
  await last.click();
  await expect(page).toHaveURL('/admin?source=8');
  await expect(page.getByRole('button', { name: 'More views' })).toHaveText(/A long name of a view 8/);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await server.sql(`delete from public.saved_views where name like 'A long name%'`);

  await page.setViewportSize({ width: 1350, height: 850 });
  await server.sql('delete from public.saved_views');
  await desk.open('?status=accepted');
  await page.getByRole('button', { name: 'Save view' }).click();
  await desk.dialog.getByLabel('Name of this view').fill(`Hires ${desk.prefix}`.slice(0, 14));
  await desk.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(desk.toast('View saved')).toBeVisible();
  for (const name of [/^To read/, /^Mine/, /^All/, /^Hires/])
    await expect(tab(desk, name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'More views' })).toHaveCount(0);

  const theirs = `Theirs ${desk.prefix}`.slice(0, 14);
  await server.sql(
    `insert into public.saved_views (owner, name, view, shared)
     select id, $1, '{"status": "declined"}', true from auth.users where email = $2`,
    [theirs, colleague.email],
  );
  await desk.open('?status=declined');
  await page.getByRole('button', { name: `Change ${theirs}` }).click();
  await expect(desk.dialog.getByLabel('Name of this view')).toHaveCount(0);
  await desk.dialog.getByRole('button', { name: 'Remove view' }).click();
  await expect(tab(desk, theirs)).toHaveCount(0);
  await expect(desk.toast(`${theirs} removed`).getByRole('button', { name: 'Undo' })).toHaveCount(0);
});
