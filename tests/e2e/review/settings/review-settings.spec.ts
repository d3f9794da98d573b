import { findings } from '../../harness/axe.ts';
import { holdBack, sendHeldBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';

test.afterEach(async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  await server.sql('update public.lab_terms set answer_days = 10 where answer_days <> 10');
  await server.sql(`update public.lab_settings set time_zone = 'UTC' where time_zone <> 'UTC'`);
});

test('an owner closes and opens applications, changes the terms and sees the state after a conflict', async ({
  desk,
  page,
}) => {
  await desk.open('?screen=settings&section=intake');
  await expect(page).toHaveTitle('Settings · Admin Dashboard');
  const sections = page.getByRole('navigation', { name: 'Settings', exact: true }).getByRole('link');
  await expect(sections).toHaveText([
    ...['You', 'People', 'Emails', 'Applications', 'Terms', 'Scoring', 'Webhooks', 'Access log'],
  ]);
  await expect(page.getByText('Applications are open.')).toBeVisible();
  await page.getByRole('button', { name: 'Close applications' }).click();
  await expect(page.getByLabel('They open on')).toBeFocused();
  await expect(page.getByLabel('They open on')).toHaveAccessibleDescription(
    'At midnight in the lab’s time zone, UTC. Please choose a day in the future',
  );
  await page.getByLabel('They open on').fill('2099-12-01');
  await page.getByRole('button', { name: 'Close applications' }).click();
  await expect(page.getByText('Applications are closed until 1 December 2099')).toBeVisible();
  expect(await findings(page, { within: ['main'] })).toEqual([]);
  await page.getByRole('button', { name: 'Open applications' }).click();
  await expect(page.getByText('Applications are open.')).toBeVisible();

  await desk.server.sql("select private.set_intake(true, '2099-11-01')");
  await page.getByLabel('I open them again').check();
  await page.getByRole('button', { name: 'Close applications' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else changed this' })).toBeVisible();
  await expect(page.getByText('Applications are closed until 1 November 2099')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Applications are closed until they are opened again.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('I open them again')).toBeChecked();

  const answer = await holdBack(page, '**/terms.json');
  await desk.goTo('?screen=settings&section=terms');
  await expect(page.getByLabel('Days until an answer')).toBeVisible();
  await expect(page.getByText('The values on the pages could not be loaded.')).toHaveCount(0);
  answer();
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toHaveText('Terms');
  await expect(page.getByText('The public pages show these values.')).toBeVisible();
  await page.getByLabel('Days until an answer').fill('14');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.toast('Saved')).toBeVisible();
  await expect(page.getByText('The pages show other values')).toBeVisible();
  await expect(page.getByText('Days until an answer: the pages show 10, the lab uses 14.')).toBeVisible();
  await expect(page.getByText('Days until an answer: 10 → 14')).toBeVisible();
  expect(await findings(page, { within: ['main'] })).toEqual([]);

  const field = page.getByLabel('Days until an answer', { exact: true });
  await field.fill('12');
  const release = await sendHeldBack(page, '**/rpc/review_terms_save', () => field.press('Enter'));
  await field.fill('15');
  release();
  await expect(page.getByText('Days until an answer: 14 → 12')).toBeVisible();
  await expect(field).toHaveValue('15');
  await desk.server.sql('update public.lab_terms set answer_days = 20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else changed this' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await expect(page.getByLabel('Days until an answer')).toHaveValue('20');
});

test('an unsaved setting stays in the tab after a reload, and both versions are shown after a conflict @release', async ({
  own,
  page,
}) => {
  const [section, mine, theirs] = ['templates', 'Asia/Tokyo', 'Europe/Rome'];
  const field = page.getByLabel('Time zone of the lab', { exact: true });
  const form = page.locator('form').filter({ has: field });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await own.open(`?screen=settings&section=${section}`);
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await field.fill(mine);
  await expect(form.getByText('Not saved yet.')).toBeVisible();
  await own.goTo('?screen=settings&section=people');
  await own.goTo(`?screen=settings&section=${section}`);
  await expect(field).toHaveValue(mine);
  await page.reload();
  await expect(field).toHaveValue(mine);
  await expect(form.getByText('Not saved yet.')).toBeVisible();

  await own.server.sql`update public.lab_settings set time_zone = ${theirs}`;
  await save.click();
  const conflict = form.getByRole('alert').filter({ hasText: 'Someone else changed this' });
  await expect(conflict).toContainText(theirs);
  await expect(conflict).toContainText(mine);
  expect(await findings(page, { within: ['main'] })).toEqual([]);
  await form.getByRole('button', { name: 'Discard mine' }).click();
  await expect(field).toHaveValue(theirs);
  await expect(save).toHaveAttribute('aria-disabled', 'true');

  await field.fill(mine);
  await form.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(field).toHaveValue(theirs);
});

test('a part that cannot be loaded is loaded by its button @release', async ({ desk, page }) => {
  const parts = /\/(mail_templates|lab_settings|review_promise)\b/;
  const tryAgain = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  const breakParts = () =>
    page.route(parts, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await desk.open('?view=all');
  await breakParts();
  await desk.goTo('?screen=settings&section=templates');
  await expect(tryAgain).toHaveCount(2);
  await page.unroute(parts);
  for (const left of [1, 0]) {
    // By keyboard, because a part that loads moves the next button, maybe within a click.
    await tryAgain.first().press('Enter');
    await expect(tryAgain).toHaveCount(left);
  }
  await expect(page.getByLabel('Time zone of the lab')).toBeVisible();
  await expect(page.locator('summary', { hasText: 'Declined' })).toBeVisible();
  await desk.make(`Ruff ${desk.prefix}`);
  await breakParts();
  await desk.goTo('?screen=numbers');
  await expect(page.getByRole('definition').filter({ hasText: 'Not counted' })).toHaveText(
    Array(2).fill('Not counted'),
  );
});

test('members choose their own mails under Settings → You, and a mistake is shown at its field', async ({
  own,
  me,
  page,
}) => {
  await own.server.sql(
    `insert into public.member_settings (user_id, digest, mails_assignments)
     select id, 'weekly', false from auth.users where email = $1`,
    [me.email],
  );
  await own.open('?screen=settings&section=you');
  await expect(page.getByLabel('Digest')).toHaveValue('weekly');
  await expect(page.getByLabel('When someone assigns an application to me')).not.toBeChecked();
  expect(await findings(page, { within: ['main'] })).toEqual([]);
  await page.getByLabel('Digest').selectOption('Every day');
  await page.getByLabel('When someone assigns an application to me').check();
  await own.server.sql(
    `update public.member_settings set mails_mentions = false
      where user_id = (select id from auth.users where email = $1)`,
    [me.email],
  );
  await page.getByRole('region', { name: 'Emails to you' }).getByRole('button', { name: 'Save' }).click();
  await expect(own.toast('Saved')).toBeVisible();
  await expect(page.getByLabel('When someone mentions me in a note')).not.toBeChecked();
  const saved = await own.server.sql(
    `select digest, mails_mentions, mails_assignments
       from public.member_settings where user_id = (select id from auth.users where email = $1)`,
    [me.email],
  );
  expect(saved).toEqual([{ digest: 'daily', mails_mentions: false, mails_assignments: true }]);
  await page.getByLabel('Booking link').fill('http://book.example.org');
  await page.getByLabel('Booking link').press('Enter');
  await expect(page.getByText('A booking link begins with https://')).toBeVisible();
  await expect(page.getByLabel('Booking link')).toHaveAttribute('aria-invalid', 'true');
});

test('opening applications can be stopped for half a minute @release', async ({ desk, page }) => {
  const { server } = desk;
  await server.sql('select private.set_intake(true)');
  await server.sql(
    `insert into private.opening_requests (email, confirmed_at)
       select 'waits-' || n || '@example.org', now() from generate_series(1, 132) n`,
  );
  await desk.open('?screen=settings&section=intake');
  await page.getByRole('button', { name: 'Open and email 132 people' }).click();
  const opening = page.getByRole('region', { name: 'Opening' });
  await expect(opening).toContainText(/^Applications open in [123]?\d s, and one email goes to 132 people\./);
  expect(await findings(page, { within: ['main'] })).toEqual([]);
  await opening.getByRole('button', { name: 'Stop' }).click();
  await expect(desk.toast('Applications stay closed')).toContainText('No email was sent.');
  await expect(page.getByText('Applications are closed until they are opened again.')).toBeVisible();
  // openings.test.ts has an opening that is not stopped.
  await server.sql('delete from private.opening_requests');
});
