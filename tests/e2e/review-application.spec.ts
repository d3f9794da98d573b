import { Desk, expect, test } from './review-desk.ts';

test('everything that was sent is there, with the questions as they were worded', async ({
  desk,
  make,
  anyone,
}) => {
  const id = await make(`Crane ${anyone}`, { sectors: 'bridges and locks' });
  await desk.open(`?open=${id}`);
  await expect(desk.panel.getByRole('heading', { name: `Crane ${anyone}` })).toBeFocused();
  await expect(desk.panel).toContainText('bridges and locks');
  await desk.panel.getByText('Screening questions').click();
  await expect(desk.panel).toContainText('As worded in version 1');
  await expect(desk.panel).toContainText('I use AI to ship whole products alone.');
});

test('a move offers only what is allowed, mails from a template with a preview, and can be undone', async ({
  desk,
  make,
  server,
  anyone,
}) => {
  const id = await make(`Plover ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.panel.getByRole('button', { name: /^Move / }).click();
  await expect(desk.page.getByRole('menuitem')).toHaveText(['In review', 'Declined', 'Withdrawn'], {
    ignoreCase: true,
  });
  await desk.page.getByRole('menuitem', { name: 'Declined' }).click();
  await desk.dialog.getByLabel('Mail the applicant').check();
  await desk.dialog.getByLabel('Subject').fill('About you, {{name}}');
  await desk.dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(desk.dialog.getByRole('region', { name: 'Preview' })).toContainText(
    `About you, Plover ${anyone}`,
  );
  await desk.dialog.getByRole('button', { name: 'Move to Declined' }).click();
  await expect(desk.toast('is now Declined')).toBeVisible();
  await expect(desk.panel).toContainText('mailed “About you, {{name}}”');
  await desk.toast('is now Declined').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.toast('Mails stopped: 1')).toBeVisible();
  const mails = await server.sql('select state from public.application_mails where application_id = $1', [
    id,
  ]);
  expect(mails).toEqual([{ state: 'dropped' }]);
});

test('someone who was quicker is not overwritten: both versions are shown', async ({
  desk,
  make,
  server,
  colleague,
  browser,
  anyone,
}) => {
  const id = await make(`Avocet ${anyone}`);
  const other = new Desk(await browser.newPage(), server);
  await other.signIn(colleague);
  await Promise.all([desk.open(`?open=${id}`), other.open(`?open=${id}`)]);
  await desk.chooseMove('Declined');
  await other.chooseMove('In review');
  await other.dialog.getByRole('button', { name: 'Move to In review' }).click();
  await expect(other.toast('is now In review')).toBeVisible();
  await desk.page.unroute('**/*');
  await desk.dialog.getByRole('button', { name: 'Move to Declined' }).click();
  await expect(desk.dialog).toContainText('colleague@lab.example moved it from Submitted to In review');
  await expect(desk.dialog).toContainText('You wanted to move it to Declined.');
  await desk.dialog.getByRole('button', { name: 'Move to Declined all the same' }).click();
  await expect(desk.toast('is now Declined')).toBeVisible();
  await other.page.close();
});

test('a change made by someone else appears within seconds', async ({
  desk,
  make,
  server,
  colleague,
  browser,
  anyone,
}) => {
  const id = await make(`Dunlin ${anyone}`);
  await desk.open(`?open=${id}`);
  await expect(desk.panel).toContainText('Submitted');
  const other = new Desk(await browser.newPage(), server);
  await other.signIn(colleague);
  await other.open(`?open=${id}`);
  await other.chooseMove('In review');
  await other.dialog.getByRole('button', { name: 'Move to In review' }).click();
  await expect(other.toast('is now In review')).toBeVisible();
  await expect(desk.panel).toContainText('In review', { timeout: 12_000 });
  await expect(desk.toast('colleague@lab.example changed this just now')).toBeVisible();
  await other.page.close();
});

test('a lost connection in the middle of a move is told, and trying again does it once', async ({
  desk,
  make,
  server,
  anyone,
}) => {
  const id = await make(`Godwit ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.chooseMove('In review');
  await desk.page.route('**/rpc/review_move', (route) => route.abort('connectionreset'));
  await desk.dialog.getByRole('button', { name: 'Move to In review' }).click();
  await expect(desk.toast('No answer')).toContainText('nobody knows whether this was done');
  await expect(desk.dialog).toBeVisible();
  await desk.page.unroute('**/rpc/review_move');
  await desk.dialog.getByRole('button', { name: 'Move to In review' }).click();
  await expect(desk.toast('is now In review')).toBeVisible();
  const [row] = await server.sql('select status, version from public.applications where id = $1', [id]);
  expect(row).toEqual({ status: 'in_review', version: '2' });
});

test('an application deleted in another tab is said to be gone', async ({ desk, make, server, anyone }) => {
  const id = await make(`Curlew ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.chooseMove('In review');
  await server.sql('delete from public.applications where id = $1', [id]);
  await desk.dialog.getByRole('button', { name: 'Move to In review' }).click();
  await expect(desk.toast('No longer there')).toBeVisible();
  await expect(desk.panel).toContainText('This application is no longer there');
  await desk.panel.getByRole('button', { name: 'Back to the list' }).click();
  await expect(desk.panel).toHaveCount(0);
});

test('notes, tags, ratings and the assignee are kept and stand in the history', async ({
  desk,
  make,
  anyone,
  admin,
}) => {
  const id = await make(`Knot ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.panel.getByLabel('New note').fill('Ships every week.');
  await desk.panel.getByRole('button', { name: 'Add note' }).click();
  await expect(desk.panel.getByRole('article')).toContainText('Ships every week.');
  await expect(desk.panel.getByLabel('New note')).toHaveValue('');
  await desk.panel.getByLabel('Add a tag').fill('Strong');
  await desk.panel.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(desk.panel.getByRole('button', { name: 'Remove tag strong' })).toBeVisible();
  await desk.panel.getByRole('radio', { name: 'Craft: 4 of 5' }).check();
  await expect(desk.panel).toContainText('Mean of all: 4.0');
  await desk.panel.getByRole('combobox', { name: 'Assignee' }).selectOption(admin.email);
  for (const line of ['wrote a note', 'tagged it strong', 'rated Craft 4', `assigned it to ${admin.email}`])
    await expect(desk.panel.getByRole('listitem').filter({ hasText: line })).toBeVisible();
});

test('50,000 characters in a note are kept in the field and said to be too many', async ({
  desk,
  make,
  anyone,
}) => {
  const id = await make(`Ruff ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.panel.getByLabel('New note').fill('x'.repeat(50_000));
  await expect(desk.panel).toContainText('40,000 characters too many');
  await expect(desk.panel.getByRole('button', { name: 'Add note' })).toBeDisabled();
  await desk.page.reload();
  await expect(desk.panel.getByLabel('New note')).toHaveValue('x'.repeat(50_000));
});

test('two who edit one note both keep their version', async ({ desk, make, server, anyone }) => {
  const id = await make(`Snipe ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.panel.getByLabel('New note').fill('First words');
  await desk.panel.getByRole('button', { name: 'Add note' }).click();
  await desk.panel.getByRole('button', { name: 'Edit', exact: true }).click();
  await desk.panel.getByLabel('Edit note').fill('My words');
  const [note] = await server.sql<{ id: string }>(
    `update public.application_notes set body = 'Their words', version = 2 where application_id = $1 returning id`,
    [id],
  );
  await server.sql(
    `insert into public.application_note_versions (note_id, version, body, editor_email)
     values ($1, 2, 'Their words', 'colleague@lab.example')`,
    [note!.id],
  );
  await desk.panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.panel).toContainText('colleague@lab.example saved another version');
  await expect(desk.panel).toContainText('Their words');
  await desk.panel.getByRole('button', { name: 'Save mine as the newer version' }).click();
  await expect(desk.panel.getByRole('article')).toContainText('My words');
  await desk.panel.getByText('Earlier versions').click();
  await expect(desk.panel.getByRole('article')).toContainText('Their words');
});

test('a session that ends while one writes is renewed in place, and the text is kept', async ({
  desk,
  make,
  server,
  admin,
  anyone,
}) => {
  const id = await make(`Stint ${anyone}`);
  await desk.open(`?open=${id}`);
  await desk.panel.getByLabel('New note').fill('Half a thought');
  await server.sql('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [
    admin.email,
  ]);
  await desk.page.evaluate((key) => {
    const value = localStorage.getItem(key)!;
    localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(value) as object), expires_at: 1 }));
  }, 'sb-solostead-auth-token');
  await desk.panel.getByRole('button', { name: 'Add note' }).click();
  const again = desk.page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(admin.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toHaveCount(0);
  await expect(desk.panel.getByLabel('New note')).toHaveValue('Half a thought');
  await desk.panel.getByRole('button', { name: 'Add note' }).click();
  await expect(desk.panel.getByRole('article')).toContainText('Half a thought');
});
