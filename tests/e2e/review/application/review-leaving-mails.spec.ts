import { goToAccount } from '../../harness/account-menu.ts';
import { expect, test } from '../../harness/review-desk.ts';

const confirmed = { email_confirmed_at: new Date() };

test('every screen counts down while the member’s own mails wait, and can stop all of them', async ({
  desk,
}) => {
  const names = [`Linnet ${desk.prefix} A`, `Linnet ${desk.prefix} B`];
  const ids = [];
  for (const name of names) ids.push(await desk.make(name, confirmed));
  await desk.open(`?screen=triage&search=linnet+${desk.prefix}&sort=name`);
  await expect(desk.page.getByRole('heading', { name: names[0]! })).toBeFocused();
  const line = desk.page.getByRole('region', { name: 'Mails that leave soon' });
  await expect(line).toHaveCount(0);
  await desk.page.keyboard.press('9');
  await expect(line).toContainText(/^1 mail leaves in [1-3]?\d s/);
  await desk.page.keyboard.press('9');
  await expect(line).toContainText(/^2 mails leave in [1-3]?\d s/);
  for (const query of ['?view=all', '?screen=settings']) {
    await desk.page.goto(`/admin${query}`);
    await expect(line).toContainText(/^2 mails leave in [1-3]?\d s/);
  }
  await goToAccount(desk.page);
  await expect(line).toContainText(/^2 mails leave in [1-3]?\d s/);
  const before = desk.page.getByRole('button', { name: 'Account menu' });
  await before.focus();
  await line.getByRole('button', { name: 'Stop all' }).focus();
  await desk.page.keyboard.press('Enter');
  await expect(desk.toast('Mails stopped: 2')).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(before).toBeFocused();
  const rows = await desk.server.sql(
    `select a.status, a.not_told, m.state from public.applications a
       join private.mails m on m.application_id = a.id and m.kind = 'review'
      where a.id = any ($1)`,
    [ids],
  );
  const stopped = { status: 'declined', not_told: true, state: 'dropped' };
  expect(rows).toEqual([stopped, stopped]);
});
