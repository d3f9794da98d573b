import { expect, test } from '../../harness/review-desk.ts';
import { addressOf, heading, makeFamily, triage } from '../../harness/review-family.ts';

test('a link beyond the first thousand opens its application and shows its position', async ({ desk }) => {
  test.slow();
  const family = `Bunting ${desk.prefix}`;
  const ids = await makeFamily(desk, family, 1010);
  await desk.open(addressOf(family, `screen=triage&open=${ids[1004]}`));
  await expect(heading(desk, `${family} 1005`)).toBeFocused();
  await expect(triage(desk).getByText('Not among the first 1,000 of 1,010')).toBeVisible();
  await desk.page.keyboard.press('9');
  await expect(heading(desk, `${family} 0001`)).toBeFocused();
  await desk.page.keyboard.press('Control+z');
  await expect(heading(desk, `${family} 1005`)).toBeFocused();
  await desk.server.sql('delete from public.applications where name like $1', [`${family}%`]);
});

test('a link outside of the view shows its application with a notice, a missing one starts again, one that cannot be loaded shows no other one in its place and retries, and a key that a closed one refuses names possible moves', async ({
  desk,
}) => {
  const family = `Pipit ${desk.prefix}`;
  await desk.make(`${family} 01`);
  const moved = await desk.make(`${family} 02`, { email_confirmed_at: new Date(0) });
  const view = `screen=triage&search=${family.replaceAll(' ', '+')}&confirmed=no`;
  await desk.open(`?${view}&open=${moved}`);
  await expect(heading(desk, `${family} 02`)).toBeVisible();
  await expect(triage(desk).getByText('Not in this view')).toBeVisible();
  await desk.open(`?${view}&open=${crypto.randomUUID()}`);
  await expect(heading(desk, `${family} 01`)).toBeVisible();
  await expect(triage(desk).getByText('1 of 1')).toBeVisible();

  await desk.page.route('**/rpc/review_application', (route) =>
    route.request().postData()?.includes(moved)
      ? route.fulfill({ status: 503, json: { message: 'busy' } })
      : route.continue(),
  );
  await desk.open(`?${view}&open=${moved}`);
  await expect(triage(desk).getByRole('alert')).toBeVisible();
  await desk.page.keyboard.press('j');
  await expect(heading(desk, `${family} 01`)).toHaveCount(0);
  expect(desk.page.url()).toContain(moved);
  await desk.page.unroute('**/rpc/review_application');
  await triage(desk).getByRole('button', { name: 'Try again' }).click();
  await expect(heading(desk, `${family} 02`)).toBeVisible();

  await desk.make(`${family} 03`, { status: 'declined' });
  await desk.open(`?screen=triage&search=${family.replaceAll(' ', '+')}&status=declined`);
  await expect(heading(desk, `${family} 03`)).toBeFocused();
  await desk.page.keyboard.press('8');
  await expect(desk.toast('It is Declined and so closed. From there it can go to')).toBeVisible();
});
