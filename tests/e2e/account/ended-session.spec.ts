import { Login } from '../harness/account/login.ts';
import { dashboard, endSessions } from '../harness/account/own-account.ts';
import { expect, test } from '../harness/review-desk.ts';
import { SESSION } from '../harness/account/session.ts';
import { fillStorage } from '../harness/storage.ts';

test('a session ended elsewhere returns to the unsaved text', async ({ page, me, own: desk }) => {
  await page.clock.install();
  // The target of Back.
  await page.goto('/case-study');
  const name = `Seen ${desk.prefix}`;
  const id = await desk.make(name);
  await desk.openApplication(id);
  const note = desk.panel.getByLabel('New note');
  await note.fill('First thought');
  // The page is cleared before the reason is known.
  await page.route('**/rpc/my_access_state', async (route) => {
    await expect(desk.panel).toBeHidden();
    await route.continue();
  });
  await endSessions(desk.server, me.email);
  await page.clock.fastForward(4_000);
  await expect(page).toHaveURL('/');
  await page.unroute('**/rpc/my_access_state');
  const login = new Login(page);
  await login.press();
  await expect(login.dialog.getByLabel('Email')).toHaveValue(me.email);
  await expect(login.dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(me.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin?open=${id}`);
  await expect(desk.toast('Your text is still here')).toBeVisible();
  await expect(desk.toast('Welcome')).toContainText('Signed in successfully.');
  await expect(note).toHaveValue('First thought');
  await desk.panel.getByRole('button', { name: 'Add note' }).click();
  await expect(desk.panel.getByRole('article')).toContainText('First thought');

  await note.fill('Half a thought');
  await endSessions(desk.server, me.email);
  await page.clock.fastForward(4_000);
  await expect(page).toHaveURL('/');
  await expect(desk.toast('Signed out')).toContainText(
    'You were signed out on another device. Please sign in again.',
  );
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).toContain('Half a thought');
  for (const gone of [name, SESSION]) expect(stored).not.toContain(gone);
  await expect(page.locator('body')).not.toContainText(name);
  await page.goBack();
  await expect(page.locator('body')).not.toContainText(name);
});

test('an ended session’s text returns to its member, and is not shown to the next person', async ({
  page,
  admin,
  me,
  own: desk,
}) => {
  await page.clock.install();
  const id = await desk.openNew(`Kept ${desk.prefix}`);
  const note = desk.panel.getByLabel('New note');
  await note.fill('Half a thought');
  await endSessions(desk.server, me.email);
  await page.clock.fastForward(4_000);
  await expect(page).toHaveURL('/');
  await desk.signIn(admin);
  await page.goto('/admin');
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL('/admin');
  await desk.openApplication(id);
  await expect(note).toHaveValue('');
  await desk.signIn(me);
  await desk.openApplication(id);
  await expect(note).toHaveValue('Half a thought');
});

test('an ended session’s text for which the storage had no room is left out @release', async ({
  page,
  me,
  own: desk,
}) => {
  await page.clock.install();
  const id = await desk.openNew(`Kept ${desk.prefix}`);
  const note = desk.panel.getByLabel('New note');
  await note.fill('Half a thought. '.repeat(40));
  await fillStorage(page, ['sessionStorage']);
  await note.fill('Half a thought. '.repeat(41));
  await endSessions(desk.server, me.email);
  await page.clock.fastForward(4_000);
  await expect(page).toHaveURL('/');
  const login = new Login(page);
  await login.press();
  await login.send(me);
  await expect(page).toHaveURL(`/admin?open=${id}`);
  await expect(desk.toast('Welcome')).toBeVisible();
  await expect(note).toHaveValue('');
  // Now, because it also leaves after a while.
  expect(await desk.toast('Your text is still here').count()).toBe(0);
});

test('the account page notices an end within half a minute', async ({ page, me, own: desk }) => {
  await page.clock.install();
  await page.goto('/admin?view=account', { waitUntil: 'networkidle' });
  await expect(page.getByText('This browser')).toBeVisible();
  await endSessions(desk.server, me.email);
  await page.clock.fastForward(4_000);
  await page.clock.fastForward(30_000);
  await expect(page).toHaveURL('/');
  // A request of the page in progress may learn of the end first, with other words.
  await expect(desk.toast('Signed out')).toContainText('Please sign in again.');

  await desk.signIn(me);
  await page.goto('/admin?view=account', { waitUntil: 'networkidle' });
  await page.evaluate(() => localStorage.clear());
  await page.clock.fastForward(30_000);
  await expect(page).toHaveURL('/');
  await expect(desk.toast('Signed out')).toContainText('Your session has ended.');

  await desk.signIn(me);
  await page.goto('/admin', { waitUntil: 'networkidle' });
  await expect(dashboard(page)).toBeVisible();
  // As review_member_remove does.
  for (const table of ['public.user_roles', 'auth.sessions'])
    await desk.server.sql(
      `delete from ${table} where user_id = (select id from auth.users where email = $1)`,
      [me.email],
    );
  await page.clock.fastForward(4_000);
  await expect(page).toHaveURL('/');
  await expect(desk.toast('Access denied')).toContainText('You do not have admin permissions.');
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION)).toBeNull();
});

test('a single refused request ends nothing', async ({ page, desk }) => {
  await page.route('**/rpc/review_count*', (route) =>
    route.fulfill({
      status: 403,
      json: {
        code: 'access_too_low',
        message: 'This needs the access of an owner. You have the access of a reader.',
      },
    }),
  );
  const answer = page.waitForResponse('**/rpc/my_access_state');
  await desk.open();
  expect(await (await answer).json()).toBe('admin');
  await expect(dashboard(page)).toBeVisible();
});
