import { mailsTo } from '../harness/applicant-page.ts';
import type { TestServer } from '../harness/servers/server.ts';
import { findings } from './harness/axe.ts';
import { holdBack } from './harness/hold-back.ts';
import { Join } from './harness/join.ts';
import { expect, test } from './harness/product.ts';

const STATE = '**/rpc/intake_state';

const close = (server: TestServer, opensOn: string | null = null) =>
  server.sql('select private.set_intake(true, $1)', [opensOn]);
const open = (server: TestServer) => server.sql('select private.set_intake(false)');

test.afterEach(async ({ server }) => {
  await open(server);
  await server.sql('delete from private.opening_requests');
});

const title = (join: Join) => join.dialog.getByRole('heading', { name: 'Applications are closed' });
const leave = async (join: Join, email: string) => {
  await join.dialog.getByLabel('Your email').fill(email);
  await join.dialog.getByRole('button', { name: 'Email me when they open' }).click();
};

async function linkTo(server: TestServer, email: string): Promise<string> {
  await expect.poll(() => mailsTo(server, email)).toHaveLength(1);
  const [mail] = await mailsTo(server, email);
  return /https?:\/\/\S+\/opening\?request=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
}

test.describe('in Auckland', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('the day of the next opening has the lab’s other time zone @release', async ({ page, server }) => {
    const join = new Join(page);
    await page.goto('/');
    for (const [zone, shown] of [
      ['America/Los_Angeles', 'They open again on 1 December 2099 (America/Los_Angeles).'],
      ['Pacific/Auckland', 'They open again on 1 December 2099.'],
    ] as const) {
      await server.sql('update public.lab_settings set time_zone = $1', [zone]);
      await close(server, '2099-12-01');
      await join.press();
      await expect(join.dialog).toContainText(shown);
      await page.keyboard.press('Escape');
    }
    await server.sql("update public.lab_settings set time_zone = 'UTC'");
  });
});

test('while applications are closed, banner and dialog say so', async ({ page, server }) => {
  const banner = page.locator('[data-banner]');
  await close(server);
  const join = new Join(page);
  await page.goto('/');
  await expect(banner).toHaveText('Applications are closed. Join Us says when they open.');
  await expect(page.getByText('questions · 3 minutes')).toBeHidden();
  await join.press();
  await expect(join.dialog).toContainText('the next opening has no date yet');
  await expect(title(join)).toBeFocused();
  await page.keyboard.press('Escape');
  await close(server, '2099-12-01');
  await join.press();
  await expect(join.dialog).toContainText('They open again on 1 December 2099.');
  await expect(join.submit).toBeHidden();
  await expect(join.field('Full name')).toBeHidden();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await open(server);
  await join.press();
  await expect(title(join)).toBeHidden();
  await expect(join.field('Full name')).toBeVisible();
  await page.reload();
  await expect(banner).toHaveText('Builders keep 75% of revenue and equity.');
  await expect(page.getByText('questions · 3 minutes')).toBeVisible();
});

test('a closing during typing keeps text and focus @release', async ({ page, server, prefix }) => {
  const join = new Join(page);
  await join.open();
  await join.fill(prefix);
  await close(server, '2099-12-01');
  await join.field('Email').press('Enter');
  await expect(join.toast('Applications are closed until 1 December 2099.')).toBeVisible();
  await expect(title(join)).toBeFocused();
  await expect(join.dialog).toContainText('What you typed is still here');
  await expect(join.field('Full name')).toHaveValue('Sample Builder');
  const release = await holdBack(page, STATE);
  await page.reload();
  await join.press();
  await join.field('Sector(s)').focus();
  release();
  await expect(title(join)).toBeVisible();
  await expect(join.field('Sector(s)')).toBeFocused();
  await expect(join.field('LinkedIn')).toHaveValue(`https://www.linkedin.com/in/${prefix}`);
  await open(server);
  await expect(join.submit).toBeEnabled();
  await join.submit.click();
  await expect(join.received).toBeVisible();
});

test('an address for the opening is confirmed, notified and deleted', async ({ page, server, prefix }) => {
  const email = `${prefix}@example.org`;
  const join = new Join(page);
  const confirmed = page.getByRole('heading', { name: 'We’ll email you' });
  await close(server);
  await join.open();
  await leave(join, 'no address');
  await expect(join.dialog.getByLabel('Your email')).toHaveAccessibleDescription(
    /Please enter a valid email address/,
  );
  await join.dialog.getByLabel('Your email').fill(email);
  await page.keyboard.press('Enter');
  await expect(join.dialog.getByRole('status')).toContainText('Check your inbox and open');
  await page.goto(await linkTo(server, email));
  await expect(confirmed).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  expect(await findings(page)).toEqual([]);
  await open(server);
  await expect.poll(() => mailsTo(server, email)).toHaveLength(2);
  const notice = (await mailsTo(server, email)).find(
    ({ subject }) => subject === 'Applications to Solostead are open',
  );
  await expect.poll(() => server.sql('select from private.opening_requests')).toEqual([]);
  await page.goto(/https?:\/\/\S+\?join/.exec(notice?.text ?? '')?.[0] ?? '');
  await expect(join.field('Full name')).toBeFocused();

  const invalid = '/opening?request=00000000-0000-4000-8000-000000000000';
  const refused = page.getByRole('heading', { name: 'This link no longer works' });
  await page.goto(invalid);
  await expect(refused).toBeVisible();
  await page.route(/hydrate-opening/, (route) => route.abort());
  await page.goto(invalid);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(refused).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form that was sent says that applications are closed, and takes an address @release', async ({
    page,
    server,
    prefix,
  }) => {
    const email = `${prefix}@example.org`;
    await close(server);
    const join = new Join(page);
    await join.apply(prefix);
    await expect(page.getByRole('heading', { name: 'Applications are closed' })).toBeVisible();
    await page.getByLabel('Your email').fill(email);
    await page.getByRole('button', { name: 'Email me when they open' }).click();
    await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible();
    const link = await linkTo(server, email);
    await page.goto(link);
    expect(await server.sql('select from private.opening_requests where confirmed_at is not null')).toEqual(
      [],
    );
    await page.getByRole('button', { name: 'Yes, email me' }).click();
    await expect(page.getByRole('heading', { name: 'We’ll email you' })).toBeVisible();
  });
});
