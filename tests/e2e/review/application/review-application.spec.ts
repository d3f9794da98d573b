import { holdBack } from '../../harness/hold-back.ts';
import { expect, nameOf, test } from '../../harness/review-desk.ts';

test('a move offers only what is allowed, as soon as that is loaded, mails from a template with a preview, and can be undone, and a change made by someone else appears within seconds', async ({
  desk,
  elsewhere,
}) => {
  await desk.page.clock.install();
  const release = await holdBack(desk.page, '**/rest/v1/application_moves*');
  const id = await desk.openNew(`Plover ${desk.prefix}`);
  await desk.openMoves();
  await expect(desk.page.getByRole('menu')).toHaveCount(0);
  release();
  const allowed = ['In review', 'Declined address not confirmed', 'Withdrawn'];
  await expect(desk.page.getByRole('menuitem')).toHaveText(allowed, { ignoreCase: true, useInnerText: true });
  await desk.page.getByRole('menuitemcheckbox', { name: 'With a mail…' }).click();
  await desk.page.keyboard.press('9');
  await expect(desk.dialog.getByLabel('Subject')).not.toHaveValue('');
  await desk.dialog.getByLabel('Subject').fill('About you, {{name}}');
  await desk.dialog.getByRole('button', { name: 'Preview' }).click();
  // The address is not confirmed, so the mail does not repeat the name.
  await expect(desk.dialog.getByRole('region', { name: 'Preview' })).toContainText('About you, there');
  await desk.dialog.getByRole('button', { name: 'Move to Declined' }).click();
  await expect(desk.toast('is now Declined')).toContainText('in 30 seconds');
  await expect(desk.panel).toContainText('mailed “About you, {{name}}”');
  await desk.toast('is now Declined').getByRole('button', { name: 'Undo' }).click();
  await expect(desk.toast('Mails stopped: 1')).toBeVisible();
  const mails = await desk.server.sql('select state from private.mails where application_id = $1', [id]);
  expect(mails).toEqual([{ state: 'dropped' }]);

  await expect(desk.panel).not.toContainText('In review');
  await elsewhere.move(id, 'in_review', { seen_version: 3 });
  await desk.page.clock.fastForward(4_000);
  await expect(desk.panel).toContainText('In review');
  await expect(desk.toast('colleague changed this just now')).toBeVisible();
});

