import type { TestServer } from '../../../harness/servers/server.ts';
import { type Desk, expect, test as base } from '../../harness/review-desk.ts';

const SAMPLES = 12_000;
/** The number of declined ones. The rest are submitted. */
const DECLINED = 11_000;

/** A server with more applications than a search counts. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({ server }, use) => {
      await server.command('seed', String(SAMPLES));
      await server.sql(`
        set session_replication_role = replica;
        update public.applications
           set (status, first_status) = (
             select standing, standing from (values (
               case when right(linkedin_profile, 7)::integer <= ${DECLINED} then 'declined' else 'submitted' end
             )) as one (standing));
        set session_replication_role = origin`);
      await server.sql('select private.tally_applications_anew()');
      await use(server);
    },
    { scope: 'worker' },
  ],
});

const total = (desk: Desk) => desk.page.getByRole('status').filter({ hasText: /applications$/ });
const option = (desk: Desk, status: string) => desk.page.getByRole('checkbox', { name: status });

test('list, board and triage show “over 10,000” for a search, exact numbers of smaller statuses, and the exact total of all, refuse to change more than 10,000, also by key, and change and count all within that exactly', async ({
  desk,
  server,
}) => {
  await desk.open('?search=sample');
  await expect(total(desk)).toHaveText('over 10,000 applications');
  await expect(desk.link('Read over 10,000')).toBeVisible();
  const expectRefused = async (number: string) => {
    await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
    await desk.page.getByRole('button', { name: `Select all ${number}` }).click();
    const list = desk.page.getByRole('region', { name: 'Applications', exact: true });
    await expect(list.getByText('At most 10,000 can be changed at once.')).toBeVisible();
    await expect(desk.page.getByRole('button', { name: 'Actions' })).toHaveCount(0);
  };
  await expectRefused('that match, over 10,000');
  await expect(
    desk.page.getByRole('toolbar', { name: 'All that match selected, over 10,000' }),
  ).toBeVisible();
  await desk.page.keyboard.press('m');
  await expect(desk.toast('At most 10,000 can be changed at once.')).toBeVisible();
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
  await expect(option(desk, 'Declined over 10,000')).toBeVisible();
  await option(desk, 'Submitted 1,000').check();
  await expect(total(desk)).toHaveText('1,000 applications');
  await option(desk, 'Declined over 10,000').check();
  await expect(total(desk)).toHaveText('over 10,000 applications');
  await desk.page.keyboard.press('Escape');
  await desk.goTo('?view=all');
  await expect(total(desk)).toHaveText('12,000 applications');
  await expectRefused('12,000 that match');

  await desk.goTo('?screen=board&search=sample');
  await expect(total(desk)).toHaveText('over 10,000 applications');
  const folded = desk.page.getByRole('button', { name: 'Declined over 10,000' }).last();
  await expect(folded).toBeVisible();
  await expect(desk.page.getByRole('heading', { name: 'Submitted 1,000' })).toBeVisible();
  await expect(desk.link('Show all 1,000 in the list')).toBeVisible();
  await folded.click();
  await expect(desk.link('Show all in the list')).toBeVisible();

  await desk.goTo('?screen=triage&search=sample');
  await expect(desk.page.getByText('1 of over 10,000', { exact: true })).toBeVisible();

  // On a tablet the note leaves room for the filters.
  await desk.page.setViewportSize({ width: 768, height: 1024 });
  await desk.goTo('?search=sample');
  await expect(total(desk)).toHaveText('over 10,000 applications');
  const filters = (await desk.page.getByRole('group', { name: 'Filters' }).boundingBox())!;
  const add = (await desk.page.getByRole('button', { name: 'Add filter' }).boundingBox())!;
  expect(add.x + add.width).toBeLessThanOrEqual(filters.x + filters.width);

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

  await server.sql(`
    set session_replication_role = replica;
    update public.applications set assignee = (select id from auth.users where email = 'admin@example.org'), status = 'in_review', first_status = 'in_review';
    set session_replication_role = origin`);
  await desk.open('?view=all');
  const tab = desk.page.getByRole('link', { name: 'Mine over 10,000' });
  await expect(tab).toBeVisible();
  await expect(tab.getByText('10,000+')).toBeVisible();
});
