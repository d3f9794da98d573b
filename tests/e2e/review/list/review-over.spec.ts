import type { TestServer } from '../../../harness/servers/server.ts';
import { type Desk, expect, test as base } from '../../harness/review-desk.ts';

/** A server with more applications than it counts, which are 10,000 here in place of 100,000. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({ server }, use) => {
      await server.command('seed', '12000');
      await server.sql(`create or replace function private.count_limit() returns integer
        language sql immutable as $$ select 10000 $$`);
      await use(server);
    },
    { scope: 'worker' },
  ],
});

/** Gives the admin all applications, 11,000 of them in review and the rest submitted. */
async function assignAll({ server }: Desk): Promise<void> {
  await server.sql(`
    set session_replication_role = replica;
    update public.applications
       set (status, first_status) = (
             select standing, standing from (values (
               case when right(linkedin_profile, 7)::integer <= 11000 then 'in_review' else 'submitted' end
             )) as one (standing)),
           assignee = (select id from auth.users where email = 'admin@example.org');
    set session_replication_role = origin`);
}

const total = (desk: Desk) => desk.page.getByRole('status').filter({ hasText: /applications$/ });
const option = (desk: Desk, status: string) => desk.page.getByRole('checkbox', { name: status });

test('list, tabs and Read show “over 10,000” where counting stops, and more cannot be changed at once', async ({
  desk,
}) => {
  await assignAll(desk);
  await test.step('the list', async () => {
    await desk.open('?search=sample');
    await expect(total(desk)).toHaveText('over 10,000 applications');
    await expect(desk.link('Read over 10,000')).toBeVisible();
    const tab = desk.page.getByRole('link', { name: 'Mine over 10,000' });
    await expect(tab.getByText('10,000+')).toBeVisible();
    await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
    await desk.page.getByRole('button', { name: 'Select all that match, over 10,000' }).click();
    const bar = desk.page.getByRole('toolbar', { name: 'All that match selected, over 10,000' });
    await expect(bar.getByText('At most 5,000 can be changed at once.')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Actions' })).toHaveCount(0);
    await desk.page.keyboard.press('m');
    await expect(desk.toast('At most 5,000 can be changed at once.')).toBeVisible();
    await desk.page.getByRole('button', { name: 'Clear selection' }).click();
    await desk.page
      .getByRole('checkbox', { name: /^Select (?!this page)/ })
      .first()
      .check();
    await expect(desk.page.getByRole('button', { name: 'Actions' })).toBeVisible();
    await expect(desk.dialog).toHaveCount(0);
    await desk.page.getByRole('button', { name: 'Clear selection' }).click();
    await desk.page.getByRole('button', { name: 'Add filter' }).click();
    await desk.page.getByRole('button', { name: 'Status', exact: true }).click();
    await expect(option(desk, 'In review')).toBeVisible();
    await option(desk, 'Submitted').check();
    await expect(total(desk)).toHaveText('1,000 applications');
    await option(desk, 'In review').check();
    await expect(total(desk)).toHaveText('over 10,000 applications');
    await desk.page.keyboard.press('Escape');
  });

  await test.step('the board', async () => {
    await desk.goTo('?screen=board&search=sample');
    await expect(total(desk)).toHaveText('over 10,000 applications');
    for (const name of ['Submitted', 'In review'])
      await expect(desk.page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(desk.link('Show all in the list')).toHaveCount(2);
  });

  await test.step('Read', async () => {
    await desk.goTo('?screen=triage&search=sample');
    await expect(desk.page.getByText('1 of over 10,000', { exact: true })).toBeVisible();
  });

  await test.step('a tablet', async () => {
    // On a tablet the note leaves room for the filters.
    await desk.page.setViewportSize({ width: 768, height: 1024 });
    await desk.goTo('?search=sample');
    await expect(total(desk)).toHaveText('over 10,000 applications');
    await expect(async () => {
      const filters = (await desk.page.getByRole('group', { name: 'Filters' }).boundingBox())!;
      const add = (await desk.page.getByRole('button', { name: 'Add filter' }).boundingBox())!;
      expect(add.x + add.width).toBeLessThanOrEqual(filters.x + filters.width);
    }).toPass();
  });

  await test.step('a change of 1,000', async () => {
    await desk.page.setViewportSize({ width: 1350, height: 900 });
    await desk.goTo('?search=sample&status=submitted');
    await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
    await desk.page.getByRole('button', { name: 'Select all 1,000 that match' }).click();
    await desk.page.getByRole('button', { name: 'Actions' }).click();
    await desk.dialog.getByRole('button', { name: 'Add tag…' }).click();
    await desk.dialog.getByRole('combobox', { name: 'Tag' }).fill('all of them');
    await desk.dialog.getByRole('button', { name: 'Add the tag to 1,000' }).click();
    await expect(desk.toast('1,000 changed')).toBeVisible();
    const rows = await desk.server.sql(`select from public.applications where tags @> '{all of them}'`);
    expect(rows).toHaveLength(1000);
  });
});