test('a concurrent change of an assignee, the caller’s score, a note or a move is not overwritten, and both versions are shown, or a notice after the application was closed', async ({
  desk,
  elsewhere,
  server,
  admin,
  colleague,
}) => {
  const { panel, dialog } = desk;
  const id = await desk.openNew(`Garganey ${desk.prefix}`);
  await desk.stopListening();

  await server.sql(
    `insert into public.application_ratings (application_id, reviewer, criterion, score)
     values ($1, (select id from auth.users where email = $2), 'craft', 2)`,
    [id, admin.email],
  );
  const mine = panel.getByRole('radio', { name: 'Craft: 5 of 5' });
  await mine.click();
  await expect(dialog).toContainText('Elsewhere you gave Craft 2 of 5');
  await expect(dialog).toContainText('Here you chose 5 of 5.');
  await dialog.getByRole('button', { name: 'Take 5 of 5 all the same' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(mine).toBeChecked();
  await expect(panel).toContainText('5.0 on average');

  await desk.writeNote('First words');
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  await panel.getByLabel('Edit note').fill('My words');
  const [note] = await server.sql<{ id: string }>(
    `update public.application_notes set body = 'Their words', version = 2 where application_id = $1 returning id`,
    [id],
  );
  await server.sql(
    `insert into public.application_note_versions (note_id, version, body, editor_email)
     values ($1, 2, 'Their words', 'colleague@lab.example')`,
    [note!.id],
  );
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toContainText('colleague saved another version');
  await expect(panel).toContainText('Their words');
  await panel.getByRole('button', { name: 'Save mine as the newer version' }).click();
  await expect(panel.getByRole('article')).toContainText('My words');
  await panel.getByText('Earlier versions').click();
  await expect(panel.getByRole('article')).toContainText('Their words');

  await elsewhere.many([id], { assignee: elsewhere.id });
  await desk.assignee.selectOption(nameOf(admin));
  await expect(dialog).toContainText(`${nameOf(colleague)} assigned it to ${nameOf(colleague)}`);
  await expect(dialog).toContainText(`You wanted to assign it to ${nameOf(admin)}.`);
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.assignee.locator('option:checked')).toHaveText(nameOf(colleague));
  // The page now shows the current state, so the second change is no conflict.
  await desk.assignee.selectOption(nameOf(admin));
  await expect(desk.toast(`Assignee: ${nameOf(admin)}`)).toBeVisible();
  await expect(
    panel.getByRole('listitem').filter({ hasText: `assigned it to ${nameOf(admin)}` }),
  ).toBeVisible();
  const release = await holdBack(desk.page, '**/rpc/review_assign');
  await desk.assignee.selectOption(nameOf(colleague));
  await panel.getByRole('button', { name: 'Close application' }).click();
  await elsewhere.many([id], { assignee: null });
  release();
  await expect(desk.toast(`${desk.prefix} was not assigned to ${nameOf(colleague)}`)).toBeVisible();
  await desk.goToApplication(id);

  const { row } = await elsewhere.open(id);
  await elsewhere.move(id, 'in_review', { seen_version: row.version });
  await desk.openMoves();
  await desk.page.getByRole('menuitem', { name: 'Declined' }).click();
  await expect(desk.failedMoves).toContainText(`Garganey ${desk.prefix} was not moved to Declined.`);
  await expect(desk.failedMoves).toContainText('colleague moved it from Submitted to In review');
  await expect(desk.failedMoves).toContainText('You wanted to move it to Declined.');
  await desk.failedMoves.getByRole('button', { name: 'Move to Declined all the same' }).click();
  await expect(desk.toast('is now Declined')).toBeVisible();
  await expect(desk.failedMoves).toHaveCount(0);

  const mailed = await desk.openNew(`Avocet ${desk.prefix}`);
  await desk.chooseMove('Declined');
  await elsewhere.move(mailed, 'in_review');
  await dialog.getByRole('button', { name: 'Move to Declined' }).click();
  await expect(dialog).toContainText('colleague moved it from Submitted to In review');
  await expect(dialog).toContainText('You wanted to move it to Declined.');
  await dialog.getByRole('button', { name: 'Move to Declined all the same' }).click();
  await expect(desk.toast(`Avocet ${desk.prefix} is now Declined`)).toBeVisible();
});

test('an assignee is chosen during a move, while another choice is saved and before a reload, the last choice wins, and none is a conflict', async ({
  desk,
  admin,
  colleague,
}) => {
  const id = await desk.openNew(`Shoveler ${desk.prefix}`);
  await desk.stopListening();
  const chosen = desk.assignee.locator('option:checked');
  const choose = async (who: { email: string }) => {
    await desk.assignee.selectOption(nameOf(who));
    await expect(chosen).toHaveText(nameOf(who));
  };
  const answer = await holdBack(desk.page, /\/rpc\/review_(move|assign)$/);
  await desk.openMoves();
  await desk.page.getByRole('menuitem', { name: 'In review' }).click();
  for (const who of [admin, colleague, admin, colleague]) await choose(who);
  const reload = await holdBack(desk.page, '**/rpc/review_application');
  answer();
  await expect(desk.toast(`Assignee: ${nameOf(colleague)}`)).toBeVisible();
  const kept = desk.page.waitForResponse('**/rpc/review_assign');
  await choose(admin);
  await kept;
  reload();
  await expect(desk.panel.getByRole('listitem').filter({ hasText: /assigned it to / })).toHaveCount(3);
  await expect(chosen).toHaveText(nameOf(admin));
  await expect(desk.dialog).toHaveCount(0);
  expect(
    await desk.server.sql(
      `select status, (select email from auth.users where id = assignee) from public.applications where id = $1`,
      [id],
    ),
  ).toEqual([{ status: 'in_review', email: admin.email }]);
});

test('a connection lost during a move is reported, and trying again moves once; an application deleted in another tab is reported as deleted', async ({
  desk,
  server,
}) => {
  const id = await desk.openNew(`Godwit ${desk.prefix}`);
  // The server does it, and its answer is lost on the way.
  await desk.page.route('**/rpc/review_move', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await desk.openMoves();
  await desk.page.getByRole('menuitem', { name: 'In review' }).click();
  await expect(desk.failedMoves).toContainText('This may or may not have been saved');
  await desk.page.unroute('**/rpc/review_move');
  await desk.failedMoves.getByRole('button', { name: 'Try again' }).click();
  await expect(desk.toast('is now In review')).toBeVisible();
  await expect(desk.failedMoves).toHaveCount(0);
  const [row] = await server.sql('select status, version from public.applications where id = $1', [id]);
  expect(row).toEqual({ status: 'in_review', version: '2' });

  await desk.chooseMove('Interview');
  await server.sql('delete from public.applications where id = $1', [id]);
  await desk.dialog.getByRole('button', { name: 'Move to Interview' }).click();
  await expect(desk.toast('No longer there')).toBeVisible();
  await expect(desk.panel).toContainText('This application is no longer there');
  await desk.panel.getByRole('button', { name: 'Back to the list' }).click();
  await expect(desk.panel).toHaveCount(0);
});

test('the panel shows everything that was sent, and saves notes, tags, ratings and the assignee with their history, which names the system and a former member', async ({
  desk,
  admin,
}) => {
  const id = await desk.make(`Knot ${desk.prefix}`, { sectors: 'bridges and locks' });
  await desk.server.sql(`select private.change_status(array[$1::uuid], 'in_review', 'move')`, [id]);
  await desk.server.sql(
    `insert into public.application_events (application_id, actor, actor_email, kind, detail)
     values ($1, null, '', 'assigned', '{"from": null, "to": ""}')`,
    [id],
  );
  await desk.openApplication(id);
  await expect(desk.panel.getByRole('heading', { name: `Knot ${desk.prefix}` })).toBeFocused();
  await expect(desk.panel).toContainText('bridges and locks');
  await desk.panel.getByText('Screening questions').click();
  await expect(desk.panel).toContainText('As worded in version 1');
  await expect(desk.panel).toContainText('I use AI to ship whole products alone.');
  await desk.writeNote('Ships every week.');
  await expect(desk.panel.getByRole('article')).toContainText('Ships every week.');
  await expect(desk.panel.getByLabel('New note')).toHaveValue('');
  const removeTag = (tag: string) => desk.panel.getByRole('button', { name: `Remove tag ${tag}` });
  // One right after the other, on a slow connection.
  const add = await holdBack(desk.page, '**/rest/v1/rpc/review_tag');
  for (const tag of ['Strong', 'Quick']) {
    await desk.panel.getByLabel('Add a tag').fill(tag);
    await desk.panel.getByRole('button', { name: 'Add', exact: true }).click();
  }
  add();
  for (const tag of ['strong', 'quick']) await expect(removeTag(tag)).toBeVisible();
  await expect(desk.panel.getByLabel('Add a tag')).toHaveValue('');
  const remove = await holdBack(desk.page, '**/rest/v1/rpc/review_tag');
  for (const tag of ['strong', 'quick']) await removeTag(tag).click();
  remove();
  await expect(desk.panel).toContainText('No tags yet');
  await desk.panel.getByRole('radio', { name: 'Craft: 4 of 5' }).check();
  await expect(desk.panel).toContainText('4.0 on average');
  await desk.assignee.selectOption(nameOf(admin));
  await expect(desk.panel.getByText(`assigned it to ${nameOf(admin)}`)).toBeVisible();
  await expect(desk.panel.getByText('The system moved it from Submitted to In review')).toBeVisible();
  await expect(desk.panel.getByText('A former member assigned it to A former member')).toBeVisible();
});
